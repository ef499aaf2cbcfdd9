package sp.interop.types;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A bag with objects of the job's own in a list, lists in a map, and a collection that Kryo has in Flink 2 too, as its class is declared. */
public class Basket extends Bag {
    public List<Address> stops;
    public Map<Color, List<Long>> offers;
    public ArrayList<String> notes;

    public Basket() {}

    static Basket sample(long n) {
        Basket basket = fill(new Basket(), n);
        basket.stops = new ArrayList<>(List.of(new Address("street-" + n, (int) n), new Address(null, null)));
        basket.offers = new HashMap<>();
        basket.offers.put(Color.values()[(int) (n % 3)], new ArrayList<>(Arrays.asList(n, null, Long.MIN_VALUE)));
        basket.notes = n % 3 == 0 ? null : new ArrayList<>(List.of("note-" + n));
        return basket;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && Objects.equals(stops, ((Basket) other).stops) && Objects.equals(offers, ((Basket) other).offers)
                && Objects.equals(notes, ((Basket) other).notes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), stops, offers, notes);
    }
}
