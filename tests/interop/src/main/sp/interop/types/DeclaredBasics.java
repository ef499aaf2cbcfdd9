package sp.interop.types;

import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.BooleanValueSerializer;
import org.apache.flink.api.common.typeutils.base.ByteValueSerializer;
import org.apache.flink.api.common.typeutils.base.CharValueSerializer;
import org.apache.flink.api.common.typeutils.base.DoubleValueSerializer;
import org.apache.flink.api.common.typeutils.base.FloatValueSerializer;
import org.apache.flink.api.common.typeutils.base.IntValueSerializer;
import org.apache.flink.api.common.typeutils.base.LongValueSerializer;
import org.apache.flink.api.common.typeutils.base.NullValueSerializer;
import org.apache.flink.api.common.typeutils.base.ShortValueSerializer;
import org.apache.flink.api.common.typeutils.base.StringValueSerializer;

/** Types without parts, and arrays. */
final class DeclaredBasics {
    private DeclaredBasics() {}

    static void addTo(DeclaredTypes table) {
        addBasicTypes(table);
        addValues(table);
        addArrays(table);
    }

    private static void addBasicTypes(DeclaredTypes table) {
        table.add(Types.BOOLEAN, "boolean", "{'type':'boolean'}");
        table.add(Types.BYTE, "byte");
        table.add(Types.CHAR, "char");
        table.add(Types.SHORT, "short");
        table.add(Types.INT, "int");
        table.add(Types.LONG, "long");
        table.add(Types.FLOAT, "float");
        table.add(Types.DOUBLE, "double");
        table.add(Types.STRING, "string");
        table.add(Types.VOID, "void");
        table.add(Types.BIG_INT, "biginteger");
        table.add(Types.BIG_DEC, "bigdecimal");
        table.add(org.apache.flink.api.common.typeinfo.BasicTypeInfo.DATE_TYPE_INFO, "date");
        table.add(Types.SQL_DATE, "sql-date");
        table.add(Types.SQL_TIME, "sql-time");
        table.add(Types.SQL_TIMESTAMP, "sql-timestamp");
        table.add(Types.INSTANT, "instant");
        table.add(Types.LOCAL_DATE, "local-date");
        table.add(Types.LOCAL_TIME, "local-time");
        table.add(Types.LOCAL_DATE_TIME, "local-date-time");
    }

    private static void addValues(DeclaredTypes table) {
        table.add(BooleanValueSerializer.INSTANCE, "boolean-value");
        table.add(ByteValueSerializer.INSTANCE, "byte-value");
        table.add(CharValueSerializer.INSTANCE, "char-value");
        table.add(ShortValueSerializer.INSTANCE, "short-value");
        table.add(IntValueSerializer.INSTANCE, "int-value");
        table.add(LongValueSerializer.INSTANCE, "long-value");
        table.add(FloatValueSerializer.INSTANCE, "float-value");
        table.add(DoubleValueSerializer.INSTANCE, "double-value");
        table.add(StringValueSerializer.INSTANCE, "string-value");
        table.add(NullValueSerializer.INSTANCE, "null-value");
    }

    private static void addArrays(DeclaredTypes table) {
        table.add(PrimitiveArrayTypeInfo.BOOLEAN_PRIMITIVE_ARRAY_TYPE_INFO, "boolean[]");
        table.add(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, "bytes", "byte[]");
        table.add(PrimitiveArrayTypeInfo.CHAR_PRIMITIVE_ARRAY_TYPE_INFO, "char[]");
        table.add(PrimitiveArrayTypeInfo.SHORT_PRIMITIVE_ARRAY_TYPE_INFO, "short[]");
        table.add(PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO, "int[]");
        table.add(PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO, "long[]");
        table.add(PrimitiveArrayTypeInfo.FLOAT_PRIMITIVE_ARRAY_TYPE_INFO, "float[]");
        table.add(PrimitiveArrayTypeInfo.DOUBLE_PRIMITIVE_ARRAY_TYPE_INFO, "double[]");
        table.add(BasicArrayTypeInfo.STRING_ARRAY_TYPE_INFO, "string[]");
        table.add(Types.OBJECT_ARRAY(Types.STRING), "string[]");
        table.add(BasicArrayTypeInfo.BOOLEAN_ARRAY_TYPE_INFO, "array<boolean>", "{'array':'boolean'}");
        table.add(BasicArrayTypeInfo.CHAR_ARRAY_TYPE_INFO, "array<char>");
        table.add(BasicArrayTypeInfo.INT_ARRAY_TYPE_INFO, "array<int>", "{'array':'int','class':'java.lang.Integer'}");
        table.add(Types.OBJECT_ARRAY(Types.LONG), "array<long>");
        table.add(Types.OBJECT_ARRAY(Types.BIG_DEC), "bigdecimal[]", "{'array':'bigdecimal'}");
        table.add(Types.OBJECT_ARRAY(Types.INSTANT), "instant[]");
        table.add(Types.OBJECT_ARRAY(Types.LOCAL_DATE), "local-date[]");
        table.add(Types.OBJECT_ARRAY(Types.SQL_TIMESTAMP), "sql-timestamp[]");
        table.add(Types.OBJECT_ARRAY(Types.PRIMITIVE_ARRAY(Types.INT)), "int[][]", "{'array':'int[]'}",
                "{'array':'int[]','class':'[I'}");
        table.add(Types.OBJECT_ARRAY(Types.OBJECT_ARRAY(Types.PRIMITIVE_ARRAY(Types.BYTE))), "byte[][][]", "array<array<bytes>>");
        table.add(Types.OBJECT_ARRAY(Types.OBJECT_ARRAY(Types.STRING)), "string[][]", "array<string[]>");
        table.add(Types.OBJECT_ARRAY(Types.OBJECT_ARRAY(Types.DOUBLE)), "array<array<double>>");
        table.add(Types.OBJECT_ARRAY(Types.LIST(Types.STRING)), "list<string>[]",
                "{'array':{'list':'string'},'class':'java.util.List'}");
        table.add(Types.OBJECT_ARRAY(Types.MAP(Types.STRING, Types.INT)), "map<string,int>[]");
        table.add(Types.OBJECT_ARRAY(Types.TUPLE(Types.STRING, Types.INT)), "tuple<string,int>[]");
        table.add(Types.OBJECT_ARRAY(Types.ROW(Types.STRING)), "row<string>[]");
        table.add(Types.OBJECT_ARRAY(Types.EITHER(Types.STRING, Types.INT)), "either<string,int>[]");
        table.add(Types.OBJECT_ARRAY(Types.POJO(Address.class)), "sp.interop.types.Address{street:string,number:int}[]");
        table.add(Types.OBJECT_ARRAY(Types.ENUM(Color.class)), "enum sp.interop.types.Color{RED,GREEN,BLUE}[]");
    }
}
