package sp.interop.tables;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.Collector;
import sp.interop.job.Command;
import sp.interop.job.JobBuilder;

/**
 * A table of the rows that the script names (SampleRows.java), and with watermarks where it says so: what a job has done is then
 * decided by the script alone. Rows of one `key` stay in order at any parallelism.
 */
final class FedTable implements ScanTableSource, SupportsSourceWatermark {
    private final String job;
    private final String table;
    private final RowType type;
    private final ChangelogMode changes;

    FedTable(String job, String table, RowType type, ChangelogMode changes) {
        this.job = job;
        this.table = table;
        this.type = type;
        this.changes = changes;
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return changes;
    }

    /** Watermarks come from the source anyway. */
    @Override
    public void applySourceWatermark() {}

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        return new Provider(job + "/" + table, table, type);
    }

    @Override
    public DynamicTableSource copy() {
        return new FedTable(job, table, type, changes);
    }

    @Override
    public String asSummaryString() {
        return "rows that the script feeds";
    }

    private static final class Provider implements DataStreamScanProvider {
        private final String channel;
        private final String table;
        private final RowType type;

        Provider(String channel, String table, RowType type) {
            this.channel = channel;
            this.table = table;
            this.type = type;
        }

        @Override
        public DataStream<RowData> produceDataStream(ProviderContext context, StreamExecutionEnvironment environment) {
            return JobBuilder.commands(environment, channel, "commands-" + table)
                    .keyBy(command -> command.key)
                    .process(new ToRow(type)).returns(InternalTypeInfo.of(type)).uid("rows-" + table).name("rows-" + table);
        }

        @Override
        public boolean isBounded() {
            return false;
        }
    }

    private static final class ToRow extends ProcessFunction<Command, RowData> {
        private static final long serialVersionUID = 1;

        private final RowType type;

        ToRow(RowType type) {
            this.type = type;
        }

        @Override
        public void processElement(Command command, Context context, Collector<RowData> out) {
            if (!command.op.equals("watermark")) {
                out.collect(SampleRows.of(type, command));
            }
        }
    }
}
