package sp.interop.avro;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.reflect.Nullable;

/** A class whose schema Avro finds by reflection. It has no arrays: Avro cannot copy those of reflect. */
public class Crate {
    public long id;
    @Nullable
    public String label;
    public List<Double> sizes;
    public List<String> tags;
    public Map<String, Integer> counts;
    public ByteBuffer data;
    public short small;
    public Shade shade;
    @Nullable
    public Crate inner;

    static Crate sample(long n) {
        Crate crate = new Crate();
        crate.id = n;
        crate.label = n % 2 == 0 ? null : "crate " + n;
        crate.sizes = new ArrayList<>(n % 3 == 0 ? List.of() : List.of(n / 3.0, -0.0));
        crate.tags = new ArrayList<>(List.of("x", "y" + n));
        crate.counts = new HashMap<>(Map.of("n", (int) n));
        crate.data = ByteBuffer.wrap(new byte[] {1, (byte) n});
        crate.small = (short) -n;
        crate.shade = Shade.values()[(int) (n % 2)];
        crate.inner = n % 3 == 1 ? sample(n + 1) : null;
        return crate;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Crate && ((Crate) other).id == id && Objects.equals(((Crate) other).label, label);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id);
    }
}
