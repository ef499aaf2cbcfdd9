package sp.interop.hashes;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Random values, the same for the same seed: tests/unit/state/key_values.hpp draws the same as bytes. */
final class Draw {
    private long state;

    Draw(long seed) {
        state = seed;
    }

    /** SplitMix64. */
    long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    int below(int bound) {
        return (int) Long.remainderUnsigned(next(), bound);
    }

    boolean bool() {
        return (next() & 1) != 0;
    }

    /** A number of any magnitude. */
    long number() {
        long bits = next();
        return bits >> (next() & 63);
    }

    float float32() {
        switch (below(4)) {
            case 0: return new float[] {0.0f, -0.0f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1.5f}[below(6)];
            case 1: return (float) (int) number();
            default: return Float.intBitsToFloat((int) next());
        }
    }

    double float64() {
        switch (below(4)) {
            case 0: return new double[] {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.5}[below(6)];
            case 1: return (double) number();
            case 2: return Float.intBitsToFloat((int) next());
            default: return Double.longBitsToDouble(next());
        }
    }

    String string() {
        char[] units = new char[below(12)];
        for (int i = 0; i < units.length; ++i) {
            int kind = below(4);
            units[i] = (char) (kind < 2 ? 32 + below(95) : kind == 2 ? below(0x800) : below(0x10000));
        }
        return new String(units);
    }

    BigInteger bigInteger() {
        byte[] bytes = new byte[1 + below(20)];
        for (int i = 0; i < bytes.length; ++i) {
            bytes[i] = (byte) (below(4) == 0 ? 0 : next());
        }
        return new BigInteger(bytes);
    }

    BigDecimal bigDecimal() {
        BigInteger unscaled = bigInteger();
        return new BigDecimal(unscaled, below(40) - 20);
    }

    Date date() {
        return new Date(number());
    }

    Timestamp timestamp() {
        long ms = number() / 1000;
        Timestamp value = new Timestamp(ms);
        value.setNanos((int) Math.floorMod(ms, 1000L) * 1000000 + below(1000000));
        return value;
    }

    Instant instant() {
        long seconds = number() >> 10;
        return Instant.ofEpochSecond(seconds, below(1000000000));
    }

    LocalDate localDate() {
        int year = below(4000) - 1000;
        int month = 1 + below(12);
        return LocalDate.of(year, month, 1 + below(28));
    }

    LocalTime localTime() {
        int hour = below(24);
        int minute = below(60);
        int second = below(60);
        return LocalTime.of(hour, minute, second, below(1000000000));
    }

    <T> T orNull(Supplier<T> value) {
        return below(4) == 0 ? null : value.get();
    }

    <T> List<T> list(Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int n = below(4); n > 0; --n) {
            list.add(element.get());
        }
        return list;
    }

    <T> Set<T> set(Supplier<T> element) {
        return new LinkedHashSet<>(list(element));
    }

    /** Of equal keys the first counts. */
    <K, V> Map<K, V> map(Supplier<K> key, Supplier<V> value) {
        Map<K, V> map = new LinkedHashMap<>();
        for (int n = below(4); n > 0; --n) {
            K k = key.get();
            V v = orNull(value);
            if (!map.containsKey(k)) {
                map.put(k, v);
            }
        }
        return map;
    }

    byte[] bytes() {
        byte[] bytes = new byte[below(4)];
        for (int i = 0; i < bytes.length; ++i) {
            bytes[i] = (byte) number();
        }
        return bytes;
    }

    int[] ints() {
        return list(() -> (int) number()).stream().mapToInt(i -> i).toArray();
    }

    double[] doubles() {
        return list(this::float64).stream().mapToDouble(d -> d).toArray();
    }

    String[] strings() {
        return list(this::string).toArray(new String[0]);
    }
}
