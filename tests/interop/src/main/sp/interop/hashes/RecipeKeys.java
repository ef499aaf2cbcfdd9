package sp.interop.hashes;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import sp.interop.Versions;

/** Keys whose hashCode is their author's. */
final class RecipeKeys {
    private static final String ORDER = names("name", "id", "active", "ratio", "count", "agreed", "marks", "weight", "height", "letter",
            "grade", "size", "level", "day", "tags", "price", "inner", "inner.label", "inner.code", "inner.last");
    /** Objects.hash first, then the arrays. */
    private static final String ARRAYS_LAST = names("name", "id", "active", "ratio", "count", "agreed", "weight", "height", "letter",
            "grade", "size", "level", "day", "price", "inner", "marks", "tags", "inner.label", "inner.code", "inner.last");
    private static final String LOMBOK = names("id", "active", "count", "weight", "height", "letter", "grade", "size", "ratio", "agreed",
            "level", "name", "marks", "day", "tags", "price", "inner", "inner.last", "inner.code", "inner.label");
    private static final String BOXED = names("agreed", "level", "ratio", "inner.code");

    private RecipeKeys() {}

    static void addTo(Consumer<KeyType> table) {
        table.accept(parts(RecipeClasses.ObjectsHash.class, RecipeClasses.ObjectsHash::new, "objects-hash", ARRAYS_LAST));
        table.accept(parts(RecipeClasses.Chain.class, RecipeClasses.Chain::new, "31-chain", ORDER));
        table.accept(parts(RecipeClasses.Kotlin.class, RecipeClasses.Kotlin::new, "kotlin", ORDER));
        table.accept(parts(RecipeClasses.Lombok.class, RecipeClasses.Lombok::new, "lombok", LOMBOK));
        table.accept(parts(RecipeClasses.AutoValue.class, RecipeClasses.AutoValue::new, "autovalue", ORDER));
        table.accept(pojo(Guava.class, "a:long,b:string,c:boolean", "{\"recipe\":\"guava\",\"order\":[\"c\",\"b\",\"a\"]}", d -> {
            Guava key = new Guava();
            key.a = d.number();
            key.b = d.orNull(d::string);
            key.c = d.bool();
            return key;
        }));
        table.accept(pojo(SortedLombok.class, "a:string,b:boolean,c:boolean,d:int", "{\"recipe\":\"lombok\",\"boxed\":[\"b\"]}", d -> {
            SortedLombok key = new SortedLombok();
            key.a = d.orNull(d::string);
            key.b = d.orNull(d::bool);
            key.c = d.bool();
            key.d = (int) d.number();
            return key;
        }));
        table.accept(pojo(Identified.class, "id:long,note:string", "{\"recipe\":\"objects-hash\",\"order\":[\"id\"]}",
                RecipeKeys::identified));
        TypeInformation<Tuple2<Identified, Integer>> pair = Types.TUPLE(Types.POJO(Identified.class), Types.INT);
        table.accept(new KeyType("\"tuple<" + words(Identified.class, "id:long,note:string") + ",int>\"",
                "{\"recipe\":\"objects-hash\",\"order\":[\"f0.id\"]}", Versions.serializer(pair), d -> {
                    Identified key = identified(d);
                    return Tuple2.of(key, (int) d.number());
                }));
        addSubclassTo(table);
        addRecordTo(table);
    }

    private static Identified identified(Draw d) {
        Identified key = new Identified();
        key.id = d.number();
        key.note = d.orNull(d::string);
        return key;
    }

    /** A subclass that has no hashCode of its own. */
    private static void addSubclassTo(Consumer<KeyType> table) {
        String fields = "\"id\":\"long\",\"note\":\"string\"";
        String schema = "{\"pojo\":\"" + Identified.class.getName() + "\",\"fields\":{" + fields + "},\"subclasses\":[{\"class\":\""
                + Special.class.getName() + "\",\"registered\":false,\"fields\":{\"also\":\"int\"," + fields + "}}]}";
        table.accept(new KeyType(schema, "{\"recipe\":\"objects-hash\",\"order\":[\"id\"]}", Versions.serializer(Types.POJO(Identified.class)),
                d -> {
                    if (d.bool()) {
                        return identified(d);
                    }
                    Special key = new Special();
                    key.also = (int) d.number();
                    key.id = d.number();
                    key.note = d.orNull(d::string);
                    return key;
                }));
    }

    /** Before 1.19, Flink does not know records. */
    private static void addRecordTo(Consumer<KeyType> table) {
        if (TypeInformation.of(Component.class) instanceof PojoTypeInfo) {
            table.accept(pojo(Component.class, "count:int,day:date,flag:boolean,id:long,name:string,ratio:double",
                    "{\"recipe\":\"record\",\"order\":[\"name\",\"count\",\"flag\",\"ratio\",\"id\",\"day\"],\"boxed\":[\"flag\",\"id\"]}",
                    d -> {
                        int count = (int) d.number();
                        java.util.Date day = d.orNull(d::date);
                        Boolean flag = d.orNull(d::bool);
                        Long id = d.orNull(d::number);
                        String name = d.orNull(d::string);
                        return new Component(name, count, flag, d.float64(), id, day);
                    }));
        }
    }

    private static <T extends Parts> KeyType parts(Class<T> type, Supplier<T> empty, String recipe, String order) {
        String schema = words(type, "active:boolean,agreed:boolean,count:int,day:date,grade:byte,height:double,id:long,inner:"
                + type.getName() + "$Inner{code:long,label:string,last:boolean},letter:char,level:int,marks:int[],name:string,"
                + "price:bigdecimal,ratio:double,size:short,tags:string[],weight:float");
        return new KeyType('"' + schema + '"', "{\"recipe\":\"" + recipe + "\",\"order\":" + order + ",\"boxed\":" + BOXED + "}",
                Versions.serializer(TypeInformation.of(type)), d -> {
                    T key = empty.get();
                    key.drawParts(d);
                    return key;
                });
    }

    private static <T> KeyType pojo(Class<T> type, String fields, String hash, Function<Draw, T> values) {
        return new KeyType('"' + words(type, fields) + '"', hash, Versions.serializer(TypeInformation.of(type)), values);
    }

    private static String words(Class<?> type, String fields) {
        return type.getName() + "{" + fields + "}";
    }

    private static String names(String... names) {
        return "[\"" + String.join("\",\"", names) + "\"]";
    }

    /** What Guava's Objects.hashCode does. */
    public static final class Guava {
        public boolean c;
        public String b;
        public long a;

        @Override
        public int hashCode() {
            return Arrays.hashCode(new Object[] {c, b, a});
        }
    }

    /** Fields that are declared in the order of their names. */
    public static final class SortedLombok {
        public String a;
        public Boolean b;
        public boolean c;
        public int d;

        @Override
        public int hashCode() {
            final int PRIME = 59;
            int result = 1;
            result = result * PRIME + (c ? 79 : 97);
            result = result * PRIME + d;
            result = result * PRIME + (b == null ? 43 : b.hashCode());
            result = result * PRIME + (a == null ? 43 : a.hashCode());
            return result;
        }
    }

    /** A class of which one field is the identity. */
    public static class Identified {
        public long id;
        public String note;

        @Override
        public int hashCode() {
            return java.util.Objects.hash(id);
        }
    }

    /** Inherits its hashCode. */
    public static class Special extends Identified {
        public int also;
    }

    /** The JDK makes its hashCode. */
    public record Component(String name, int count, Boolean flag, double ratio, Long id, java.util.Date day) {}
}
