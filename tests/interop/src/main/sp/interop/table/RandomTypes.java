package sp.interop.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
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

/** Random types of columns, of all that state can hold. */
final class RandomTypes {
    private static final int SCALARS = 20;
    private final Random random;

    RandomTypes(Random random) {
        this.random = random;
    }

    List<LogicalType> columns(int most, int depth) {
        List<LogicalType> columns = new ArrayList<>();
        for (int n = random.nextInt(most + 1); n > 0; --n) {
            columns.add(column(depth));
        }
        return columns;
    }

    /** RAW stands in rows only: of one in an array or map the snapshot has no serializer. */
    LogicalType column(int depth) {
        return random.nextInt(25) == 0 ? new RawType<>(random.nextBoolean(), String.class, StringSerializer.INSTANCE) : any(depth);
    }

    LogicalType any(int depth) {
        boolean nullable = random.nextInt(4) != 0;
        switch (random.nextInt(depth > 0 ? SCALARS + 6 : SCALARS)) {
            case SCALARS:
            case SCALARS + 1:
                return new ArrayType(nullable, any(depth - 1));
            case SCALARS + 2:
                return new MapType(nullable, any(depth - 1), any(depth - 1));
            case SCALARS + 3:
                return new MultisetType(nullable, any(depth - 1));
            case SCALARS + 4:
            case SCALARS + 5:
                return row(nullable, depth - 1);
            default:
                return scalar(nullable);
        }
    }

    LogicalType scalar(boolean nullable) {
        LogicalType newer = random.nextInt(15) == 0 ? NewerTypes.draw(random, nullable) : null;
        return newer != null ? newer : plain(nullable);
    }

    private LogicalType plain(boolean nullable) {
        switch (random.nextInt(SCALARS)) {
            case 0: return new CharType(nullable, 1 + random.nextInt(12));
            case 1: return new VarCharType(nullable, 1 + random.nextInt(30));
            case 2: return new VarCharType(nullable, VarCharType.MAX_LENGTH);
            case 3: return new BooleanType(nullable);
            case 4: return new BinaryType(nullable, 1 + random.nextInt(12));
            case 5: return new VarBinaryType(nullable, VarBinaryType.MAX_LENGTH);
            case 6: return decimal(nullable, 1, 18);
            case 7: return decimal(nullable, 19, 38);
            case 8: return new TinyIntType(nullable);
            case 9: return new SmallIntType(nullable);
            case 10: return new IntType(nullable);
            case 11: return new BigIntType(nullable);
            case 12: return new FloatType(nullable);
            case 13: return new DoubleType(nullable);
            case 14: return new DateType(nullable);
            case 15: return new TimeType(nullable, random.nextInt(4));
            case 16: return new TimestampType(nullable, random.nextInt(10));
            case 17: return new LocalZonedTimestampType(nullable, random.nextInt(10));
            case 18: return new YearMonthIntervalType(nullable, YearMonthIntervalType.YearMonthResolution.YEAR_TO_MONTH, 4);
            default: return new DayTimeIntervalType(nullable, DayTimeIntervalType.DayTimeResolution.DAY_TO_SECOND, 3, 3);
        }
    }

    private LogicalType decimal(boolean nullable, int least, int most) {
        int precision = least + random.nextInt(most - least + 1);
        return new DecimalType(nullable, precision, random.nextInt(precision + 1));
    }

    private LogicalType row(boolean nullable, int depth) {
        List<LogicalType> types = columns(5, depth);
        String[] names = new String[types.size()];
        for (int i = 0; i < names.length; ++i) {
            names[i] = (random.nextInt(5) == 0 ? "größe " : "c") + i;
        }
        return RowType.of(nullable, types.toArray(new LogicalType[0]), names);
    }
}
