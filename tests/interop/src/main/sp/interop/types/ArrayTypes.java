package sp.interop.types;

import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;

/** Arrays; most have n % 4 elements. */
final class ArrayTypes {
    private ArrayTypes() {}

    static void addTo(Consumer<NamedType> table) {
        table.accept(new NamedType("booleans", PrimitiveArrayTypeInfo.BOOLEAN_PRIMITIVE_ARRAY_TYPE_INFO,
                n -> new boolean[] {(n & 1) == 1, (n & 2) == 2}));
        table.accept(new NamedType("bytes", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, ArrayTypes::bytesOf));
        table.accept(new NamedType("random_kilobyte", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, ArrayTypes::randomBytesOf));
        table.accept(new NamedType("shorts", PrimitiveArrayTypeInfo.SHORT_PRIMITIVE_ARRAY_TYPE_INFO,
                n -> new short[] {(short) n, (short) -n}));
        table.accept(new NamedType("ints", PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO,
                n -> IntStream.range(0, size(n)).map(i -> (int) (n * i)).toArray()));
        table.accept(new NamedType("longs", PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
                n -> LongStream.range(0, size(n)).map(i -> BasicTypes.longOf(n + i)).toArray()));
        table.accept(new NamedType("floats", PrimitiveArrayTypeInfo.FLOAT_PRIMITIVE_ARRAY_TYPE_INFO,
                n -> new float[] {n / 10.0f, Float.NEGATIVE_INFINITY}));
        table.accept(new NamedType("doubles", PrimitiveArrayTypeInfo.DOUBLE_PRIMITIVE_ARRAY_TYPE_INFO,
                n -> LongStream.range(0, size(n)).mapToDouble(i -> BasicTypes.doubleOf(n + i)).toArray()));
        table.accept(new NamedType("chars", PrimitiveArrayTypeInfo.CHAR_PRIMITIVE_ARRAY_TYPE_INFO,
                n -> ("x" + n).toCharArray()));
        table.accept(new NamedType("strings", BasicArrayTypeInfo.STRING_ARRAY_TYPE_INFO,
                n -> IntStream.range(0, size(n)).mapToObj(i -> i == 1 ? null : BasicTypes.stringOf(n + i)).toArray(String[]::new)));
        table.accept(new NamedType("boxed_ints", BasicArrayTypeInfo.INT_ARRAY_TYPE_INFO,
                n -> IntStream.range(0, size(n)).mapToObj(i -> (int) n + i).toArray(Integer[]::new)));
        table.accept(new NamedType("tuples", Types.OBJECT_ARRAY(Types.<Tuple2<String, Integer>>TUPLE(Types.STRING, Types.INT)),
                ArrayTypes::tuplesOf));
    }

    private static int size(long n) {
        return (int) Math.floorMod(n, 4L);
    }

    static byte[] bytesOf(long n) {
        byte[] bytes = new byte[size(n) * 5];
        for (int i = 0; i < bytes.length; ++i) {
            bytes[i] = (byte) (n * 31 + i * 7);
        }
        return bytes;
    }

    /** Nothing compresses them. */
    private static byte[] randomBytesOf(long n) {
        byte[] bytes = new byte[1000];
        new Random(n).nextBytes(bytes);
        return bytes;
    }

    @SuppressWarnings("unchecked")
    private static Tuple2<String, Integer>[] tuplesOf(long n) {
        Tuple2<String, Integer>[] tuples = new Tuple2[size(n)];
        for (int i = 0; i < tuples.length; ++i) {
            tuples[i] = i == 1 ? null : Tuple2.of(BasicTypes.stringOf(n + i), i);
        }
        return tuples;
    }
}
