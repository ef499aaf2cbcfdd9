package sp.interop.types;

import java.util.Arrays;
import java.util.Objects;

/** A POJO that has fields of many kinds, a private one with getter and setter among them. */
public class Person {
    public long id;
    public String name;
    public boolean active;
    public Double weight;
    public Color color;
    public Address address;
    public int[] marks;
    private short age;

    public Person() {}

    public Person(long id, String name, Address address) {
        this.id = id;
        this.name = name;
        this.address = address;
    }

    public short getAge() {
        return age;
    }

    public void setAge(short age) {
        this.age = age;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Person
                && id == ((Person) other).id
                && age == ((Person) other).age
                && active == ((Person) other).active
                && Objects.equals(name, ((Person) other).name)
                && Objects.equals(weight, ((Person) other).weight)
                && color == ((Person) other).color
                && Objects.equals(address, ((Person) other).address)
                && Arrays.equals(marks, ((Person) other).marks);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, name, address);
    }
}
