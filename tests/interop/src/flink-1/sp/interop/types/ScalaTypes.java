package sp.interop.types;

import java.util.function.Consumer;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.scala.typeutils.OptionSerializer;
import org.apache.flink.api.scala.typeutils.ScalaCaseClassSerializer;
import scala.Option;
import scala.Product;
import scala.Tuple2;
import scala.Tuple3;
import sp.interop.SerializerType;

/** Case classes, of which the Scala API of Flink 1 has serializers; with the values that ChangedTypes have. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class ScalaTypes {
    private ScalaTypes() {}

    static void addTo(Consumer<NamedType> table) {
        table.accept(new NamedType("scala_pair", caseClass(Tuple2.class, IntSerializer.INSTANCE, StringSerializer.INSTANCE),
                n -> new Tuple2<>((int) ChangedTypes.number("total", n), ChangedTypes.text("name", n))));
        table.accept(new NamedType("scala_long_pair", caseClass(Tuple2.class, LongSerializer.INSTANCE, StringSerializer.INSTANCE),
                n -> new Tuple2<>(ChangedTypes.number("total", n), ChangedTypes.text("name", n))));
        table.accept(new NamedType("scala_triple",
                caseClass(Tuple3.class, StringSerializer.INSTANCE, LongSerializer.INSTANCE, new OptionSerializer<>(LongSerializer.INSTANCE)),
                n -> new Tuple3<>(ChangedTypes.text("name", n), ChangedTypes.number("total", n), Option.apply(7L))));
    }

    private static SerializerType<Object> caseClass(Class<? extends Product> type, TypeSerializer<?>... fields) {
        return new SerializerType<>((TypeSerializer) new ScalaCaseClassSerializer(type, fields));
    }
}
