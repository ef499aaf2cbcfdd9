package sp.interop.types;

import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.scala.package$;
import org.apache.flink.api.scala.typeutils.EitherSerializer;
import org.apache.flink.api.scala.typeutils.EnumValueSerializer;
import org.apache.flink.api.scala.typeutils.NothingSerializer;
import org.apache.flink.api.scala.typeutils.OptionSerializer;
import org.apache.flink.api.scala.typeutils.ScalaCaseClassSerializer;
import org.apache.flink.api.scala.typeutils.TraversableSerializer;
import org.apache.flink.api.scala.typeutils.UnitSerializer;
import scala.Product;
import scala.Tuple2;
import scala.Tuple3;
import scala.collection.generic.CanBuildFrom;

/** Serializers of the Scala API. */
@SuppressWarnings({"unchecked", "rawtypes"})
final class DeclaredScala {
    private static final TypeSerializer<Integer> INT = IntSerializer.INSTANCE;
    private static final TypeSerializer<Long> LONG = LongSerializer.INSTANCE;
    private static final TypeSerializer<String> STRING = StringSerializer.INSTANCE;
    private static final String LIST_BUILDER = "implicitly[scala.collection.generic.CanBuildFrom[List[Long], Long, List[Long]]]";

    private DeclaredScala() {}

    static void addTo(DeclaredTypes table) throws Exception {
        table.add(caseClass(Tuple3.class, INT, STRING, LONG), "case-class<scala.Tuple3,int,string,long>",
                "{'case-class':'scala.Tuple3','fields':['int','string','long']}",
                "{'case-class':'scala.Tuple3','fields':{'a':'int','b':'string','c':'long'}}");
        table.add(caseClass(Tuple2.class, caseClass(Tuple2.class, STRING, STRING), new OptionSerializer<>(LONG)),
                "case-class<scala.Tuple2,case-class<scala.Tuple2,string,string>,option<long>>");
        Class specialized = Class.forName("scala.Tuple2$mcIJ$sp");
        table.add((TypeSerializer<?>) package$.MODULE$.tuple2Serializer(specialized, new TypeSerializer[] {INT, LONG}),
                "case-class<scala.Tuple2$mcIJ$sp,int,long>",
                "{'case-class':'scala.Tuple2$mcIJ$sp','fields':['int','long']}");
        table.add(new OptionSerializer<>(STRING), "option<string>", "{'option':'string'}");
        table.add(new EitherSerializer<>(STRING, new OptionSerializer<>(INT)), "scala-either<string,option<int>>",
                "{'scala-either':['string',{'option':'int'}]}");
        table.add(traversable(LONG, LIST_BUILDER), "{'traversable':'long','builder':'" + LIST_BUILDER + "'}");
        table.add(new EnumValueSerializer<>(Weekday.MODULE$),
                "{'scala-enum':'sp.interop.types.Weekday','values':[['Monday',0],['Friday',5]]}");
        table.add(new UnitSerializer(), "unit");
        table.add(new NothingSerializer(), "nothing");
    }

    private static TypeSerializer<?> caseClass(Class<? extends Product> type, TypeSerializer<?>... fields) {
        return new ScalaCaseClassSerializer(type, fields);
    }

    /** The source would be compiled for values only. */
    private static TypeSerializer<?> traversable(TypeSerializer<?> element, String builder) {
        return new TraversableSerializer(element, builder) {
            @Override
            public CanBuildFrom compileCbf(String code) {
                return null;
            }
        };
    }
}
