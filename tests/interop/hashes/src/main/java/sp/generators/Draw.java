package sp.generators;

import java.util.function.Supplier;

/** Random values, the same for the same seed. */
public final class Draw {
    private final java.util.Random random;

    public Draw(long seed) {
        random = new java.util.Random(seed);
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    public boolean bool() {
        return random.nextBoolean();
    }

    /** A number of any magnitude. */
    public long number() {
        return random.nextLong() >> below(64);
    }

    public float float32() {
        float[] special = {0.0f, -0.0f, Float.NaN, Float.POSITIVE_INFINITY, number(), (int) number()};
        return bool() ? special[below(special.length)] : Float.intBitsToFloat(random.nextInt());
    }

    public double float64() {
        double[] special = {0.0, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, number(), (int) number(), float32()};
        return bool() ? special[below(special.length)] : Double.longBitsToDouble(random.nextLong());
    }

    public String string() {
        StringBuilder text = new StringBuilder();
        for (int n = below(12); n > 0; --n) {
            text.append((char) (bool() ? 32 + below(95) : below(0xD800)));
        }
        return text.toString();
    }

    public int[] ints() {
        return random.ints(below(4)).toArray();
    }

    public <T> T orNull(Supplier<T> value) {
        return below(4) == 0 ? null : value.get();
    }
}
