package sp.interop.types;

import java.util.Arrays;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.table.api.dataview.ListView;
import org.apache.flink.table.api.dataview.MapView;
import org.apache.flink.table.dataview.ListViewSerializer;
import org.apache.flink.table.dataview.MapViewSerializer;
import org.apache.flink.table.dataview.NullAwareMapSerializer;
import org.apache.flink.table.dataview.NullSerializer;
import org.apache.flink.table.runtime.operators.window.CountWindow;
import org.apache.flink.table.runtime.operators.window.TimeWindow;
import org.apache.flink.table.runtime.typeutils.DecimalDataSerializer;
import org.apache.flink.table.runtime.typeutils.InternalSerializers;
import org.apache.flink.table.runtime.typeutils.LinkedListSerializer;
import org.apache.flink.table.runtime.typeutils.RawValueDataSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.runtime.typeutils.StringDataSerializer;
import org.apache.flink.table.runtime.typeutils.TimestampDataSerializer;
import org.apache.flink.table.runtime.typeutils.WindowKeySerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DayTimeIntervalType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RawType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.YearMonthIntervalType;

/** Serializers of the table runtime. */
final class DeclaredSql {
    private DeclaredSql() {}

    static void addTo(DeclaredTypes table) throws Exception {
        addRuntime(table);
        addMultisets(table);
        addRows(table);
        addCollections(table);
    }

    private static void addRuntime(DeclaredTypes table) throws Exception {
        TypeSerializer<Integer> number = IntSerializer.INSTANCE;
        table.add(StringDataSerializer.INSTANCE, "string-data");
        table.add(new DecimalDataSerializer(10, 2), "decimal<10,2>", "{'decimal':[10,2]}");
        table.add(new DecimalDataSerializer(38, 38), "decimal<38,38>");
        table.add(new TimestampDataSerializer(3), "timestamp-data<3>", "{'timestamp-data':3}");
        table.add(new TimestampDataSerializer(9), "timestamp-data<9>");
        table.add(new RawValueDataSerializer<>(StringSerializer.INSTANCE), "raw-data<string>", "{'raw-data':'string'}");
        table.add(new LinkedListSerializer<>(number), "linked-list<int>", "{'linked-list':'int'}", "{'linked-list':'int','v':3}");
        table.add(new LinkedListSerializer<>(number, false), "{'linked-list':'int','nulls':false}");
        table.add(new ListViewSerializer<>(new ListSerializer<>(number)), "list-view<int>", "{'list-view':'int'}");
        table.add(new MapViewSerializer<>(new MapSerializer<>(number, StringDataSerializer.INSTANCE)), "map-view<int,string-data>",
                "{'map-view':['int','string-data']}");
        table.add(new NullAwareMapSerializer<>(StringDataSerializer.INSTANCE, number), "null-aware-map<string-data,int>",
                "{'null-aware-map':['string-data','int']}");
        table.add(new MapViewSerializer<>(new NullAwareMapSerializer<>(number, LongSerializer.INSTANCE)),
                "map-view<null-aware-map<int,long>>",
                "{'map-view':{'null-aware-map':['int','long']}}");
        table.add(NullSerializer.INSTANCE, "sql-null");
        table.add(new TimeWindow.Serializer(), "sql-time-window");
        table.add(new CountWindow.Serializer(), "count-window");
        table.add(DeclaredTypes.make("org.apache.flink.table.runtime.operators.sink.SortedLongSerializer"), "sorted-long");
    }

    private static void addMultisets(DeclaredTypes table) throws Exception {
        String linked = "org.apache.flink.table.runtime.sequencedmultisetstate.linked.";
        table.add(DeclaredTypes.make(linked + "MetaSqnInfoSerializer"), "sms-meta-info");
        table.add(DeclaredTypes.make(linked + "RowSqnInfoSerializer"), "sms-row-info");
        TypeSerializer<?> node = DeclaredTypes.make(linked + "NodeSerializer", rows(new BigIntType(), new VarCharType(9)));
        table.add(node, "sms-node<sql<BIGINT, VARCHAR(9)>>", "{'sms-node':{'rowdata':['BIGINT','VARCHAR(9)']}}");
        if (node != null) {
            table.add(new MapSerializer<>(LongSerializer.INSTANCE, node), "map<long,sms-node<sql<BIGINT, VARCHAR(9)>>>");
        }
    }

    private static void addRows(DeclaredTypes table) {
        table.add(rows(new BigIntType()), "sql<BIGINT>", "{'rowdata':['BIGINT']}", "{'rowdata':{'id':'BIGINT'}}");
        table.add(rows(new BigIntType(), new VarCharType(false, 20), new DecimalType(10, 2)),
                "sql<BIGINT, VARCHAR(20) NOT NULL, DECIMAL(10, 2)>", "sql<bigint,varchar(20) not null,decimal(10,2)>",
                "{'rowdata':['BIGINT','VARCHAR(20) NOT NULL','DECIMAL(10,2)']}");
        table.add(rows(new VarCharType(VarCharType.MAX_LENGTH)), "sql<STRING>", "sql<VARCHAR(2147483647)>");
        table.add(rows(new VarBinaryType(VarBinaryType.MAX_LENGTH), new VarBinaryType(5), new BinaryType(4), new CharType(3)),
                "sql<BYTES, VARBINARY(5), BINARY(4), CHAR(3)>");
        table.add(rows(new BooleanType(), new TinyIntType(), new SmallIntType(), new IntType(), new FloatType(), new DoubleType(false)),
                "sql<BOOLEAN, TINYINT, SMALLINT, INT, FLOAT, DOUBLE NOT NULL>");
        table.add(rows(new DateType(), new TimeType(0), new TimeType(3), new TimestampType(3), new TimestampType(false, 6),
                        new LocalZonedTimestampType(3)),
                "sql<DATE, TIME(0), TIME(3), TIMESTAMP(3), TIMESTAMP(6) NOT NULL, TIMESTAMP_LTZ(3)>");
        table.add(rows(new TimestampType(), new LocalZonedTimestampType(), new TimeType(), new DecimalType(), new CharType(),
                        new BinaryType()),
                "sql<TIMESTAMP, TIMESTAMP_LTZ, TIME, DECIMAL, CHAR, BINARY>",
                "sql<TIMESTAMP(6), TIMESTAMP_LTZ(6), TIME(0), DECIMAL(10, 0), CHAR(1), BINARY(1)>");
        table.add(rows(new DecimalType(38, 18)), "sql<DECIMAL(38, 18)>");
        table.add(rows(new YearMonthIntervalType(YearMonthIntervalType.YearMonthResolution.YEAR_TO_MONTH),
                        new DayTimeIntervalType(DayTimeIntervalType.DayTimeResolution.DAY_TO_SECOND, 2, 3)),
                "sql<INTERVAL YEAR(2) TO MONTH, INTERVAL DAY(2) TO SECOND(3)>");
        table.add(rows(new IntType(), RowType.of(new LogicalType[] {new IntType(), new VarCharType(9), new IntType(false)},
                        new String[] {"a", "b", "c"})),
                "sql<INT, ROW<`a` INT, `b` VARCHAR(9), `c` INT NOT NULL>>", "sql<INT, ROW<a INT, b VARCHAR(9), c INT NOT NULL>>");
        table.add(rows(RowType.of(false, new LogicalType[] {RowType.of(new LogicalType[] {new BigIntType()}, new String[] {"x"}),
                        new TimestampType(3)}, new String[] {"inner row", "t"})),
                "sql<ROW<`inner row` ROW<`x` BIGINT>, `t` TIMESTAMP(3)> NOT NULL>");
        table.add(rows(new BigIntType(), dataView(true, MapView.class), dataView(false, ListView.class), new DecimalType(38, 2),
                        dataView(true, MapView.class)),
                "sql<BIGINT, RAW('org.apache.flink.table.api.dataview.MapView', '...'), "
                        + "RAW('org.apache.flink.table.api.dataview.ListView', '...') NOT NULL, DECIMAL(38, 2), "
                        + "RAW('org.apache.flink.table.api.dataview.MapView', '...')>");
        table.add(rows(), "sql<>", "{'rowdata':[]}");
        table.add(new ListSerializer<>(rows(new IntType())), "list<sql<INT>>", "{'list':{'rowdata':['INT']}}");
        table.add(new WindowKeySerializer(rows(new IntType())), "window-key<sql<INT>>", "{'window-key':{'rowdata':['INT']}}");
    }

    private static void addCollections(DeclaredTypes table) {
        table.add(InternalSerializers.create(new ArrayType(new IntType())), "array-data<INT>", "{'array-data':'INT'}",
                "{'array-data':['INT']}");
        table.add(InternalSerializers.create(new MapType(new VarCharType(false, VarCharType.MAX_LENGTH), new DecimalType(20, 3))),
                "map-data<STRING NOT NULL, DECIMAL(20, 3)>", "{'map-data':['STRING NOT NULL','DECIMAL(20, 3)']}");
        LogicalType[] elements = {new BooleanType(), new TinyIntType(), new SmallIntType(false), new BigIntType(), new FloatType(),
            new DoubleType(), new VarBinaryType(VarBinaryType.MAX_LENGTH), new CharType(2), new DateType(), new TimestampType(3),
            new LocalZonedTimestampType(9)};
        table.add(rows(Arrays.stream(elements).map(ArrayType::new).toArray(LogicalType[]::new)),
                "sql<ARRAY<BOOLEAN>, ARRAY<TINYINT>, ARRAY<SMALLINT NOT NULL>, ARRAY<BIGINT>, ARRAY<FLOAT>, ARRAY<DOUBLE>, ARRAY<BYTES>, "
                        + "ARRAY<CHAR(2)>, ARRAY<DATE>, ARRAY<TIMESTAMP(3)>, ARRAY<TIMESTAMP_LTZ(9)>>");
        table.add(rows(new MapType(new IntType(), new BigIntType()), new MultisetType(false, new VarCharType(5))),
                "sql<MAP<INT, BIGINT>, MULTISET<VARCHAR(5)> NOT NULL>");
        table.add(rows(RowType.of(new LogicalType[] {new ArrayType(new IntType())}, new String[] {"numbers"})),
                "sql<ROW<numbers ARRAY<INT>>>");
    }

    /** As accumulators have it: the entries are in a state of their own. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static LogicalType dataView(boolean nullable, Class<?> view) {
        return new RawType(nullable, view, NullSerializer.INSTANCE);
    }

    private static RowDataSerializer rows(LogicalType... types) {
        return new RowDataSerializer(types);
    }
}
