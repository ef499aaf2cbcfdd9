package sp.interop.bench;

import java.util.Map;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.util.Collector;

/** Gives all state of a key as the rows that RowBootstrap takes. Those of a key wait together, so none is reused. */
final class StateReader extends OpenedReader<Long, Tuple5<Integer, Long, String, Long, Profile>> {
    private static final long serialVersionUID = 1;

    private transient ValueState<Long> count;
    private transient ValueState<Profile> profile;
    private transient MapState<String, Long> seen;

    @Override
    void declareStates() {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        profile = getRuntimeContext().getState(new ValueStateDescriptor<>("profile", Types.POJO(Profile.class)));
        seen = getRuntimeContext().getMapState(new MapStateDescriptor<>("seen", Types.STRING, Types.LONG));
    }

    @Override
    public void readKey(Long key, Context context, Collector<Tuple5<Integer, Long, String, Long, Profile>> out) throws Exception {
        Long number = count.value();
        if (number != null) {
            out.collect(Tuple5.of(RowReader.COUNT, key, null, number, null));
        }
        Profile found = profile.value();
        if (found != null) {
            out.collect(Tuple5.of(RowReader.PROFILE, key, null, 0L, found));
        }
        for (Map.Entry<String, Long> entry : seen.entries()) {
            out.collect(Tuple5.of(RowReader.SEEN, key, entry.getKey(), entry.getValue(), null));
        }
        for (Long timestamp : context.registeredEventTimeTimers()) {
            out.collect(Tuple5.of(RowReader.TIMER, key, null, timestamp, null));
        }
    }
}
