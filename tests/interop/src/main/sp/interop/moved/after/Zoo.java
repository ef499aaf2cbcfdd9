package sp.interop.moved.after;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.ObjectArrayTypeInfo;
import sp.interop.types.NamedType;

/**
 * Classes of a job that were in the package `before`, where the same file stands: a POJO with subclasses that nobody
 * registers, an enum, a key, and what Kryo writes with the names of classes in it.
 */
public final class Zoo {
    private static final String TEXT = "sp.interop.moved.before.Zoo$Dog";  // no name of a class, though it looks like one

    private Zoo() {}

    public enum Mood { CALM, ANGRY }

    public static class Animal {
        public String name;
        public Mood mood;
        public Tag tag;

        @Override
        public boolean equals(Object other) {
            return other != null && other.getClass() == getClass() && Objects.equals(name, ((Animal) other).name)
                    && mood == ((Animal) other).mood && Objects.equals(tag, ((Animal) other).tag);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name);
        }
    }

    public static class Dog extends Animal {
        public int bones;

        @Override
        public boolean equals(Object other) {
            return super.equals(other) && bones == ((Dog) other).bones;
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }

    public static class Cat extends Animal {
        public Animal prey;

        @Override
        public boolean equals(Object other) {
            return super.equals(other) && Objects.equals(prey, ((Cat) other).prey);
        }

        @Override
        public int hashCode() {
            return super.hashCode();
        }
    }

    public static class Id {
        public String farm;
        public int number;

        @Override
        public boolean equals(Object other) {
            return other instanceof Id && Objects.equals(farm, ((Id) other).farm) && number == ((Id) other).number;
        }

        @Override
        public int hashCode() {
            return Objects.hash(farm, number);
        }
    }

    /** No POJO: it has no setters. */
    public static class Tag {
        private String label;
        private Object more;

        @Override
        public boolean equals(Object other) {
            return other instanceof Tag && Objects.equals(label, ((Tag) other).label) && Objects.equals(more, ((Tag) other).more);
        }

        @Override
        public int hashCode() {
            return Objects.hash(label);
        }
    }

    private static Id id(long n) {
        Id id = new Id();
        id.farm = "farm-" + n % 3;
        id.number = (int) n;
        return id;
    }

    private static Animal animal(long n) {
        Animal animal = n % 4 == 0 ? new Animal() : n % 4 == 3 ? new Cat() : new Dog();
        animal.name = n % 5 == 0 ? TEXT : "name-" + n;
        animal.mood = n % 6 == 0 ? null : Mood.values()[(int) (n % 2)];
        animal.tag = n % 3 == 0 ? null : tag(n);
        if (animal instanceof Dog) {
            ((Dog) animal).bones = (int) n;
        } else if (animal instanceof Cat) {
            ((Cat) animal).prey = n % 8 == 3 ? null : animal(n / 2);
        }
        return animal;
    }

    private static Tag tag(long n) {
        Tag tag = new Tag();
        tag.label = n % 2 == 0 ? TEXT : "label-" + n;
        List<Object> several = new ArrayList<>(List.of(Mood.CALM, "text", id(n)));
        several.add(n % 7 == 1 ? null : animal(n / 3));
        tag.more = n % 5 == 0 ? several : n % 5 == 1 ? Mood.ANGRY : n % 5 == 2 ? id(n) : n % 5 == 3 ? new Animal[] {animal(n / 4)} : null;
        if (tag.more instanceof Animal[]) {
            tag.more = new ArrayList<>(List.of(tag.more.getClass(), ((Animal[]) tag.more)[0]));
        }
        return tag;
    }

    /** Of types that scripts can name before:NAME and after:NAME. */
    public static void addTo(Consumer<NamedType> table, String prefix) {
        TypeInformation<Animal> animal = TypeInformation.of(Animal.class);
        table.accept(new NamedType(prefix + "animal", animal, Zoo::animal));
        table.accept(new NamedType(prefix + "mood", TypeInformation.of(Mood.class), n -> Mood.values()[(int) (n % 2)]));
        table.accept(new NamedType(prefix + "id", TypeInformation.of(Id.class), Zoo::id));
        table.accept(new NamedType(prefix + "tag", TypeInformation.of(Tag.class), Zoo::tag));
        table.accept(new NamedType(prefix + "array", ObjectArrayTypeInfo.getInfoFor(animal), n -> new Animal[] {animal(n), animal(n + 1)}));
        table.accept(new NamedType(prefix + "pair", TypeInformation.of(new TypeHint<Tuple2<Mood, Animal>>() {}),
                n -> Tuple2.of(Mood.values()[(int) (n % 2)], animal(n))));
    }
}
