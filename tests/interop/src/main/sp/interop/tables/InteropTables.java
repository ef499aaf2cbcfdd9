package sp.interop.tables;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/**
 * Tables WITH ('connector' = 'interop'): one that is read has the rows that the script feeds into the channel JOB/TABLE, one that is
 * written to puts out its changes as lines of JOB.
 */
public final class InteropTables implements DynamicTableSourceFactory, DynamicTableSinkFactory {
    /** Of the job, not of the table: other jobs restore the same statements. */
    public static final String JOB = "interop.job";

    static final ConfigOption<String> NAME = ConfigOptions.key("name").stringType().noDefaultValue()
            .withDescription("of a table that has none in the catalog");
    static final ConfigOption<String> CHANGES = ConfigOptions.key("changes").stringType().defaultValue("append")
            .withDescription("append, all or upsert: the row kinds that the script feeds");
    private static final ChangelogMode UPSERT = ChangelogMode.newBuilder()
            .addContainedKind(RowKind.INSERT).addContainedKind(RowKind.UPDATE_AFTER).addContainedKind(RowKind.DELETE).build();

    @Override
    public String factoryIdentifier() {
        return "interop";
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of(NAME, CHANGES);
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        String changes = context.getCatalogTable().getOptions().getOrDefault(CHANGES.key(), CHANGES.defaultValue());
        ChangelogMode mode = changes.equals("all") ? ChangelogMode.all() : changes.equals("upsert") ? UPSERT : ChangelogMode.insertOnly();
        return new FedTable(job(context), name(context), type(context), mode);
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        return new ToldTable(job(context), name(context), type(context));
    }

    private static String job(Context context) {
        return context.getConfiguration().get(ConfigOptions.key(JOB).stringType().noDefaultValue());
    }

    private static String name(Context context) {
        return context.getCatalogTable().getOptions().getOrDefault(NAME.key(), context.getObjectIdentifier().getObjectName());
    }

    private static RowType type(Context context) {
        return (RowType) context.getPhysicalRowDataType().getLogicalType();
    }
}
