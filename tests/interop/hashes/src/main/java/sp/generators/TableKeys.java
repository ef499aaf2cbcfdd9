package sp.generators;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRawValueData;
import org.apache.flink.table.runtime.typeutils.ArrayDataSerializer;
import org.apache.flink.table.runtime.typeutils.DecimalDataSerializer;
import org.apache.flink.table.runtime.typeutils.MapDataSerializer;
import org.apache.flink.table.runtime.typeutils.RawValueDataSerializer;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.runtime.typeutils.StringDataSerializer;
import org.apache.flink.table.runtime.typeutils.TimestampDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/** Keys of the Table API, in the binary forms in which its operators hash them. */
final class TableKeys {
    private TableKeys() {}

    static List<String> lines() {
        Draw d = new Draw(7);
        VarCharType text = new VarCharType(VarCharType.MAX_LENGTH);
        List<String> lines = new ArrayList<>();
        RowDataSerializer rows = new RowDataSerializer(new BigIntType(), text, new IntType(), new DecimalType(10, 2),
                new DecimalType(30, 5), new TimestampType(3), new TimestampType(9), new DoubleType());
        lines.add(Lines.of(null, rows, () -> rows.toBinaryRow(row(d))));
        lines.add(Lines.of(null, StringDataSerializer.INSTANCE, () -> StringData.fromString(d.string())));
        lines.add(Lines.of(null, new DecimalDataSerializer(10, 2), () -> decimal(d, 10, 2)));
        lines.add(Lines.of(null, new DecimalDataSerializer(30, 5), () -> decimal(d, 30, 5)));
        lines.add(Lines.of(null, new TimestampDataSerializer(3), () -> TimestampData.fromEpochMillis(d.number())));
        lines.add(Lines.of(null, new TimestampDataSerializer(9), () -> TimestampData.fromEpochMillis(d.number(), d.below(1000000))));
        ArrayDataSerializer arrays = new ArrayDataSerializer(text);
        lines.add(Lines.of(null, arrays, () -> arrays.toBinaryArray(
                new GenericArrayData(new Object[] {StringData.fromString(d.string()), null, StringData.fromString(d.string())}))));
        MapDataSerializer maps = new MapDataSerializer(new IntType(), new BigIntType());
        lines.add(Lines.of(null, maps, () -> maps.toBinaryMap(map(d))));
        RawValueDataSerializer<String> raw = new RawValueDataSerializer<>(StringSerializer.INSTANCE);
        lines.add(Lines.of(null, raw, () -> {
            BinaryRawValueData<String> value = BinaryRawValueData.fromObject(d.string());
            value.ensureMaterialized(StringSerializer.INSTANCE);
            return value;
        }));
        return lines;
    }

    private static RowData row(Draw d) {
        List<Supplier<Object>> fields = List.of(d::number, () -> StringData.fromString(d.string()), () -> (int) d.number(),
                () -> decimal(d, 10, 2), () -> decimal(d, 30, 5), () -> TimestampData.fromEpochMillis(d.number()),
                () -> TimestampData.fromEpochMillis(d.number(), d.below(1000000)), d::float64);
        GenericRowData row = new GenericRowData(fields.size());
        for (int i = 0; i < fields.size(); ++i) {
            row.setField(i, d.orNull(fields.get(i)));
        }
        return row;
    }

    private static DecimalData decimal(Draw d, int precision, int scale) {
        BigInteger unscaled = BigInteger.valueOf(d.number()).multiply(BigInteger.valueOf(d.number()));
        BigInteger bound = BigInteger.TEN.pow(precision);
        return DecimalData.fromBigDecimal(new BigDecimal(unscaled.remainder(bound), scale), precision, scale);
    }

    private static GenericMapData map(Draw d) {
        Map<Integer, Long> entries = new HashMap<>();
        for (int n = d.below(4); n > 0; --n) {
            entries.put((int) d.number(), d.orNull(d::number));
        }
        return new GenericMapData(entries);
    }
}
