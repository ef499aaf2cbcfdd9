#pragma once

// Serializer snapshots that real Flink wrote (from TypeSerializerUpgradeTestBase's files, from savepoints, and some from the
// serializers of Flink 2.3.0), with what the schema language calls them.

#include "readable_bytes.hpp"

struct SnapshotSample {
    const char* words;
    const char* json;
    const char* bytes;  ///< readable_bytes; without the i4 2 of a top-level snapshot
};

inline constexpr SnapshotSample kSnapshotSamples[] = {
    {R"(long)", R"("long")",
     "<00>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot<00000003>"},
    {R"(string[])", R"("string[]")",
     "<00>dorg.apache.flink.api.common.typeutils.base.array.StringArraySerializer$StringArraySerializerSnapsho"
     "t<0000000200>Forg.apache.flink.api.common.typeutils.base.array.StringArraySerializer"},
    {R"(list<int>)", R"({"list":"int"})",
     "<00>Aorg.apache.flink.api.common.typeutils.base.ListSerializerSnapshot<00000003000de70400000001001457fd0"
     "00000010000000100>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<000000"
     "03>"},
    {R"(map<long,int>)", R"({"map":["long","int"]})",
     "<00>@org.apache.flink.api.common.typeutils.base.MapSerializerSnapshot<00000003000de70400000001001457fd00"
     "0000010000000200>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot<00000"
     "00300>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<00000003>"},
    {R"(set<string>)", R"({"set":"string"})",
     "<00>@org.apache.flink.api.common.typeutils.base.SetSerializerSnapshot<00000003000de70400000001001457fd00"
     "0000010000000100>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<0"
     "0000003>"},
    {R"(array<int>)", R"({"array":"int","class":"java.lang.Integer"})",
     "<00>Iorg.apache.flink.api.common.typeutils.base.GenericArraySerializerSnapshot<00000003000de704000000010"
     "011>java.lang.Integer<001457fd000000010000000100>Norg.apache.flink.api.common.typeutils.base.IntSerializ"
     "er$IntSerializerSnapshot<00000003>"},
    {R"(either<string,int>)", R"({"either":["string","int"]})",
     "<00>Horg.apache.flink.api.java.typeutils.runtime.JavaEitherSerializerSnapshot<00000003000de7040000000100"
     "1457fd000000010000000200>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSn"
     "apshot<0000000300>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<000000"
     "03>"},
    {R"(long?)", R"({"nullable":"long","padding":0})",
     "<00>Yorg.apache.flink.api.java.typeutils.runtime.NullableSerializer$NullableSerializerSnapshot<000000030"
     "00de7040000000200000000001457fd000000010000000100>Porg.apache.flink.api.common.typeutils.base.LongSerial"
     "izer$LongSerializerSnapshot<00000003>"},
    {R"(nullable<long,8>)", R"({"nullable":"long","padding":8})",
     "<00>Yorg.apache.flink.api.java.typeutils.runtime.NullableSerializer$NullableSerializerSnapshot<000000030"
     "00de7040000000200000008001457fd000000010000000100>Porg.apache.flink.api.common.typeutils.base.LongSerial"
     "izer$LongSerializerSnapshot<00000003>"},
    {R"(enum corpus.Pojos$Color{RED,GREEN,BLUE})", R"({"enum":"corpus.Pojos$Color","values":["RED","GREEN","BLUE"]})",
     "<00>Porg.apache.flink.api.common.typeutils.base.EnumSerializer$EnumSerializerSnapshot<000000030012>corpu"
     "s.Pojos$Color<0000000300035245440005>GREEN<0004424c5545>"},
    {R"(row<string,long,string,string>)", R"({"row":["string","long","string","string"],"v":2})",
     "<00>Oorg.apache.flink.api.java.typeutils.runtime.RowSerializer$RowSerializerSnapshot<00000003000de704000"
     "00002001457fd000000010000000400>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSeria"
     "lizerSnapshot<0000000300>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapsh"
     "ot<0000000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<0000"
     "000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<00000003>"},
    {R"(row<string,long,string,string>)", R"({"row":["string","long","string","string"],"v":3})",
     "<00>Oorg.apache.flink.api.java.typeutils.runtime.RowSerializer$RowSerializerSnapshot<00000003000de704000"
     "00003001457fd000000010000000400>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSeria"
     "lizerSnapshot<0000000300>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapsh"
     "ot<0000000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<0000"
     "000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<00000003>"},
    {R"(row<int,string>)", R"({"row":["int","string"]})",
     "<00>Oorg.apache.flink.api.java.typeutils.runtime.RowSerializer$RowSerializerSnapshot<00000003000de704000"
     "0000401001457fd000000010000000200>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerialize"
     "rSnapshot<0000000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapsh"
     "ot<00000003>"},
    {R"(tuple<int,int>)", R"({"tuple":["int","int"]})",
     "<00>Corg.apache.flink.api.java.typeutils.runtime.TupleSerializerSnapshot<00000003000de7040000000200>&org"
     ".apache.flink.api.java.tuple.Tuple2<001457fd000000010000000200>Norg.apache.flink.api.common.typeutils.ba"
     "se.IntSerializer$IntSerializerSnapshot<0000000300>Norg.apache.flink.api.common.typeutils.base.IntSeriali"
     "zer$IntSerializerSnapshot<00000003>"},
    {R"(value<org.apache.flink.api.java.typeutils.runtime.ValueSerializerUpgradeTest$NameValue>)",
     R"({"value":"org.apache.flink.api.java.typeutils.runtime.ValueSerializerUpgradeTest$NameValue"})",
     "<00>Sorg.apache.flink.api.java.typeutils.runtime.ValueSerializer$ValueSerializerSnapshot<0000000200>Porg"
     ".apache.flink.api.java.typeutils.runtime.ValueSerializerUpgradeTest$NameValue"},
    {R"(kryo<java.lang.Throwable>)", R"({"kryo":"java.lang.Throwable"})",
     "<00>Gorg.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializerSnapshot<000000020013>java.lang.Thro"
     "wable<000004f2c69a3d70000000020013>java.lang.Throwable<01000000150013>java.lang.Throwable<01000000190013"
     ">java.lang.Throwable<0000000000>)org.apache.avro.generic.GenericData$Array<010000002b00>)org.apache.avro"
     ".generic.GenericData$Array<01000000b600>Uorg.apache.flink.api.java.typeutils.runtime.kryo.Serializers$Du"
     "mmyAvroRegisteredClass<0000000100>Yorg.apache.flink.api.java.typeutils.runtime.kryo.Serializers$DummyAvr"
     "oKryoSerializerClass<000004f2c69a3d7000000000000004f2c69a3d7000000000>"},
    {R"(TestPojoWithDifferentFieldType{fieldValue:int})",
     R"({"pojo":"TestPojoWithDifferentFieldType","fields":{"fieldValue":"int"}})",
     "<00>Borg.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot<00000002001e>TestPojoWithDiffere"
     "ntFieldType<000004f2c69a3d7000000001000a>fieldValue<010000002c001e>TestPojoWithDifferentFieldType<000a>f"
     "ieldValue<010000005400>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<0"
     "0000003000004f2c69a3d7000000000000004f2c69a3d7000000000>"},
    {R"(BasePojo{baseFieldA:int,baseFieldB:string})",
     R"({"pojo":"BasePojo","fields":{"baseFieldA":"int","baseFieldB":"string"},"subclasses":[{"class":"Subla)"
     R"(ssPojo","registered":true,"fields":{"baseFieldA":"int","baseFieldB":"string","subclassFieldC":"boole)"
     R"(an","subclassFieldD":"double"},"declaring":{"baseFieldA":"BasePojo","baseFieldB":"BasePojo"}}]})",
     "<00>Borg.apache.flink.api.java.typeutils.runtime.PojoSerializerSnapshot<000000020008>BasePojo<000004f2c6"
     "9a3d7000000002000a>baseFieldA<01000000160008>BasePojo<000a>baseFieldA<010000005400>Norg.apache.flink.api"
     ".common.typeutils.base.IntSerializer$IntSerializerSnapshot<00000003000a>baseFieldB<01000000160008>BasePo"
     "jo<000a>baseFieldB<010000005a00>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSeria"
     "lizerSnapshot<00000003000004f2c69a3d7000000001000b>SublassPojo<010000000001000002a300>Borg.apache.flink."
     "api.java.typeutils.runtime.PojoSerializerSnapshot<00000002000b>SublassPojo<000004f2c69a3d7000000004000a>"
     "baseFieldA<01000000160008>BasePojo<000a>baseFieldA<010000005400>Norg.apache.flink.api.common.typeutils.b"
     "ase.IntSerializer$IntSerializerSnapshot<00000003000a>baseFieldB<01000000160008>BasePojo<000a>baseFieldB<"
     "010000005a00>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<00000"
     "003000e>subclassFieldC<010000001d000b>SublassPojo<000e>subclassFieldC<010000005c00>Vorg.apache.flink.api"
     ".common.typeutils.base.BooleanSerializer$BooleanSerializerSnapshot<00000003000e>subclassFieldD<010000001"
     "d000b>SublassPojo<000e>subclassFieldD<010000005a00>Torg.apache.flink.api.common.typeutils.base.DoubleSer"
     "ializer$DoubleSerializerSnapshot<00000003000004f2c69a3d7000000000000004f2c69a3d7000000000000004f2c69a3d7"
     "000000000>"},
    {R"(array-list<string>)", R"({"array-list":"string"})",
     "<00>:org.apache.flink.runtime.state.ArrayListSerializerSnapshot<00000003000de70400000001001457fd00000001"
     "0000000100>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<0000000"
     "3>"},
    {R"(ttl-aware<string>)", R"({"ttl-aware":"string"})",
     "<00>=org.apache.flink.runtime.state.ttl.TtlAwareSerializerSnapshot<000000010000>Torg.apache.flink.api.co"
     "mmon.typeutils.base.StringSerializer$StringSerializerSnapshot<00000003>"},
    {R"(ttl<int>)", R"({"ttl":"int"})",
     "<00>Horg.apache.flink.runtime.state.ttl.TtlStateFactory$TtlSerializerSnapshot<00000003000de7040000000200"
     "1457fd000000010000000200>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapsh"
     "ot<0000000300>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<00000003>"},
    {R"(timer<string,int>)", R"({"timer":["string","int"]})",
     "<00>@org.apache.flink.streaming.api.operators.TimerSerializerSnapshot<00000003000de70400000002001457fd00"
     "0000010000000200>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapshot<0"
     "000000300>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<00000003>"},
    {R"(tagged-union<string,long>)", R"({"tagged-union":["string","long"]})",
     "<00>Rorg.apache.flink.streaming.api.datastream.CoGroupedStreams$UnionSerializerSnapshot<00000003000de704"
     "00000002001457fd000000010000000200>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSe"
     "rializerSnapshot<0000000300>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSna"
     "pshot<00000003>"},
    {R"(buffer-entry<string>)", R"({"buffer-entry":"string"})",
     "<00>^org.apache.flink.streaming.api.operators.co.IntervalJoinOperator$BufferEntrySerializerSnapshot<0000"
     "0003000de70400000002001457fd000000010000000100>Torg.apache.flink.api.common.typeutils.base.StringSeriali"
     "zer$StringSerializerSnapshot<00000003>"},
    {R"(stream-element<string>)", R"({"stream-element":"string"})",
     "<00>gorg.apache.flink.streaming.runtime.streamrecord.StreamElementSerializer$StreamElementSerializerSnap"
     "shot<00000003000de70400000002001457fd000000010000000100>Torg.apache.flink.api.common.typeutils.base.Stri"
     "ngSerializer$StringSerializerSnapshot<00000003>"},
    {R"(two-phase-commit<int,string>)", R"({"two-phase-commit":["int","string"],"v":2})",
     "<00>`org.apache.flink.streaming.api.functions.sink.TwoPhaseCommitSinkFunction$StateSerializerSnapshot<00"
     "000003000de70400000002001457fd000000010000000200>Norg.apache.flink.api.common.typeutils.base.IntSerializ"
     "er$IntSerializerSnapshot<0000000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringS"
     "erializerSnapshot<00000003>"},
    {R"(two-phase-commit<int,string>)", R"({"two-phase-commit":["int","string"],"v":3})",
     "<00>`org.apache.flink.streaming.api.functions.sink.TwoPhaseCommitSinkFunction$StateSerializerSnapshot<00"
     "000003000de70400000003001457fd000000010000000200>Norg.apache.flink.api.common.typeutils.base.IntSerializ"
     "er$IntSerializerSnapshot<0000000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringS"
     "erializerSnapshot<00000003>"},
    {R"(two-phase-commit<int,string>)", R"({"two-phase-commit":["int","string"]})",
     "<00>`org.apache.flink.streaming.api.functions.sink.TwoPhaseCommitSinkFunction$StateSerializerSnapshot<00"
     "000003000de7040000000401001457fd000000010000000200>Norg.apache.flink.api.common.typeutils.base.IntSerial"
     "izer$IntSerializerSnapshot<0000000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$Strin"
     "gSerializerSnapshot<00000003>"},
    {R"(avro<org.apache.flink.formats.avro.generated.Address>)",
     R"({"avro":{"type":"record","name":"Address","namespace":"org.apache.flink.formats.avro.generated","fie)"
     R"(lds":[{"name":"num","type":"int"},{"name":"street","type":"string"},{"name":"city","type":"string"},)"
     R"({"name":"state","type":"string"},{"name":"zip","type":"string"}]}})",
     "<003e>org.apache.flink.formats.avro.typeutils.AvroSerializerSnapshot<0000000200>%org.apache.avro.generic"
     ".GenericRecord<01017b2274797065223a22>record<222c226e616d65223a22>Address<222c22>namespace<223a22>org.ap"
     "ache.flink.formats.avro.generated<222c22>fields<223a5b7b226e616d65223a226e756d222c2274797065223a22696e74"
     "227d2c7b226e616d65223a22>street<222c2274797065223a22>string<227d2c7b226e616d65223a2263697479222c22747970"
     "65223a22>string<227d2c7b226e616d65223a22>state<222c2274797065223a22>string<227d2c7b226e616d65223a227a697"
     "0222c2274797065223a22>string<227d5d7d>"},
    {R"(avro<corpus.Pojos$.Spec>)",
     R"({"avro":{"type":"record","name":"Spec","namespace":"corpus.Pojos$","fields":[{"name":"id","type":"lo)"
     R"(ng"},{"name":"name","type":["null","string"],"default":null},{"name":"xs","type":{"type":"array","it)"
     R"(ems":"int"}}]},"class":"corpus.Pojos$Spec"})",
     "<003e>org.apache.flink.formats.avro.typeutils.AvroSerializerSnapshot<0000000312>corpus.Pojos$Spec<cf017b"
     "2274797065223a22>record<222c226e616d65223a2253706563222c22>namespace<223a22>corpus.Pojos$<222c22>fields<"
     "223a5b7b226e616d65223a226964222c2274797065223a226c6f6e67227d2c7b226e616d65223a226e616d65222c227479706522"
     "3a5b226e756c6c222c22>string<225d2c22>default<22>:null},{<226e616d65223a227873222c2274797065223a7b2274797"
     "065223a22>array<222c22>items<223a22696e74227d7d5d7d>"},
    {R"(case-class<corpus.Key,int,string>)", R"({"case-class":"corpus.Key","fields":["int","string"]})",
     "<00>Eorg.apache.flink.api.scala.typeutils.ScalaCaseClassSerializerSnapshot<00000003000de70400000002000a>"
     "corpus.Key<001457fd000000010000000200>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSeria"
     "lizerSnapshot<0000000300>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSn"
     "apshot<00000003>"},
    {R"(scala-enum<corpus.Weekday$>)", R"({"scala-enum":"corpus.Weekday$","values":[["Mon",0],["Tue",1],["Wed",2]]})",
     "<00>@org.apache.flink.api.scala.typeutils.ScalaEnumSerializerSnapshot<00000003000f>corpus.Weekday$<00000"
     "00300034d6f6e00000000000354756500000001000357656400000002>"},
    {R"(option<int>)", R"({"option":"int"})",
     "<00>Borg.apache.flink.api.scala.typeutils.ScalaOptionSerializerSnapshot<00000003000de70400000002001457fd"
     "000000010000000100>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<00000"
     "003>"},
    {R"(traversable<int>)",
     R"({"traversable":"int","builder":"implicitly[scala.collection.generic.CanBuildFrom[Set[Int], Int, Set[)"
     R"(Int]]]"})",
     "<00>Borg.apache.flink.api.scala.typeutils.TraversableSerializerSnapshot<00000003000de7040000000200>Jimpl"
     "icitly[scala.collection.generic.CanBuildFrom[Set[Int], Int, Set[Int]]]<001457fd000000010000000100>Norg.a"
     "pache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<00000003>"},
    {R"(lockable<string>)", R"({"lockable":"string"})",
     "<00>Dorg.apache.flink.cep.nfa.sharedbuffer.LockableTypeSerializerSnapshot<00000003000de70400000001001457"
     "fd000000010000000100>Torg.apache.flink.api.common.typeutils.base.StringSerializer$StringSerializerSnapsh"
     "ot<00000003>"},
    {R"(node-id)", R"("node-id")",
     "<00>Vorg.apache.flink.cep.nfa.sharedbuffer.NodeId$NodeIdSerializer$NodeIdSerializerSnapshot<00000003000d"
     "e70400000001001457fd000000010000000100>Yorg.apache.flink.cep.nfa.sharedbuffer.EventId$EventIdSerializer$"
     "EventIdSerializerSnapshot<00000003>"},
    {R"(nfa-state<1>)", R"({"nfa-state":1})",
     "<00>3org.apache.flink.cep.nfa.NFAStateSerializerSnapshot<00000003000de70400000001001457fd000000010000000"
     "300>Xorg.apache.flink.cep.nfa.DeweyNumber$DeweyNumberSerializer$DeweyNumberSerializerSnapshot<0000000300"
     ">Vorg.apache.flink.cep.nfa.sharedbuffer.NodeId$NodeIdSerializer$NodeIdSerializerSnapshot<00000003000de70"
     "400000001001457fd000000010000000100>Yorg.apache.flink.cep.nfa.sharedbuffer.EventId$EventIdSerializer$Eve"
     "ntIdSerializerSnapshot<0000000300>Yorg.apache.flink.cep.nfa.sharedbuffer.EventId$EventIdSerializer$Event"
     "IdSerializerSnapshot<00000003>"},
    {R"(nfa-state<2>)", R"({"nfa-state":2})",
     "<00>3org.apache.flink.cep.nfa.NFAStateSerializerSnapshot<00000003000de7040000000201001457fd0000000100000"
     "00300>Xorg.apache.flink.cep.nfa.DeweyNumber$DeweyNumberSerializer$DeweyNumberSerializerSnapshot<00000003"
     "00>Vorg.apache.flink.cep.nfa.sharedbuffer.NodeId$NodeIdSerializer$NodeIdSerializerSnapshot<00000003000de"
     "70400000001001457fd000000010000000100>Yorg.apache.flink.cep.nfa.sharedbuffer.EventId$EventIdSerializer$E"
     "ventIdSerializerSnapshot<0000000300>Yorg.apache.flink.cep.nfa.sharedbuffer.EventId$EventIdSerializer$Eve"
     "ntIdSerializerSnapshot<00000003>"},
    {R"(linked-list<long>)", R"({"linked-list":"long","v":1})",
     "<00>Zorg.apache.flink.table.runtime.typeutils.LinkedListSerializer$LinkedListSerializerSnapshot<00000003"
     "000de70400000001001457fd000000010000000100>Porg.apache.flink.api.common.typeutils.base.LongSerializer$Lo"
     "ngSerializerSnapshot<00000003>"},
    {R"(linked-list<long>)", R"({"linked-list":"long","v":2})",
     "<00>Zorg.apache.flink.table.runtime.typeutils.LinkedListSerializer$LinkedListSerializerSnapshot<00000003"
     "000de70400000002001457fd000000010000000100>Porg.apache.flink.api.common.typeutils.base.LongSerializer$Lo"
     "ngSerializerSnapshot<00000003>"},
    {R"(linked-list<int>)", R"({"linked-list":"int","nulls":false})",
     "<00>Zorg.apache.flink.table.runtime.typeutils.LinkedListSerializer$LinkedListSerializerSnapshot<00000003"
     "000de7040000000300001457fd000000010000000100>Norg.apache.flink.api.common.typeutils.base.IntSerializer$I"
     "ntSerializerSnapshot<00000003>"},
    {R"(decimal<10,2>)", R"({"decimal":[10,2]})",
     "<00>Xorg.apache.flink.table.runtime.typeutils.DecimalDataSerializer$DecimalSerializerSnapshot<0000000300"
     "00000a00000002>"},
    {R"(timestamp-data<9>)", R"({"timestamp-data":9})",
     "<00>`org.apache.flink.table.runtime.typeutils.TimestampDataSerializer$TimestampDataSerializerSnapshot<00"
     "00000100000009>"},
    {R"(raw-data<sql-null>)", R"({"raw-data":"sql-null"})",
     "<00>^org.apache.flink.table.runtime.typeutils.RawValueDataSerializer$RawValueDataSerializerSnapshot<0000"
     "0003000de70400000000001457fd000000010000000100>Eorg.apache.flink.table.dataview.NullSerializer$NullSeria"
     "lizerSnapshot<00000003>"},
    {R"(array-data<INT>)", R"({"array-data":"INT"})",
     "<00>Xorg.apache.flink.table.runtime.typeutils.ArrayDataSerializer$ArrayDataSerializerSnapshot<00000003ac"
     "ed0005737200>,org.apache.flink.table.types.logical.IntType<0000000000000001020000787200>0org.apache.flin"
     "k.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lorg/apach"
     "e/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.LogicalTyp"
     "eRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740007>INTEGER<aced0005737"
     "200>8org.apache.flink.api.common.typeutils.base.IntSerializer<0000000000000001020000787200>Borg.apache.f"
     "link.api.common.typeutils.base.TypeSerializerSingletony<a987aac72e7745020000787200>4org.apache.flink.api"
     ".common.typeutils.TypeSerializer<00000000000000010200007870>"},
    {R"(external<boolean>)", R"({"external":"boolean"})",
     "<00>Vorg.apache.flink.table.runtime.typeutils.ExternalSerializer$ExternalSerializerSnapshot<00000003000d"
     "e70400000001aced0005737200>+org.apache.flink.table.types.AtomicDataType<1a885329fa7a2332020000787200>%or"
     "g.apache.flink.table.types.DataType<c68ff3149e02836d0200024c000f>conversionClasst<0011>Ljava/lang/Class;"
     "L<000b>logicalTypet<00>2Lorg/apache/flink/table/types/logical/LogicalType;xpvr<0011>java.lang.Boolean<cd"
     "207280d59cfaee0200015a0005>valuexpsr<00>0org.apache.flink.table.types.logical.BooleanType<00000000000000"
     "01020000787200>0org.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullable"
     "L<0008>typeRoott<00>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink"
     ".table.types.logical.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<000000000000000012000"
     "07870740007>BOOLEAN<00001457fd000000010000000100>Vorg.apache.flink.api.common.typeutils.base.BooleanSeri"
     "alizer$BooleanSerializerSnapshot<00000003>"},
    {R"(sql<BIGINT, VARCHAR(20) NOT NULL>)", R"({"rowdata":["BIGINT","VARCHAR(20) NOT NULL"]})",
     "<00>Torg.apache.flink.table.runtime.typeutils.RowDataSerializer$RowDataSerializerSnapshot<00000003000000"
     "02aced0005737200>/org.apache.flink.table.types.logical.BigIntType<0000000000000001020000787200>0org.apac"
     "he.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<00>6Lor"
     "g/apache/flink/table/types/logical/LogicalTypeRoot;xp<017e7200>4org.apache.flink.table.types.logical.Log"
     "icalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740006>BIGINT<aced0"
     "005737200>0org.apache.flink.table.types.logical.VarCharType<0000000000000001020001490006>lengthxr<00>0or"
     "g.apache.flink.table.types.logical.LogicalType<00000000000000010200025a000a>isNullableL<0008>typeRoott<0"
     "0>6Lorg/apache/flink/table/types/logical/LogicalTypeRoot;xp<007e7200>4org.apache.flink.table.types.logic"
     "al.LogicalTypeRoot<00000000000000001200007872000e>java.lang.Enum<00000000000000001200007870740007>VARCHA"
     "R<00000014001457fd000000010000000200>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSeri"
     "alizerSnapshot<0000000300>Zorg.apache.flink.table.runtime.typeutils.StringDataSerializer$StringDataSeria"
     "lizerSnapshot<00000003>"},
    {R"(map-view<null-aware-map<int,long>>)", R"({"map-view":{"null-aware-map":["int","long"]}})",
     "<00>9org.apache.flink.table.dataview.MapViewSerializerSnapshot<00000003000de70400000001001457fd000000010"
     "0000001003e>org.apache.flink.table.dataview.NullAwareMapSerializerSnapshot<00000003000de7040000000100145"
     "7fd000000010000000200>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot<00"
     "00000300>Porg.apache.flink.api.common.typeutils.base.LongSerializer$LongSerializerSnapshot<00000003>"},
    {R"(list-view<int>)", R"({"list-view":"int"})",
     "<00>:org.apache.flink.table.dataview.ListViewSerializerSnapshot<00000003000de70400000001001457fd00000001"
     "0000000100>Aorg.apache.flink.api.common.typeutils.base.ListSerializerSnapshot<00000003000de7040000000100"
     "1457fd000000010000000100>Norg.apache.flink.api.common.typeutils.base.IntSerializer$IntSerializerSnapshot"
     "<00000003>"},
};
