package sp.interop.types;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** POJOs: fields of superclasses, subclasses registered, met and both. */
final class DeclaredPojos {
    private static final String BASE = "sp.interop.types.Declarations$Base";
    private static final String DERIVED = "{'class':'sp.interop.types.Declarations$Derived','registered':%s,'fields':{"
            + "'amount':'long','name':'string','base':'int'},'declaring':{'base':'" + BASE + "','name':'" + BASE + "'}}";
    private static final String MORE_DERIVED = "{'class':'sp.interop.types.Declarations$MoreDerived','registered':%s,'fields':{"
            + "'amount':'long','name':'string','base':'int','values':'double[]',"
            + "'address':'sp.interop.types.Address{street:string,number:int}'},'declaring':{'base':'" + BASE + "','name':'" + BASE
            + "','amount':'sp.interop.types.Declarations$Derived'}}";
    private static final String STUBBORN = "{'class':'sp.interop.types.Declarations$Stubborn','registered':%s,"
            + "'type':{'kryo':'sp.interop.types.Declarations$Stubborn'}}";

    private DeclaredPojos() {}

    static void addTo(DeclaredTypes table) throws Exception {
        table.add(Types.POJO(Address.class), "sp.interop.types.Address{street:string,number:int}",
                "{'pojo':'sp.interop.types.Address','fields':{'number':'int','street':'string'}}");
        table.add(Types.POJO(Person.class), "sp.interop.types.Person{id:long,name:string,active:boolean,weight:double,"
                + "color:enum sp.interop.types.Color{RED,GREEN,BLUE},address:sp.interop.types.Address{street:string,number:int},"
                + "marks:int[],age:short}");
        table.add(Types.LIST(Types.POJO(Address.class)), "list<sp.interop.types.Address{number:int,street:string}>");
        table.add(Types.POJO(Declarations.Ordered.class),
                "sp.interop.types.Declarations$Ordered{a:int,a1:int,aB:int,b:int,B:int,_a:int,ä:int,日:int}");
        table.add(Types.POJO(Declarations.Derived.class), "{'pojo':'sp.interop.types.Declarations$Derived','fields':{"
                + "'name':'string','base':'int','amount':'long'},'declaring':{'name':'" + BASE + "','base':'" + BASE + "'}}");
        table.add(Types.POJO(Declarations.MoreDerived.class), "{'pojo':'sp.interop.types.Declarations$MoreDerived','fields':{"
                + "'name':'string','base':'int','amount':'long','values':'double[]',"
                + "'address':{'pojo':'sp.interop.types.Address','fields':{'street':'string','number':'int'}}},"
                + "'declaring':{'name':'" + BASE + "','base':'" + BASE + "','amount':'sp.interop.types.Declarations$Derived'}}");
        addSubclasses(table);
    }

    private static void addSubclasses(DeclaredTypes table) throws Exception {
        table.add(Types.POJO(Declarations.Base.class), schema(), BASE + "{name:string,base:int}");
        table.add(base(Declarations.Derived.class), schema(String.format(DERIVED, true)));
        table.add(base(Declarations.MoreDerived.class, Declarations.Derived.class, Address.class),
                schema(String.format(MORE_DERIVED, true), derived(String.format(MORE_DERIVED, true))));
        table.add(base(Declarations.Stubborn.class), schema(String.format(STUBBORN, true)));
        table.add(met(base(), new Declarations.Derived()), schema(String.format(DERIVED, false)));
        table.add(met(base(Declarations.Derived.class), new Declarations.Derived(), new Declarations.MoreDerived()),
                schema(String.format(MORE_DERIVED, false), String.format(DERIVED, true)));
    }

    private static TypeSerializer<Declarations.Base> base(Class<?>... registered) {
        return Configured.serializer(Types.POJO(Declarations.Base.class), registered);
    }

    private static String schema(String... subclasses) {
        return "{'pojo':'" + BASE + "','fields':{'base':'int','name':'string'},'subclasses':[" + String.join(",", subclasses) + "]}";
    }

    /** A registered subclass has its own subclasses registered in its own serializer, too. */
    private static String derived(String subclasses) {
        String derived = String.format(DERIVED, true);
        return derived.substring(0, derived.length() - 1) + ",'subclasses':[" + subclasses + "]}";
    }

    /** Subclasses that are not registered get into the snapshot when values of them were written. */
    private static TypeSerializer<Declarations.Base> met(TypeSerializer<Declarations.Base> serializer, Declarations.Base... values)
            throws Exception {
        for (Declarations.Base value : values) {
            value.name = "";
            serializer.serialize(value, new DataOutputSerializer(64));
        }
        return serializer;
    }
}
