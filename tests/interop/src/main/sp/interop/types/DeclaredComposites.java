package sp.interop.types;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.base.IntSerializer;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LocalDateTimeSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.MapSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.java.tuple.Tuple0;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.api.java.typeutils.runtime.NullableSerializer;
import org.apache.flink.api.java.typeutils.runtime.RowSerializer;
import org.apache.flink.api.java.typeutils.runtime.TupleSerializer;
import org.apache.flink.runtime.state.ArrayListSerializer;

/** Collections, tuples, rows and what else has parts, except POJOs. */
final class DeclaredComposites {
    private static final TypeSerializer<Long> LONG = LongSerializer.INSTANCE;
    private static final TypeSerializer<String> STRING = StringSerializer.INSTANCE;

    private DeclaredComposites() {}

    static void addTo(DeclaredTypes table) throws Exception {
        addCollections(table);
        addTuplesAndRows(table);
        addNullables(table);
    }

    private static void addCollections(DeclaredTypes table) throws Exception {
        table.add(Types.LIST(Types.STRING), "list<string>", "{'list':'string'}");
        table.add(Types.LIST(Types.LIST(Types.LONG)), "list<list<long>>", "{'list':'list<long>'}");
        table.add(Types.LIST(Types.PRIMITIVE_ARRAY(Types.BYTE)), "list<bytes>");
        table.add(Types.MAP(Types.STRING, Types.LONG), "map<string,long>", "{'map':['string','long']}");
        table.add(Types.MAP(Types.LONG, Types.MAP(Types.STRING, Types.LIST(Types.DOUBLE))), "map<long,map<string,list<double>>>",
                "{'map':['long',{'map':['string',{'list':'double'}]}]}");
        table.add(Types.MAP(Types.ENUM(Color.class), Types.LIST(Types.STRING)),
                "map<enum sp.interop.types.Color{RED,GREEN,BLUE},list<string>>");
        table.add(new ArrayListSerializer<>(LONG), "array-list<long>", "{'array-list':'long'}");
        table.add(new MapSerializer<>(STRING, new ListSerializer<>(new ArrayListSerializer<>(LONG))),
                "map<string,list<array-list<long>>>");
        TypeSerializer<?> set = DeclaredTypes.make("org.apache.flink.api.common.typeutils.base.SetSerializer", STRING);
        if (set != null) {
            table.add(set, "set<string>", "{'set':'string'}");
            table.add(new MapSerializer<>(LONG, set), "map<long,set<string>>");
        }
        table.add(Types.ENUM(Color.class), "enum sp.interop.types.Color{RED,GREEN,BLUE}",
                "{'enum':'sp.interop.types.Color','values':['RED','GREEN','BLUE']}");
        table.add(Types.ENUM(Declarations.Oddities.class), "enum sp.interop.types.Declarations$Oddities{Ä,$x,日本,_1}",
                "{'enum':'sp.interop.types.Declarations$Oddities','values':['Ä','$x','日本','_1']}");
    }

    private static void addTuplesAndRows(DeclaredTypes table) {
        table.add(new TupleTypeInfo<>(Tuple0.class), "tuple0");
        table.add(Types.TUPLE(Types.STRING), "tuple<string>", "{'tuple':['string']}");
        table.add(Types.TUPLE(Types.STRING, Types.LONG), "tuple<string,long>", "{'tuple':['string','long']}");
        table.add(Types.TUPLE(Types.LONG, Types.TUPLE(Types.STRING, Types.INT), Types.PRIMITIVE_ARRAY(Types.INT)),
                "tuple<long,tuple<string,int>,int[]>", "{'tuple':['long',{'tuple':['string','int']},'int[]']}");
        TypeInformation<?>[] many = new TypeInformation<?>[25];
        java.util.Arrays.fill(many, Types.BYTE);
        table.add(Types.TUPLE(many), "tuple<byte" + ",byte".repeat(24) + ">");
        table.add(new TupleSerializer<>(Declarations.Pair.class, new TypeSerializer<?>[] {STRING, LONG}),
                "{'tuple':['string','long'],'class':'sp.interop.types.Declarations$Pair'}");
        table.add(Types.EITHER(Types.STRING, Types.INT), "either<string,int>", "{'either':['string','int']}");
        table.add(Types.EITHER(Types.LIST(Types.STRING), Types.EITHER(Types.LONG, Types.ROW(Types.INT))),
                "either<list<string>,either<long,row<int>>>");
        table.add(Types.ROW(Types.STRING, Types.BIG_DEC), "row<string,bigdecimal>", "{'row':['string','bigdecimal']}",
                "{'row':{'name':'string','price':'bigdecimal'}}", "{'row':['string','bigdecimal'],'v':4}");
        table.add(Types.ROW(Types.INT), "row<int>", "{'row':['int']}", "{'row':'int'}");
        table.add(Types.ROW(), "row<>", "{'row':[]}", "{'row':{}}");
        table.add(Types.ROW_NAMED(new String[] {"id", "inner"}, Types.LONG, Types.ROW(Types.INT, Types.STRING)),
                "row<long,row<int,string>>", "{'row':{'id':'long','inner':{'row':{'a':'int','b':'string'}}}}");
        table.add(new RowSerializer(new TypeSerializer<?>[] {STRING, LONG}, null, false),
                "{'row':['string','long'],'kinds':false}");
        table.add(new RowSerializer(new TypeSerializer<?>[] {new RowSerializer(new TypeSerializer<?>[] {LONG}, null, false)}, null, true),
                "{'row':[{'row':['long'],'kinds':false}]}");
    }

    private static void addNullables(DeclaredTypes table) {
        table.add(NullableSerializer.wrap(LONG, false), "long?", "nullable<long>", "{'nullable':'long'}",
                "{'nullable':'long','padding':0}");
        table.add(NullableSerializer.wrap(LONG, true), "nullable<long,8>", "{'nullable':'long','padding':8}");
        table.add(NullableSerializer.wrap(STRING, true), "string?");
        table.add(NullableSerializer.wrap(LocalDateTimeSerializer.INSTANCE, true), "nullable<local-date-time,13>");
        table.add(NullableSerializer.wrap(new TupleSerializer<>(pairClass(), new TypeSerializer<?>[] {LONG, IntSerializer.INSTANCE}), true),
                "nullable<tuple<long,int>,12>", "{'nullable':'tuple<long,int>','padding':12}");
        table.add(NullableSerializer.wrap(new ListSerializer<>(NullableSerializer.wrap(STRING, false)), false), "list<string?>?",
                "{'nullable':{'list':{'nullable':'string'}}}");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Class<Tuple2> pairClass() {
        return (Class) Tuple2.class;
    }
}
