package sp.interop.types;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.cep.nfa.DeweyNumber;
import org.apache.flink.cep.nfa.NFAStateSerializer;
import org.apache.flink.cep.nfa.sharedbuffer.EventId;
import org.apache.flink.cep.nfa.sharedbuffer.NodeId;
import org.apache.flink.cep.nfa.sharedbuffer.SharedBufferEdge;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.streaming.api.operators.TimerSerializer;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.runtime.streamrecord.StreamElementSerializer;

/** Serializers of the runtime, of operators and of CEP. */
final class DeclaredOperators {
    private static final TypeSerializer<Integer> INT = IntSerializer.INSTANCE;
    private static final TypeSerializer<Long> LONG = LongSerializer.INSTANCE;
    private static final TypeSerializer<String> STRING = StringSerializer.INSTANCE;
    private static final String STATE = "org.apache.flink.runtime.state.";
    private static final String STREAMING = "org.apache.flink.streaming.api.";
    private static final String BUFFER = "org.apache.flink.cep.nfa.sharedbuffer.";

    private DeclaredOperators() {}

    static void addTo(DeclaredTypes table) throws Exception {
        addRuntime(table);
        addStreaming(table);
        addCep(table);
    }

    private static void addRuntime(DeclaredTypes table) throws Exception {
        table.add(VoidNamespaceSerializer.INSTANCE, "void-namespace");
        table.add(new TimeWindow.Serializer(), "time-window");
        table.add(new GlobalWindow.Serializer(), "global-window");
        table.add(new TimerSerializer<>(STRING, new TimeWindow.Serializer()), "timer<string,time-window>",
                "{'timer':['string','time-window']}");
        table.add(new TimerSerializer<>(LONG, VoidNamespaceSerializer.INSTANCE), "timer<long,void-namespace>");
        TypeSerializer<?> ttl = DeclaredTypes.make(STATE + "ttl.TtlStateFactory$TtlSerializer", LONG, STRING);
        table.add(ttl, "ttl<string>", "{'ttl':'string'}");
        table.add(new ListSerializer<>(ttl), "list<ttl<string>>");
        table.add(new MapSerializer<>(STRING, ttl), "map<string,ttl<string>>", "{'map':['string',{'ttl':'string'}]}");
        table.add(DeclaredTypes.make(STATE + "v2.ttl.TtlStateFactory$TtlSerializer", LONG, STRING),
                "{'ttl':'string','async':true}");
        table.add(DeclaredTypes.make(STATE + "ttl.TtlAwareSerializer", STRING), "ttl-aware<string>", "{'ttl-aware':'string'}");
        table.add(DeclaredTypes.make(STATE + "ttl.TtlAwareSerializer", ttl), "ttl-aware<ttl<string>>",
                "{'ttl-aware':{'ttl':'string'}}");
    }

    private static void addStreaming(DeclaredTypes table) throws Exception {
        table.add(new StreamElementSerializer<>(INT), "stream-element<int>", "{'stream-element':'int'}");
        table.add(DeclaredTypes.make(STREAMING + "datastream.CoGroupedStreams$UnionSerializer", INT, STRING),
                "tagged-union<int,string>", "{'tagged-union':['int','string']}");
        String bufferEntry = STREAMING + "operators.co.IntervalJoinOperator$BufferEntrySerializer";
        table.add(DeclaredTypes.make(bufferEntry, Configured.serializer(Types.POJO(Address.class))),
                "buffer-entry<sp.interop.types.Address{street:string,number:int}>");
        table.add(DeclaredTypes.make(bufferEntry, LONG),
                "buffer-entry<long>", "{'buffer-entry':'long'}");
        for (String folder : new String[] {"", "legacy."}) {
            String serializer = STREAMING + "functions.sink." + folder + "TwoPhaseCommitSinkFunction$StateSerializer";
            table.add(DeclaredTypes.make(serializer, STRING, LONG), "two-phase-commit<string,long>",
                    "{'two-phase-commit':['string','long']}",
                    "{'two-phase-commit':['string','long'],'v':4,'legacy':" + !folder.isEmpty() + "}");
            table.add(DeclaredTypes.make(serializer, STRING, LONG, false),
                    "{'two-phase-commit':['string','long'],'nulls':false}");
        }
    }

    private static void addCep(DeclaredTypes table) throws Exception {
        TypeSerializer<NodeId> nodeId = new NodeId.NodeIdSerializer();
        TypeSerializer<?> node = DeclaredTypes.make(BUFFER + "SharedBufferNodeSerializer");
        table.add(EventId.EventIdSerializer.INSTANCE, "event-id");
        table.add(DeweyNumber.DeweyNumberSerializer.INSTANCE, "dewey-number");
        table.add(nodeId, "node-id");
        table.add(new SharedBufferEdge.SharedBufferEdgeSerializer(), "shared-buffer-edge");
        table.add(DeclaredTypes.make(BUFFER + "SharedBufferNode$SharedBufferNodeSerializer"), "shared-buffer-node<1>",
                "{'shared-buffer-node':1}");
        table.add(node, "shared-buffer-node<2>", "{'shared-buffer-node':2}");
        table.add(lockable(INT), "lockable<int>", "{'lockable':'int'}");
        table.add(new MapSerializer<>(nodeId, lockable(node)), "map<node-id,lockable<shared-buffer-node<2>>>");
        table.add(new MapSerializer<>(EventId.EventIdSerializer.INSTANCE, lockable(STRING)), "map<event-id,lockable<string>>");
        table.add(new NFAStateSerializer(), "nfa-state<2>", "{'nfa-state':2}");
    }

    private static TypeSerializer<?> lockable(TypeSerializer<?> element) throws Exception {
        return DeclaredTypes.make(BUFFER + "Lockable$LockableTypeSerializer", element);
    }
}
