package sp.interop.types;

import java.util.Objects;

/** A key whose hash starts with its first field, as IntelliJ's older template has it: the recipe 31-chain. */
public class ChainKey {
    public long id;
    public String name;

    public ChainKey() {}

    ChainKey(long id, String name) {
        this.id = id;
        this.name = name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChainKey && id == ((ChainKey) other).id && Objects.equals(name, ((ChainKey) other).name);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(id) + (name == null ? 0 : name.hashCode());
    }
}
