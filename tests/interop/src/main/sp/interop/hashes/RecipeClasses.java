package sp.interop.hashes;

import java.util.Arrays;
import java.util.Objects;

/** Keys with the hashCode that a generator writes, each line as the generator has it. */
public final class RecipeClasses {
    private RecipeClasses() {}

    /** Of IntelliJ's template "Objects.hash and Arrays.hashCode". */
    public static final class ObjectsHash extends Parts {
        public Inner inner;

        @Override
        void drawInner(Draw d) {
            inner = d.orNull(() -> {
                Inner drawn = new Inner();
                drawn.drawInner(d);
                return drawn;
            });
        }

        @Override
        public int hashCode() {
            int result = Objects.hash(name, id, active, ratio, count, agreed, weight, height, letter, grade, size, level, day, price, inner);
            result = 31 * result + Arrays.hashCode(marks);
            result = 31 * result + Arrays.hashCode(tags);
            return result;
        }

        /** As the class around it. */
        public static final class Inner extends Parts.Inner {
            @Override
            public int hashCode() {
                int result = Objects.hash(label, code, last);
                return result;
            }
        }
    }

    /** Of IntelliJ's default template before Java 7. */
    public static final class Chain extends Parts {
        public Inner inner;

        @Override
        void drawInner(Draw d) {
            inner = d.orNull(() -> {
                Inner drawn = new Inner();
                drawn.drawInner(d);
                return drawn;
            });
        }

        @Override
        public int hashCode() {
            int result;
            long temp;
            result = name != null ? name.hashCode() : 0;
            result = 31 * result + (int) (id ^ (id >>> 32));
            result = 31 * result + (active ? 1 : 0);
            result = 31 * result + (ratio != null ? ratio.hashCode() : 0);
            result = 31 * result + count;
            result = 31 * result + (agreed != null ? agreed.hashCode() : 0);
            result = 31 * result + Arrays.hashCode(marks);
            result = 31 * result + (weight != +0.0f ? Float.floatToIntBits(weight) : 0);
            temp = height != +0.0d ? Double.doubleToLongBits(height) : 0L;
            result = 31 * result + (int) (temp ^ (temp >>> 32));
            result = 31 * result + (int) letter;
            result = 31 * result + (int) grade;
            result = 31 * result + (int) size;
            result = 31 * result + (level != null ? level.hashCode() : 0);
            result = 31 * result + (day != null ? day.hashCode() : 0);
            result = 31 * result + Arrays.hashCode(tags);
            result = 31 * result + (price != null ? price.hashCode() : 0);
            result = 31 * result + (inner != null ? inner.hashCode() : 0);
            return result;
        }

        /** As the class around it. */
        public static final class Inner extends Parts.Inner {
            @Override
            public int hashCode() {
                int result;
                result = label != null ? label.hashCode() : 0;
                result = 31 * result + (code != null ? code.hashCode() : 0);
                result = 31 * result + (last ? 1 : 0);
                return result;
            }
        }
    }

    /** What a data class of Kotlin 1.4 and later does. */
    public static final class Kotlin extends Parts {
        public Inner inner;

        @Override
        void drawInner(Draw d) {
            inner = d.orNull(() -> {
                Inner drawn = new Inner();
                drawn.drawInner(d);
                return drawn;
            });
        }

        @Override
        public int hashCode() {
            int result = name == null ? 0 : name.hashCode();
            result = result * 31 + Long.hashCode(id);
            result = result * 31 + Boolean.hashCode(active);
            result = result * 31 + (ratio == null ? 0 : ratio.hashCode());
            result = result * 31 + Integer.hashCode(count);
            result = result * 31 + (agreed == null ? 0 : agreed.hashCode());
            result = result * 31 + (marks == null ? 0 : Arrays.hashCode(marks));
            result = result * 31 + Float.hashCode(weight);
            result = result * 31 + Double.hashCode(height);
            result = result * 31 + Character.hashCode(letter);
            result = result * 31 + Byte.hashCode(grade);
            result = result * 31 + Short.hashCode(size);
            result = result * 31 + (level == null ? 0 : level.hashCode());
            result = result * 31 + (day == null ? 0 : day.hashCode());
            result = result * 31 + (tags == null ? 0 : Arrays.hashCode(tags));
            result = result * 31 + (price == null ? 0 : price.hashCode());
            result = result * 31 + (inner == null ? 0 : inner.hashCode());
            return result;
        }

        /** As the class around it. */
        public static final class Inner extends Parts.Inner {
            @Override
            public int hashCode() {
                int result = label == null ? 0 : label.hashCode();
                result = result * 31 + (code == null ? 0 : code.hashCode());
                result = result * 31 + Boolean.hashCode(last);
                return result;
            }
        }
    }

    /** Of @EqualsAndHashCode and @Data, Lombok 1.18.30. */
    public static final class Lombok extends Parts {
        public Inner inner;

        @Override
        void drawInner(Draw d) {
            inner = d.orNull(() -> {
                Inner drawn = new Inner();
                drawn.drawInner(d);
                return drawn;
            });
        }

        @Override
        public int hashCode() {
            final int PRIME = 59;
            int result = 1;
            result = result * PRIME + (int) (id >>> 32 ^ id);
            result = result * PRIME + (active ? 79 : 97);
            result = result * PRIME + count;
            result = result * PRIME + Float.floatToIntBits(weight);
            long $height = Double.doubleToLongBits(height);
            result = result * PRIME + (int) ($height >>> 32 ^ $height);
            result = result * PRIME + letter;
            result = result * PRIME + grade;
            result = result * PRIME + size;
            result = result * PRIME + (ratio == null ? 43 : ratio.hashCode());
            result = result * PRIME + (agreed == null ? 43 : agreed.hashCode());
            result = result * PRIME + (level == null ? 43 : level.hashCode());
            result = result * PRIME + (name == null ? 43 : name.hashCode());
            result = result * PRIME + Arrays.hashCode(marks);
            result = result * PRIME + (day == null ? 43 : day.hashCode());
            result = result * PRIME + Arrays.deepHashCode(tags);
            result = result * PRIME + (price == null ? 43 : price.hashCode());
            result = result * PRIME + (inner == null ? 43 : inner.hashCode());
            return result;
        }

        /** As the class around it. */
        public static final class Inner extends Parts.Inner {
            @Override
            public int hashCode() {
                final int PRIME = 59;
                int result = 1;
                result = result * PRIME + (last ? 79 : 97);
                result = result * PRIME + (code == null ? 43 : code.hashCode());
                result = result * PRIME + (label == null ? 43 : label.hashCode());
                return result;
            }
        }
    }

    /** Of AutoValue. */
    public static final class AutoValue extends Parts {
        public Inner inner;

        @Override
        void drawInner(Draw d) {
            inner = d.orNull(() -> {
                Inner drawn = new Inner();
                drawn.drawInner(d);
                return drawn;
            });
        }

        @Override
        public int hashCode() {
            int h$ = 1;
            h$ *= 1000003;
            h$ ^= (name == null) ? 0 : name.hashCode();
            h$ *= 1000003;
            h$ ^= (int) ((id >>> 32) ^ id);
            h$ *= 1000003;
            h$ ^= active ? 1231 : 1237;
            h$ *= 1000003;
            h$ ^= (ratio == null) ? 0 : ratio.hashCode();
            h$ *= 1000003;
            h$ ^= count;
            h$ *= 1000003;
            h$ ^= (agreed == null) ? 0 : agreed.hashCode();
            h$ *= 1000003;
            h$ ^= Arrays.hashCode(marks);
            h$ *= 1000003;
            h$ ^= Float.floatToIntBits(weight);
            h$ *= 1000003;
            h$ ^= (int) ((Double.doubleToLongBits(height) >>> 32) ^ Double.doubleToLongBits(height));
            h$ *= 1000003;
            h$ ^= letter;
            h$ *= 1000003;
            h$ ^= grade;
            h$ *= 1000003;
            h$ ^= size;
            h$ *= 1000003;
            h$ ^= (level == null) ? 0 : level.hashCode();
            h$ *= 1000003;
            h$ ^= (day == null) ? 0 : day.hashCode();
            h$ *= 1000003;
            h$ ^= Arrays.hashCode(tags);
            h$ *= 1000003;
            h$ ^= (price == null) ? 0 : price.hashCode();
            h$ *= 1000003;
            h$ ^= (inner == null) ? 0 : inner.hashCode();
            return h$;
        }

        /** As the class around it. */
        public static final class Inner extends Parts.Inner {
            @Override
            public int hashCode() {
                int h$ = 1;
                h$ *= 1000003;
                h$ ^= (label == null) ? 0 : label.hashCode();
                h$ *= 1000003;
                h$ ^= (code == null) ? 0 : code.hashCode();
                h$ *= 1000003;
                h$ ^= last ? 1231 : 1237;
                return h$;
            }
        }
    }
}
