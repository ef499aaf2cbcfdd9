package sp.interop.types;

import java.util.Objects;

/** A POJO with the fields of AmountRecord, and of the tuples, rows, case classes and records of Avro that become one. */
public class Amount {
    public long total;
    public String name;

    public Amount() {}

    Amount(long total, String name) {
        this.total = total;
        this.name = name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amount && total == ((Amount) other).total && Objects.equals(name, ((Amount) other).name);
    }

    @Override
    public int hashCode() {
        return Objects.hash(total, name);
    }
}
