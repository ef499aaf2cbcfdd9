import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.typeutils.ParameterlessTypeSerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerConfigSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.runtime.state.KeyedBackendSerializationProxy;
import org.apache.flink.runtime.state.RegisteredKeyValueStateBackendMetaInfo;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/** Five states: plain, of a serializer without parameters, a list of it, of one with a configuration of its own, plain. */
public final class LegacyHeader {
    private LegacyHeader() {}

    public static void main(String[] arguments) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1024);
        new KeyedBackendSerializationProxy<>(LongSerializer.INSTANCE,
                List.of(state("first", LongSerializer.INSTANCE), state("without", new WithoutParameters()),
                        state("list", new ListSerializer<>(new WithoutParameters())), state("with", new WithConfig()),
                        state("last", LongSerializer.INSTANCE)), false).write(out);
        Files.write(Path.of(arguments[0]), out.getCopyOfBuffer());
    }

    private static org.apache.flink.runtime.state.metainfo.StateMetaInfoSnapshot state(String name, TypeSerializer<?> serializer) {
        return new RegisteredKeyValueStateBackendMetaInfo<>(StateDescriptor.Type.VALUE, name, VoidNamespaceSerializer.INSTANCE, serializer)
                .snapshot();
    }

    abstract static class Own extends TypeSerializerSingleton<String> {
        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public String createInstance() {
            return "";
        }

        @Override
        public String copy(String from) {
            return from;
        }

        @Override
        public String copy(String from, String reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void serialize(String record, DataOutputView target) throws IOException {
            target.writeUTF(record);
        }

        @Override
        public String deserialize(DataInputView source) throws IOException {
            return source.readUTF();
        }

        @Override
        public String deserialize(String reuse, DataInputView source) throws IOException {
            return source.readUTF();
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeUTF(source.readUTF());
        }
    }

    public static final class WithoutParameters extends Own {
        @Override
        public TypeSerializerSnapshot<String> snapshotConfiguration() {
            return legacy(new ParameterlessTypeSerializerConfig<>(getClass().getName()), this);
        }
    }

    public static final class WithConfig extends Own {
        @Override
        public TypeSerializerSnapshot<String> snapshotConfiguration() {
            return legacy(new OwnConfig(), this);
        }
    }

    public static final class OwnConfig extends TypeSerializerConfigSnapshot<String> {
        @Override
        public void write(DataOutputView out) throws IOException {
            super.write(out);
            out.writeUTF("NAMESPACE_SERIALIZER");
            out.writeInt(42);
        }

        @Override
        public int getVersion() {
            return 3;
        }
    }

    /** As TypeSerializerSnapshotSerializationUtil does before it writes one. */
    private static TypeSerializerSnapshot<String> legacy(TypeSerializerConfigSnapshot<String> snapshot, TypeSerializer<String> serializer) {
        snapshot.setPriorSerializer(serializer);
        return snapshot;
    }
}
