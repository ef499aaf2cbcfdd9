package sp.interop.bench;

import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.state.api.functions.KeyedStateBootstrapFunction;

/** Puts each row into the state that it is of. */
final class RowBootstrap extends KeyedStateBootstrapFunction<Long, Tuple5<Integer, Long, String, Long, Profile>> {
    private static final long serialVersionUID = 1;

    private transient ValueState<Long> count;
    private transient ValueState<Profile> profile;
    private transient MapState<String, Long> seen;

    @Override
    public void processElement(Tuple5<Integer, Long, String, Long, Profile> row, Context context) throws Exception {
        if (count == null) {  // open() takes another argument in Flink 2
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
            profile = getRuntimeContext().getState(new ValueStateDescriptor<>("profile", Types.POJO(Profile.class)));
            seen = getRuntimeContext().getMapState(new MapStateDescriptor<>("seen", Types.STRING, Types.LONG));
        }
        switch (row.f0) {
            case RowReader.COUNT -> count.update(row.f3);
            case RowReader.PROFILE -> profile.update(row.f4);
            case RowReader.SEEN -> seen.put(row.f2, row.f3);
            default -> context.timerService().registerEventTimeTimer(row.f3);
        }
    }
}
