#include "types/logical_type.hpp"

#include "catch.hpp"
#include "readable_bytes.hpp"

using namespace sp;

namespace {

struct Sample {
    const char* words;
    const char* stream;
};

// Streams written by Flink 2.3.0's own classes; the words are those of LogicalType.asSummaryString but for descriptions,
// which it abbreviates, time attributes, and the content of user-defined types.
constexpr Sample kSamples[] = {
    {"VARCHAR(20) NOT NULL",
     "<aced0005737200>0org.apache.flink.table.types.logical.VarCharType<0000000000000001020001490006>lengthxr<"
     "00>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeR"
     "oott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<007e7200>4org.apache.flink.table.types"
     ".logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740007>"
     "VARCHAR<00000014>"},
    {"BYTES",
     "<aced0005737200>2org.apache.flink.table.types.logical.VarBinaryType<0000000000000001020001490006>lengthx"
     "r<00>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typ"
     "eRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.typ"
     "es.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<0000000000000000120000787074000"
     "9>VARBINARY<7fffffff>"},
    {"DECIMAL(10, 2)",
     "<aced0005737200>0org.apache.flink.table.types.logical.DecimalType<0000000000000001020002490009>precision"
     "I<0005>scalexr<00>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNulla"
     "bleL<0008>typeRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.fl"
     "ink.table.types.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<000000000000000012"
     "00007870740007>DECIMAL<0000000a00000002>"},
    {"TIME(3)",
     "<aced0005737200>-org.apache.flink.table.types.logical.TimeType<0000000000000001020001490009>precisionxr<"
     "00>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeR"
     "oott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types"
     ".logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740016>"
     "TIME_WITHOUT_TIME_ZONE<00000003>"},
    {"TIMESTAMP(9) WITH TIME ZONE",
     "<aced0005737200>7org.apache.flink.table.types.logical.ZonedTimestampType<0000000000000001020002490009>pr"
     "ecisionL<0004>kindt<00>4Lorg/apache/flink/table/types/logical/TimestampKind;xr<00>0org.apache.flink.tabl"
     "e.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apache/flin"
     "k/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.LogicalTypeRoot<"
     "00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740018>TIMESTAMP_WITH_TIME_ZONE<"
     "000000097e7200>2org.apache.flink.table.types.logical.TimestampKind<00000000000000001200007871007e0006740"
     "007>REGULAR"},
    {"TIMESTAMP_LTZ(6)",
     "<aced00057372003c>org.apache.flink.table.types.logical.LocalZonedTimestampType<0000000000000001020002490"
     "009>precisionL<0004>kindt<00>4Lorg/apache/flink/table/types/logical/TimestampKind;xr<00>0org.apache.flin"
     "k.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apach"
     "e/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.LogicalTyp"
     "eRoot<00000000000000001200007872000e>java.lang.Enum<0000000000000000120000787074001e>TIMESTAMP_WITH_LOCA"
     "L_TIME_ZONE<000000067e7200>2org.apache.flink.table.types.logical.TimestampKind<0000000000000000120000787"
     "1007e0006740007>REGULAR"},
    {"INTERVAL YEAR(2) TO MONTH",
     "<aced0005737200>:org.apache.flink.table.types.logical.YearMonthIntervalType<000000000000000102000249000d"
     ">yearPrecisionL<000a>resolutiont<00>PLorg/apache/flink/table/types/logical/YearMonthIntervalType$YearMon"
     "thResolution;xr<00>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNull"
     "ableL<0008>typeRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.f"
     "link.table.types.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001"
     "200007870740013>INTERVAL_YEAR_MONTH<000000027e7200>Norg.apache.flink.table.types.logical.YearMonthInterv"
     "alType$YearMonthResolution<00000000000000001200007871007e000674000d>YEAR_TO_MONTH"},
    {"INTERVAL DAY(2) TO SECOND(6)",
     "<aced0005737200>8org.apache.flink.table.types.logical.DayTimeIntervalType<000000000000000102000349000c>d"
     "ayPrecisionI<0013>fractionalPrecisionL<000a>resolutiont<00>LLorg/apache/flink/table/types/logical/DayTim"
     "eIntervalType$DayTimeResolution;xr<00>0org.apache.flink.table.types.logical.LogicalType<0000000000000001"
     "0200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017"
     "e7200>4org.apache.flink.table.types.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enu"
     "m<00000000000000001200007870740011>INTERVAL_DAY_TIME<00000002000000067e7200>Jorg.apache.flink.table.type"
     "s.logical.DayTimeIntervalType$DayTimeResolution<00000000000000001200007871007e000674000d>DAY_TO_SECOND"},
    {"INTERVAL HOUR TO SECOND(3)",
     "<aced0005737200>8org.apache.flink.table.types.logical.DayTimeIntervalType<000000000000000102000349000c>d"
     "ayPrecisionI<0013>fractionalPrecisionL<000a>resolutiont<00>LLorg/apache/flink/table/types/logical/DayTim"
     "eIntervalType$DayTimeResolution;xr<00>0org.apache.flink.table.types.logical.LogicalType<0000000000000001"
     "0200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017"
     "e7200>4org.apache.flink.table.types.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enu"
     "m<00000000000000001200007870740011>INTERVAL_DAY_TIME<00000002000000037e7200>Jorg.apache.flink.table.type"
     "s.logical.DayTimeIntervalType$DayTimeResolution<00000000000000001200007871007e000674000e>HOUR_TO_SECOND"},
    {"MULTISET<STRING>",
     "<aced0005737200>1org.apache.flink.table.types.logical.MultisetType<00000000000000010200014c000b>elementT"
     "ypet<00>2Lorg/apache/flink/table/types/logical/LogicalType;xr<00>0org.apache.flink.table.types.logical.L"
     "ogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apache/flink/table/types/log"
     "ical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.LogicalTypeRoot<00000000000000001"
     "200007872000e>java.lang.Enum<00000000000000001200007870740008>MULTISETsr<00>0org.apache.flink.table.type"
     "s.logical.VarCharType<0000000000000001020001490006>lengthxq<007e0002017e71007e0005740007>VARCHAR<7ffffff"
     "f>"},
    {"MAP<INT, ARRAY<STRING>>",
     "<aced0005737200>,org.apache.flink.table.types.logical.MapType<00000000000000010200024c0007>keyTypet<00>2"
     "Lorg/apache/flink/table/types/logical/LogicalType;L<0009>valueTypeq<007e0001787200>0org.apache.flink.tab"
     "le.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apache/fli"
     "nk/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.LogicalTypeRoot"
     "<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740003>MAPsr<00>,org.apache.fli"
     "nk.table.types.logical.IntType<00000000000000010200007871007e0002017e71007e0005740007>INTEGERsr<00>.org."
     "apache.flink.table.types.logical.ArrayType<00000000000000010200014c000b>elementTypeq<007e00017871007e000"
     "2017e71007e0005740005>ARRAYsr<00>0org.apache.flink.table.types.logical.VarCharType<000000000000000102000"
     "1490006>lengthxq<007e0002017e71007e0005740007>VARCHAR<7fffffff>"},
    {"ROW<`a` INT, `b``c` ROW<`d` BIGINT NOT NULL> 'it''s'>",
     "<aced0005737200>,org.apache.flink.table.types.logical.RowType<00000000000000010200014c0006>fieldst<0010>"
     "Ljava/util/List;xr<00>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isN"
     "ullableL<0008>typeRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apach"
     "e.flink.table.types.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000"
     "001200007870740003>ROWsr<00>&java.util.Collections$UnmodifiableList<fc0f2531b5ec8e100200014c0004>listq<0"
     "07e0001787200>,java.util.Collections$UnmodifiableCollection<19420080cb5ef71e0200014c000163740016>Ljava/u"
     "til/Collection;xpsr<0013>java.util.ArrayListx<81d21d99c7619d030001490004>sizexp<000000027704000000027372"
     "00>5org.apache.flink.table.types.logical.RowType$RowField<00000000000000010200034c000b>descriptiont<0012"
     ">Ljava/lang/String;L<0004>nameq<007e00104c0004>typet<00>2Lorg/apache/flink/table/types/logical/LogicalTy"
     "pe;xppt<000161737200>,org.apache.flink.table.types.logical.IntType<00000000000000010200007871007e0002017"
     "e71007e0005740007>INTEGERsq<007e000f740004>it'st<0003>b`csq<007e00000171007e00077371007e00097371007e000d"
     "000000017704000000017371007e000f7074000164737200>/org.apache.flink.table.types.logical.BigIntType<000000"
     "00000000010200007871007e0002007e71007e0005740006>BIGINTxq<007e001d7871007e000e>"},
    {"ROW<>",
     "<aced0005737200>,org.apache.flink.table.types.logical.RowType<00000000000000010200014c0006>fieldst<0010>"
     "Ljava/util/List;xr<00>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isN"
     "ullableL<0008>typeRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apach"
     "e.flink.table.types.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000"
     "001200007870740003>ROWsr<00>&java.util.Collections$UnmodifiableList<fc0f2531b5ec8e100200014c0004>listq<0"
     "07e0001787200>,java.util.Collections$UnmodifiableCollection<19420080cb5ef71e0200014c000163740016>Ljava/u"
     "til/Collection;xpsr<0013>java.util.ArrayListx<81d21d99c7619d030001490004>sizexp<000000007704000000007871"
     "007e000e>"},
    {"TIMESTAMP_LTZ(3) NOT NULL",
     "<aced00057372003c>org.apache.flink.table.types.logical.LocalZonedTimestampType<0000000000000001020002490"
     "009>precisionL<0004>kindt<00>4Lorg/apache/flink/table/types/logical/TimestampKind;xr<00>0org.apache.flin"
     "k.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apach"
     "e/flink/table/types/logical/LogicalTypeRoot;xp<007e7200>4org.apache.flink.table.types.logical.LogicalTyp"
     "eRoot<00000000000000001200007872000e>java.lang.Enum<0000000000000000120000787074001e>TIMESTAMP_WITH_LOCA"
     "L_TIME_ZONE<000000037e7200>2org.apache.flink.table.types.logical.TimestampKind<0000000000000000120000787"
     "1007e0006740008>PROCTIME"},
    {"RAW('Gen$P', '...')",
     "<aced0005737200>,org.apache.flink.table.types.logical.RawType<00000000000000010200024c0005>clazzt<0011>L"
     "java/lang/Class;L<000a>serializert<00>6Lorg/apache/flink/api/common/typeutils/TypeSerializer;xr<00>0org."
     "apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>"
     "6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical"
     ".LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740003>RAWvr<00"
     "05>Gen$P<04e3fbb66140bb6f020002490001614c000162740012>Ljava/lang/String;xpsr<00>?org.apache.flink.api.ja"
     "va.typeutils.runtime.kryo.KryoSerializer<00000000000000030200074c0018>defaultSerializerClassest<0019>Lja"
     "va/util/LinkedHashMap;L<0012>defaultSerializersq<007e000e4c0011>kryoRegistrationsq<007e000e4c000f>regist"
     "eredTypest<0019>Ljava/util/LinkedHashSet;L<00>$registeredTypesWithSerializerClassesq<007e000e4c001e>regi"
     "steredTypesWithSerializersq<007e000e4c0004>typeq<007e0001787200>4org.apache.flink.api.common.typeutils.T"
     "ypeSerializer<0000000000000001020000787073720017>java.util.LinkedHashMap4<c04e5c106cc0fb0200015a000b>acc"
     "essOrderxr<0011>java.util.HashMap<0507dac1c31660d103000246000a>loadFactorI<0009>thresholdxp?@<0000000000"
     "007708000000100000000078007371007e00123f400000000000007708000000100000000078007371007e00123f400000000000"
     "0c77080000001000000002740005>Gen$Psr<003c>org.apache.flink.api.java.typeutils.runtime.KryoRegistrationJ<"
     "983a886e857e6f0200044c000f>registeredClassq<007e00014c001e>serializableSerializerInstancet<00>4Lorg/apac"
     "he/flink/api/common/SerializableSerializer;L<000f>serializerClassq<007e00014c0018>serializerDefinitionTy"
     "pet<00>WLorg/apache/flink/api/java/typeutils/runtime/KryoRegistration$SerializerDefinitionType;xpq<007e0"
     "00c70707e7200>Uorg.apache.flink.api.java.typeutils.runtime.KryoRegistration$SerializerDefinitionType<000"
     "00000000000001200007871007e000774000b>UNSPECIFIEDt<00>)org.apache.avro.generic.GenericData$Arraysq<007e0"
     "018767200>Uorg.apache.flink.api.java.typeutils.runtime.kryo.Serializers$DummyAvroRegisteredClass<0000000"
     "000000000000000>xppvr<00>Yorg.apache.flink.api.java.typeutils.runtime.kryo.Serializers$DummyAvroKryoSeri"
     "alizerClass<000000000000000000000078707e71007e001c740005>CLASSx<0070707071007e000c>"},
    {"DISTINCT<`c`.`d`.`Money`, DECIMAL(10, 2)>",
     "<aced0005737200>1org.apache.flink.table.types.logical.DistinctType<00000000000000010200014c000a>sourceTy"
     "pet<00>2Lorg/apache/flink/table/types/logical/LogicalType;xr<00>4org.apache.flink.table.types.logical.Us"
     "erDefinedType<00000000000000010200035a0007>isFinalL<000b>descriptiont<0012>Ljava/lang/String;L<0010>obje"
     "ctIdentifiert<00>1Lorg/apache/flink/table/catalog/ObjectIdentifier;xr<00>0org.apache.flink.table.types.l"
     "ogical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apache/flink/table/t"
     "ypes/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.LogicalTypeRoot<000000000"
     "00000001200007872000e>java.lang.Enum<0000000000000000120000787074000d>DISTINCT_TYPE<0170737200>/org.apac"
     "he.flink.table.catalog.ObjectIdentifier<a41cb49f8b51f44d0200034c000b>catalogNameq<007e00034c000c>databas"
     "eNameq<007e00034c000a>objectNameq<007e000378707400016374000164740005>Moneysr<00>0org.apache.flink.table."
     "types.logical.DecimalType<0000000000000001020002490009>precisionI<0005>scalexq<007e0005017e71007e0008740"
     "007>DECIMAL<0000000a00000002>"},
    {"STRUCTURED<'Gen$P', `a` INT NOT NULL, `b` VARCHAR(5) 'what'>",
     "<aced0005737200>3org.apache.flink.table.types.logical.StructuredType<00000000000000010200065a000e>isInst"
     "antiableL<000a>attributest<0010>Ljava/util/List;L<0009>classNamet<0012>Ljava/lang/String;L<000a>comparis"
     "ont<00>JLorg/apache/flink/table/types/logical/StructuredType$StructuredComparison;L<0013>implementationC"
     "lasst<0011>Ljava/lang/Class;L<0009>superTypet<00>5Lorg/apache/flink/table/types/logical/StructuredType;x"
     "r<00>4org.apache.flink.table.types.logical.UserDefinedType<00000000000000010200035a0007>isFinalL<000b>de"
     "scriptionq<007e00024c0010>objectIdentifiert<00>1Lorg/apache/flink/table/catalog/ObjectIdentifier;xr<00>0"
     "org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott"
     "<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.log"
     "ical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<0000000000000000120000787074000f>STRU"
     "CTURED_TYPE<0170700173720011>java.util.CollSerW<8eabb63a1ba811030001490003>tagxp<00000001770400000002737"
     "200>Gorg.apache.flink.table.types.logical.StructuredType$StructuredAttribute<00000000000000010200034c000"
     "b>descriptionq<007e00024c0004>nameq<007e00024c0004>typet<00>2Lorg/apache/flink/table/types/logical/Logic"
     "alType;xppt<000161737200>,org.apache.flink.table.types.logical.IntType<00000000000000010200007871007e000"
     "8007e71007e000b740007>INTEGERsq<007e0011740004>whatt<000162737200>0org.apache.flink.table.types.logical."
     "VarCharType<0000000000000001020001490006>lengthxq<007e0008017e71007e000b740007>VARCHAR<0000000578740005>"
     "Gen$P~r<00>Horg.apache.flink.table.types.logical.StructuredType$StructuredComparison<0000000000000000120"
     "0007871007e000c740006>EQUALSvr<0005>Gen$P<04e3fbb66140bb6f020002490001614c00016271007e0002787070>"},
    {"STRUCTURED<'`c`.`d`.`T`', `a` INT>",
     "<aced0005737200>3org.apache.flink.table.types.logical.StructuredType<00000000000000010200065a000e>isInst"
     "antiableL<000a>attributest<0010>Ljava/util/List;L<0009>classNamet<0012>Ljava/lang/String;L<000a>comparis"
     "ont<00>JLorg/apache/flink/table/types/logical/StructuredType$StructuredComparison;L<0013>implementationC"
     "lasst<0011>Ljava/lang/Class;L<0009>superTypet<00>5Lorg/apache/flink/table/types/logical/StructuredType;x"
     "r<00>4org.apache.flink.table.types.logical.UserDefinedType<00000000000000010200035a0007>isFinalL<000b>de"
     "scriptionq<007e00024c0010>objectIdentifiert<00>1Lorg/apache/flink/table/catalog/ObjectIdentifier;xr<00>0"
     "org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott"
     "<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.log"
     "ical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<0000000000000000120000787074000f>STRU"
     "CTURED_TYPE<0170737200>/org.apache.flink.table.catalog.ObjectIdentifier<a41cb49f8b51f44d0200034c000b>cat"
     "alogNameq<007e00024c000c>databaseNameq<007e00024c000a>objectNameq<007e0002787074000163740001647400015401"
     "73720011>java.util.CollSerW<8eabb63a1ba811030001490003>tagxp<00000001770400000001737200>Gorg.apache.flin"
     "k.table.types.logical.StructuredType$StructuredAttribute<00000000000000010200034c000b>descriptionq<007e0"
     "0024c0004>nameq<007e00024c0004>typet<00>2Lorg/apache/flink/table/types/logical/LogicalType;xppt<00016173"
     "7200>,org.apache.flink.table.types.logical.IntType<00000000000000010200007871007e0008017e71007e000b74000"
     "7>INTEGERxp~r<00>Horg.apache.flink.table.types.logical.StructuredType$StructuredComparison<0000000000000"
     "0001200007871007e000c740006>EQUALSpp"},
    {"VARIANT",
     "<aced0005737200>0org.apache.flink.table.types.logical.VariantType<979114bfb3839bfc020000787200>0org.apac"
     "he.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lor"
     "g/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.Log"
     "icalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740007>VARIANT"},
    {"NULL",
     "<aced0005737200>-org.apache.flink.table.types.logical.NullType<0000000000000001020000787200>0org.apache."
     "flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/a"
     "pache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.Logica"
     "lTypeRoot<00000000000000001200007872000e>java.lang.Enum<000000000000000012000078707400044e554c4c>"},
};

}  // namespace

TEST_CASE("SQL words of LogicalTypes") {
    for (const Sample& sample : kSamples) {
        CAPTURE(sample.words);
        CHECK(logical_type_words(logical_type_of(readable_bytes(sample.stream))) == sample.words);
    }
}

TEST_CASE("the tree of a LogicalType") {
    const auto parse = [](std::string_view words) {
        for (const Sample& sample : kSamples) {
            if (words == sample.words) {
                return logical_type_of(readable_bytes(sample.stream));
            }
        }
        FAIL("no sample " << words);
        return LogicalType();
    };
    const LogicalType row = parse("ROW<`a` INT, `b``c` ROW<`d` BIGINT NOT NULL> 'it''s'>");
    CHECK(row.root == LogicalRoot::kRow);
    REQUIRE(row.children.size() == 2);
    CHECK(row.names[1] == "b`c");
    CHECK(row.descriptions[1] == "it's");
    CHECK(row.children[1].children[0].root == LogicalRoot::kBigint);
    CHECK_FALSE(row.children[1].children[0].is_nullable);
    const LogicalType ltz = parse("TIMESTAMP_LTZ(3) NOT NULL");
    CHECK(ltz.timestamp_kind == "PROCTIME");
    CHECK(ltz.precision == 3);
    const LogicalType day = parse("INTERVAL DAY(2) TO SECOND(6)");
    CHECK(day.root == LogicalRoot::kIntervalDayTime);
    CHECK(day.resolution == "DAY_TO_SECOND");
    const LogicalType money = parse("DISTINCT<`c`.`d`.`Money`, DECIMAL(10, 2)>");
    CHECK(money.children[0].scale == 2);
    CHECK(parse("RAW('Gen$P', '...')").class_name == "Gen$P");
}

TEST_CASE("a damaged LogicalType is an error or some type") {
    for (const Sample& sample : kSamples) {
        CAPTURE(sample.words);
        const ByteVector good = readable_bytes(sample.stream);
        for (std::size_t at = 0; at < good.size(); ++at) {
            CAPTURE(at);
            CHECK_THROWS_AS(logical_type_of(Bytes(good).first(at)), InputError);
            for (const std::uint8_t flip : {0x01, 0xFF}) {
                ByteVector bytes = good;
                bytes[at] ^= flip;
                try {
                    static_cast<void>(logical_type_words(logical_type_of(bytes)));
                } catch (const Error& error) {
                    CHECK_FALSE(std::string(error.what()).empty());
                }
            }
        }
    }
}

TEST_CASE("other classes are named") {
    const LogicalType type =
        logical_type_of(readable_bytes("<aced0005><7372><0005>com.A<000000000000000102><0000><7870>"));
    CHECK(type.root == LogicalRoot::kUnresolved);
    CHECK(type.class_name == "com.A");
    CHECK_THROWS_AS(logical_type_of(readable_bytes("<aced000570>")), InputError);
}

TEST_CASE("a type that stands for many by back-references ends at a bound") {
    // MAP<x, x> in which x is MAP<y, y> and so on: 80 objects, 2^80 types.
    constexpr int kObjects = 80;
    std::string readable = "<aced0005>";
    for (int i = 0; i < kObjects; ++i) {
        readable += i == 0 ? "<7372><002c>org.apache.flink.table.types.logical.MapType<0000000000000001020002>"
                             "L<0007>keyType<740001>XL<0009>valueType<71007e0001><7870>"
                           : "<7371007e0000>";
    }
    readable += "<7372><0001>x<0000000000000001020000><7870>";
    for (int i = kObjects; i > 0; --i) {
        // Handles: the descriptor, the signature, the objects; the innermost one comes behind its descriptor.
        const int handle = 2 + i + (i == kObjects ? 1 : 0);
        const char* digits = "0123456789abcdef";
        readable += std::string("<71007e00") + digits[handle / 16] + digits[handle % 16] + ">";
    }
    CHECK_THROWS_AS(logical_type_of(readable_bytes(readable)), UnsupportedError);
}
