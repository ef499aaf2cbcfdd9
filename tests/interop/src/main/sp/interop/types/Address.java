package sp.interop.types;

import java.util.Objects;

/** A POJO inside another. */
public class Address {
    public String street;
    public Integer number;

    public Address() {}

    public Address(String street, Integer number) {
        this.street = street;
        this.number = number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address
                && Objects.equals(street, ((Address) other).street)
                && Objects.equals(number, ((Address) other).number);
    }

    @Override
    public int hashCode() {
        return Objects.hash(street, number);
    }
}
