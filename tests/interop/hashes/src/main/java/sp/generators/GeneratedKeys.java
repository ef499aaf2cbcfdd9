package sp.generators;

import com.google.auto.value.AutoValue;
import com.google.common.base.Objects;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import lombok.Data;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;

/** POJOs whose hashCode is written by Lombok, AutoValue and Kotlin, or by Guava's Objects; and UUIDs, which Kryo writes. */
final class GeneratedKeys {
    private GeneratedKeys() {}

    static List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(line("{\"recipe\":\"lombok\",\"boxed\":[\"agreed\",\"level\"],\"order\":[\"active\",\"ratio\",\"id\",\"weight\",\"letter\","
                + "\"agreed\",\"level\",\"name\",\"marks\",\"tags\",\"inner\",\"inner.b\",\"inner.a\"]}", LombokKey.class,
                GeneratedKeys::lombok));
        lines.add(line("{\"recipe\":\"lombok\",\"boxed\":[\"b\"]}", SortedLombokKey.class, d -> {
            SortedLombokKey key = new SortedLombokKey();
            key.setA(d.orNull(d::string));
            key.setB(d.orNull(d::bool));
            key.setC(d.bool());
            key.setD((int) d.number());
            return key;
        }));
        lines.add(line("{\"recipe\":\"kotlin\",\"boxed\":[\"agreed\",\"weight\"],\"order\":[\"name\",\"id\",\"active\",\"agreed\",\"ratio\","
                + "\"weight\",\"marks\",\"level\"]}", KotlinKey.class, d -> new KotlinKey(d.orNull(d::string), d.number(), d.bool(),
                d.orNull(d::bool), d.float64(), d.orNull(d::float32), d.ints(), (int) d.number())));
        lines.add(line("{\"recipe\":\"guava\",\"order\":[\"name\",\"active\",\"id\",\"ratio\"]}", GuavaKey.class, d -> {
            GuavaKey key = new GuavaKey();
            key.name = d.orNull(d::string);
            key.active = d.bool();
            key.id = d.number();
            key.ratio = d.float64();
            return key;
        }));
        lines.add(autoValue());
        Draw d = new Draw(5);
        lines.add(Lines.of(null, Types.GENERIC(UUID.class), () -> new UUID(d.number(), d.number())));
        lines.add(Lines.of(null, Types.<Tuple2<UUID, Integer>>TUPLE(Types.GENERIC(UUID.class), Types.INT),
                () -> Tuple2.of(new UUID(d.number(), d.number()), (int) d.number())));
        return lines;
    }

    private static <T> String line(String recipe, Class<T> type, Function<Draw, T> next) {
        Draw draw = new Draw(type.getName().hashCode());
        return Lines.of(recipe, TypeInformation.of(type), () -> next.apply(draw));
    }

    private static LombokKey lombok(Draw d) {
        LombokKey key = new LombokKey();
        key.setName(d.orNull(d::string));
        key.setActive(d.bool());
        key.setAgreed(d.orNull(d::bool));
        key.setRatio(d.float64());
        key.setMarks(d.orNull(d::ints));
        key.setId(d.number());
        key.setLevel(d.orNull(() -> (int) d.number()));
        key.setTags(d.orNull(() -> new String[] {d.string(), d.string()}));
        key.setWeight(d.float32());
        key.setLetter((char) d.number());
        key.setInner(d.orNull(() -> {
            LombokKey.Inner inner = new LombokKey.Inner();
            inner.setA(d.orNull(d::string));
            inner.setB((byte) d.number());
            return inner;
        }));
        return key;
    }

    /** AutoValue's classes are no POJOs: a POJO of the same fields is written. */
    private static String autoValue() {
        String recipe = "{\"recipe\":\"autovalue\",\"order\":[\"name\",\"id\",\"active\",\"ratio\",\"weight\",\"marks\",\"level\"],"
                + "\"boxed\":[\"level\"]}";
        Draw d = new Draw(3);
        return Lines.of(recipe, TypeInformation.of(Mirror.class).createSerializer(new ExecutionConfig()), () -> {
            Mirror key = new Mirror();
            key.name = d.orNull(d::string);
            key.id = d.number();
            key.active = d.bool();
            key.ratio = d.float64();
            key.weight = d.float32();
            key.marks = d.ints();
            key.level = (int) d.number();
            return new Lines.Hashed<>(key, new AutoValue_GeneratedKeys_Values(key.name, key.id, key.active, key.ratio, key.weight, key.marks,
                    key.level).hashCode());
        }, 0);
    }

    @Data
    public static class LombokKey {
        private String name;
        private boolean active;
        private Boolean agreed;
        private double ratio;
        private int[] marks;
        private long id;
        private Integer level;
        private String[] tags;
        private float weight;
        private char letter;
        private Inner inner;

        @Data
        public static class Inner {
            private String a;
            private byte b;
        }
    }

    @Data
    public static class SortedLombokKey {
        private String a;
        private Boolean b;
        private boolean c;
        private int d;
    }

    public static class GuavaKey {
        public String name;
        public boolean active;
        public long id;
        public double ratio;

        @Override
        public int hashCode() {
            return Objects.hashCode(name, active, id, ratio);
        }
    }

    public static class Mirror {
        public String name;
        public long id;
        public boolean active;
        public double ratio;
        public float weight;
        public int[] marks;
        public Integer level;
    }

    @AutoValue
    abstract static class Values {
        @javax.annotation.Nullable
        abstract String name();

        abstract long id();

        abstract boolean active();

        abstract double ratio();

        abstract float weight();

        @SuppressWarnings("mutable")
        abstract int[] marks();

        abstract Integer level();
    }
}
