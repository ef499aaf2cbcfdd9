package sp.interop.types;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;

/**
 * Types of the jobs that restore what sp-bootstrap wrote: keys whose hash is the user's own, and types declared in the other
 * ways that users declare them. They are not in TypeTable.all().
 */
final class RestoredTypes {
    private RestoredTypes() {}

    static void addTo(Consumer<NamedType> table) {
        table.accept(new NamedType("chain_key", TypeInformation.of(ChainKey.class),
                n -> new ChainKey(BasicTypes.longOf(n), n % 4 == 3 ? null : BasicTypes.stringOf(n))));
        table.accept(new NamedType("lombok_key", TypeInformation.of(LombokKey.class),
                n -> new LombokKey(n % 4 == 3 ? null : BasicTypes.stringOf(n), (int) n * 1000, n % 3 == 2 ? null : BasicTypes.longOf(n),
                        n % 2 == 0)));
        table.accept(new NamedType("nested_key", TypeInformation.of(new TypeHint<Tuple2<Tuple2<Long, String>, Boolean>>() {}),
                n -> Tuple2.of(Tuple2.of(BasicTypes.longOf(n), BasicTypes.stringOf(n)), n % 2 == 0)));
        acceptIfPojo(table, new NamedType("record_key", TypeInformation.of(RecordKey.class),
                n -> new RecordKey(n % 4 == 3 ? null : BasicTypes.stringOf(n), (int) n * 1000, n % 3 == 2 ? null : BasicTypes.longOf(n))));

        table.accept(new NamedType("class_long", TypeInformation.of(Long.class), BasicTypes::longOf));
        table.accept(new NamedType("class_string", TypeInformation.of(String.class), BasicTypes::stringOf));
        table.accept(new NamedType("class_address", TypeInformation.of(Address.class), CompositeTypes::addressOf));
        table.accept(new NamedType("class_person", TypeInformation.of(Person.class), CompositeTypes::personOf));
        table.accept(new NamedType("hint_tuple", TypeInformation.of(new TypeHint<Tuple2<String, Long>>() {}),
                n -> Tuple2.of(BasicTypes.stringOf(n), BasicTypes.longOf(n))));
        table.accept(new NamedType("list_of_class", new ListTypeInfo<>(String.class), n -> List.of(BasicTypes.stringOf(n))));
        table.accept(new NamedType("map_of_classes", new MapTypeInfo<>(String.class, Address.class),
                n -> Map.of(BasicTypes.stringOf(n), CompositeTypes.addressOf(n))));
        table.accept(new NamedType("class_tagged", TypeInformation.of(Tagged.class),
                n -> new Tagged(BasicTypes.stringOf(n), List.of(BasicTypes.stringOf(n)), Map.of("n", n))));
    }

    /** Records are none in old versions. */
    private static void acceptIfPojo(Consumer<NamedType> table, NamedType type) {
        if (type.information() instanceof PojoTypeInfo) {
            table.accept(type);
        }
    }
}
