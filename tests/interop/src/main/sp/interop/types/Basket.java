package sp.interop.types;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A POJO whose collections Kryo holds in Flink 1; in Flink 2 all but one, which is declared by its class, have serializers of their own. */
public class Basket {
    public String owner;
    public List<String> items;
    public Map<String, Long> prices;
    public Set<Integer> marks;
    public List<Address> stops;
    public Map<Color, List<Long>> bids;
    public ArrayList<String> notes;

    public Basket() {}

    static Basket sample(long n) {
        Basket basket = new Basket();
        basket.owner = "owner-" + n;
        basket.items = n % 5 == 4 ? null : new ArrayList<>(Arrays.asList("item-" + n, null, ""));
        basket.prices = new HashMap<>(Map.of("price", n, "limit", -n));
        basket.marks = n % 4 == 3 ? null : new HashSet<>(List.of(1, 2, 3));
        basket.stops = new ArrayList<>(List.of(new Address("street-" + n, (int) n), new Address(null, null)));
        basket.bids = new HashMap<>();
        basket.bids.put(Color.values()[(int) (n % 3)], new ArrayList<>(Arrays.asList(n, null, Long.MIN_VALUE)));
        basket.notes = n % 3 == 0 ? null : new ArrayList<>(List.of("note-" + n));
        return basket;
    }

    private Object[] fields() {
        return new Object[] {owner, items, prices, marks, stops, bids, notes};
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Basket && Arrays.equals(fields(), ((Basket) other).fields());
    }

    @Override
    public int hashCode() {
        return Objects.hash(fields());
    }
}
