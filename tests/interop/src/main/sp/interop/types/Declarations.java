package sp.interop.types;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.api.java.tuple.Tuple2;

/** Classes that DeclaredTypes needs. */
public final class Declarations {
    private Declarations() {}

    public enum Oddities {
        Ä,
        $x,
        日本,
        _1
    }

    public static class Pair extends Tuple2<String, Long> {}

    public static class Base {
        public String name;
        public int base;
    }

    public static class Derived extends Base {
        public long amount;
    }

    public static class MoreDerived extends Derived {
        public Address address;
        public double[] values;
    }

    /** No POJO: it has no constructor without parameters. */
    public static class Stubborn extends Base {
        public final int number;

        public Stubborn(int number) {
            this.number = number;
        }
    }

    public static class Empty {}

    /** In the order of UTF-16 units, other than that of code points. */
    public static class Ordered {
        public int b;
        public int a;
        public int B;
        public int _a;
        public int ä;
        public int 日;
        public int a1;
        public int aB;
    }

    public static class Node {
        public String name;
        public Node next;
    }

    public static class Collections {
        public List<String> tags;
        public Map<String, Integer> counts;
        public Set<Long> ids;
        public UUID uuid;
        public Address address;
    }

    public static class Deep {
        public Person person;
        public Collections inner;
        public Color color;
        public Address[] addresses;
    }

    public static class Generic<T> {
        public T value;
    }
}
