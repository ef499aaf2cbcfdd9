package sp.interop.types;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A POJO whose collections Kryo holds in Flink 1, and serializers of their own in Flink 2. */
public class Bag {
    public String owner;
    public List<String> items;
    public Map<String, Long> prices;
    public Set<Integer> marks;
    public Map<Color, Long> bids;

    public Bag() {}

    static Bag sample(long n) {
        return fill(new Bag(), n);
    }

    static <T extends Bag> T fill(T bag, long n) {
        bag.owner = "owner-" + n;
        bag.items = n % 5 == 4 ? null : new ArrayList<>(Arrays.asList("item-" + n, null, ""));
        bag.prices = new HashMap<>(Map.of("a", n, "b", -n));  // in this order in any HashMap
        bag.marks = n % 4 == 3 ? null : new HashSet<>(List.of(1, 2, 3));
        bag.bids = new HashMap<>();
        bag.bids.put(Color.values()[(int) (n % 3)], n % 2 == 0 ? Long.valueOf(Long.MIN_VALUE) : null);
        return bag;
    }

    @Override
    public boolean equals(Object other) {
        return other != null && other.getClass() == getClass() && Objects.equals(owner, ((Bag) other).owner)
                && Objects.equals(items, ((Bag) other).items) && Objects.equals(prices, ((Bag) other).prices)
                && Objects.equals(marks, ((Bag) other).marks) && Objects.equals(bids, ((Bag) other).bids);
    }

    @Override
    public int hashCode() {
        return Objects.hash(owner, items, prices, marks, bids);
    }
}
