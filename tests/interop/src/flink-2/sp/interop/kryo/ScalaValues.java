package sp.interop.kryo;

import java.util.Random;
import java.util.function.Supplier;

/** Flink 2 has no Scala API. */
final class ScalaValues {
    private ScalaValues() {}

    static Object any(Random random, int size, Supplier<Object> part) {
        return null;
    }

    static boolean write(Object value, KryoJson json) {
        return false;
    }
}
