package sp.interop.tables;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.sink.DataStreamSinkProvider;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;
import sp.interop.ValueJson;
import sp.interop.Versions;
import sp.interop.job.Outputs;
import sp.interop.read.TableValues;

/** Tells each change as `TABLE KIND ROW`, a line of the job's outputs. */
final class ToldTable implements DynamicTableSink {
    private final String job;
    private final String table;
    private final RowType type;

    ToldTable(String job, String table, RowType type) {
        this.job = job;
        this.table = table;
        this.type = type;
    }

    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requested) {
        return requested;
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
        return new Provider(job, table, type);
    }

    @Override
    public DynamicTableSink copy() {
        return new ToldTable(job, table, type);
    }

    @Override
    public String asSummaryString() {
        return "changes that the script is told";
    }

    private static final class Provider implements DataStreamSinkProvider {
        private final String job;
        private final String table;
        private final RowType type;

        Provider(String job, String table, RowType type) {
            this.job = job;
            this.table = table;
            this.type = type;
        }

        @Override
        public DataStreamSink<?> consumeDataStream(ProviderContext context, DataStream<RowData> changes) {
            return Versions.discard(changes.process(new Teller(job, table, type)).returns(Types.VOID)
                    .uid("told-" + table).name("told-" + table)).uid("discard-" + table);
        }
    }

    private static final class Teller extends ProcessFunction<RowData, Void> {
        private static final long serialVersionUID = 1;

        private final String job;
        private final String table;
        private final RowType type;

        Teller(String job, String table, RowType type) {
            this.job = job;
            this.table = table;
            this.type = type;
        }

        @Override
        public void processElement(RowData row, Context context, Collector<Void> out) {
            Outputs.add(job, table + " " + row.getRowKind().shortString() + " " + ValueJson.of(TableValues.row(row, type)));
        }
    }
}
