package sp.interop.kryo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import scala.None$;
import scala.Option;
import scala.Product;
import scala.Some;
import scala.Symbol;
import scala.Tuple1;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.JavaConverters;
import scala.collection.Traversable;
import scala.collection.convert.Wrappers;
import scala.collection.generic.GenericCompanion;
import scala.collection.mutable.Builder;
import scala.collection.mutable.WrappedArray;
import scala.math.BigDecimal;
import scala.math.BigInt;
import scala.math.Ordering;
import scala.runtime.BoxedUnit;
import scala.util.Failure;
import scala.util.Left;
import scala.util.Right;
import scala.util.Success;
import scala.util.matching.Regex;

/** Random values of Scala's library, and how sp-dump prints them, where flink-scala has registered chill's serializers with Kryo. */
final class ScalaValues {
    private static final GenericCompanion<?>[] COLLECTIONS = {scala.collection.immutable.List$.MODULE$,
        scala.collection.immutable.Vector$.MODULE$, scala.collection.immutable.Queue$.MODULE$, scala.collection.immutable.Set$.MODULE$,
        scala.collection.immutable.ListSet$.MODULE$, scala.collection.mutable.ListBuffer$.MODULE$,
        scala.collection.mutable.ArrayBuffer$.MODULE$, scala.collection.mutable.Queue$.MODULE$,
        scala.collection.mutable.HashSet$.MODULE$, scala.collection.mutable.LinkedHashSet$.MODULE$};

    private final Random random;
    private final int size;
    private final Supplier<Object> part;

    private ScalaValues(Random random, int size, Supplier<Object> part) {
        this.random = random;
        this.size = size;
        this.part = part;
    }

    /** Null where chill is not there. `size`: so many parts a collection has at most; each is made by `part`. */
    static Object any(Random random, int size, Supplier<Object> part) {
        return GeneratedClasses.writesSynthetic() ? new ScalaValues(random, size, part).any() : null;
    }

    private Object any() {
        switch (random.nextInt(12)) {
            case 0:
            case 1: return collection();
            case 2:
            case 3: return map();
            case 4: return option();
            case 5: return random.nextBoolean() ? new Left<>(part.get()) : new Right<>(part.get());
            case 6: return tuple();
            case 7: return random.nextBoolean() ? new Success<>(part.get()) : new Failure<>(new IllegalStateException("failed"));
            case 8: return wrapper();
            case 9: return numbers();
            default: return leaf();
        }
    }

    @SuppressWarnings("unchecked")
    private Object collection() {
        Builder<Object, ?> builder =
            (Builder<Object, ?>) COLLECTIONS[random.nextInt(COLLECTIONS.length)].newBuilder();
        for (int i = random.nextInt(size + 1); i > 0; --i) {
            builder.$plus$eq(random.nextInt(3) == 0 ? JdkValues.text(random) : part.get());
        }
        return builder.result();
    }

    private Object map() {
        Builder<Tuple2<Object, Object>, ?> builder = mapBuilder();
        boolean named = random.nextBoolean();
        List<Tuple2<Object, Object>> known = new ArrayList<>();
        for (int i = random.nextInt(2 * size + 1); i > 0; --i) {
            Object key = named || random.nextBoolean() ? JdkValues.text(random) : (Object) random.nextInt();
            known.add(new Tuple2<>(key, part.get()));
            builder.$plus$eq(known.get(known.size() - 1));
        }
        Object map = builder.result();
        // Immutable HashMaps keep the tuples that are put into them.
        return known.isEmpty() || random.nextInt(3) != 0 ? map
            : new Tuple3<>(random.nextBoolean() ? known.get(0) : null, map, known.get(known.size() - 1));
    }

    private Builder<Tuple2<Object, Object>, ?> mapBuilder() {
        switch (random.nextInt(6)) {
            case 0: return scala.collection.immutable.HashMap$.MODULE$.newBuilder();
            case 1: return scala.collection.immutable.ListMap$.MODULE$.newBuilder();
            case 2: return scala.collection.mutable.HashMap$.MODULE$.newBuilder();
            case 3: return scala.collection.mutable.LinkedHashMap$.MODULE$.newBuilder();
            default: return scala.collection.immutable.Map$.MODULE$.newBuilder();
        }
    }

    private Object option() {
        return random.nextInt(4) == 0 ? None$.MODULE$ : new Some<>(random.nextInt(3) == 0 ? option() : part.get());
    }

    private Object tuple() {
        switch (random.nextInt(7)) {
            case 0: return new Tuple1<>(part.get());
            case 1: return new Tuple3<>(part.get(), part.get(), part.get());
            case 2: return new scala.Tuple2$mcIJ$sp(random.nextInt(), random.nextLong());
            case 3: return new scala.Tuple2$mcDD$sp(random.nextDouble(), 1.5);
            case 4: return new scala.Tuple2$mcCZ$sp('c', random.nextBoolean());
            case 5: return new scala.Tuple1$mcJ$sp(random.nextLong());
            default: return new Tuple2<>(part.get(), part.get());
        }
    }

    private Object wrapper() {
        Object collection = collection();
        if (collection instanceof scala.collection.immutable.List || collection instanceof scala.collection.immutable.Vector) {
            return JavaConverters.seqAsJavaListConverter((scala.collection.Seq<?>) collection).asJava();
        }
        if (random.nextBoolean()) {
            return JavaConverters.asScalaBufferConverter(new ArrayList<>(Arrays.asList(part.get(), "x"))).asScala();
        }
        return WrappedArray.make(random.nextBoolean() ? new int[] {random.nextInt(), 2} : new String[] {"a", null});
    }

    private Object numbers() {
        if (random.nextBoolean()) {
            Builder<Object, ?> bits = scala.collection.immutable.BitSet$.MODULE$.newBuilder();
            for (int i = random.nextInt(5); i > 0; --i) {
                bits.$plus$eq(random.nextInt(300));
            }
            return bits.result();
        }
        Builder<String, ?> set = scala.collection.immutable.TreeSet$.MODULE$.newBuilder(Ordering.String$.MODULE$);
        for (int i = random.nextInt(5); i > 0; --i) {
            set.$plus$eq(JdkValues.text(random));
        }
        return set.result();
    }

    private Object leaf() {
        switch (random.nextInt(6)) {
            case 0: return BoxedUnit.UNIT;
            case 1: return Symbol.apply(JdkValues.text(random));
            case 2: return BigInt.apply(random.nextLong());
            case 3: return new BigDecimal(new java.math.BigDecimal(random.nextInt()).movePointLeft(random.nextInt(5)));
            case 4: return new Regex("a+" + random.nextInt(10), scala.collection.immutable.List$.MODULE$.<String>empty());
            default: return None$.MODULE$;
        }
    }

    // ---- How they are printed ----------------------------------------------------------------------------------------------

    /** False if it is none of Scala's. */
    static boolean write(Object value, KryoJson json) {
        if (value == null || value == None$.MODULE$ || value == BoxedUnit.UNIT) {
            return value != null && json.text("null");
        } else if (value instanceof Symbol || value instanceof Regex || value instanceof BigInt || value instanceof BigDecimal) {
            json.quoted(value instanceof Symbol ? ((Symbol) value).name() : value.toString());
        } else if (value instanceof Some) {
            writeSome((Some<?>) value, json);
        } else if (value instanceof WrappedArray) {
            json.write(((WrappedArray<?>) value).array(), Shape.OBJECT);
        } else if (value instanceof Wrappers.SeqWrapper) {
            json.write(((Wrappers.SeqWrapper<?>) value).underlying(), Shape.OBJECT);
        } else if (value instanceof Wrappers.JListWrapper) {
            json.write(((Wrappers.JListWrapper<?>) value).underlying(), Shape.OBJECT);
        } else if (value instanceof scala.collection.Map) {
            json.once(value, () -> json.writeMap(JavaConverters.mapAsJavaMapConverter((scala.collection.Map<?, ?>) value).asJava(),
                Shape.OBJECT, Shape.OBJECT));
        } else if (value instanceof Traversable) {
            json.once(value, () -> json.writeArray(JavaConverters.asJavaCollectionConverter(
                ((Traversable<?>) value).toBuffer()).asJavaCollection(), Shape.OBJECT));
        } else if (value.getClass().getName().startsWith("scala.")) {
            json.once(value, () -> writeProduct((Product) value, json));
        } else {
            return false;
        }
        return true;
    }

    private static void writeSome(Some<?> some, KryoJson json) {
        Object content = some.get();
        if (content == null || content instanceof Option || content == BoxedUnit.UNIT || KryoJson.canPrintNull(content)) {
            json.once(some, () -> json.object("some", content));
        } else {
            json.write(content, Shape.OBJECT);
        }
    }

    private static void writeProduct(Product product, KryoJson json) {
        if (product instanceof Left || product instanceof Right || product instanceof Success || product instanceof Failure) {
            json.object(product.productPrefix().toLowerCase(), product.productElement(0));
            return;
        }
        Object[] members = new Object[2 * product.productArity()];
        for (int i = 0; i < product.productArity(); ++i) {
            members[2 * i] = "_" + (i + 1);
            members[2 * i + 1] = product.productElement(i);
        }
        json.object(members);
    }
}
