package sp.interop.types;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple0;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.types.Either;
import org.apache.flink.types.LongValue;
import org.apache.flink.types.NullValue;
import org.apache.flink.types.Row;
import org.apache.flink.types.StringValue;

/** What TypeExtractor makes of Java types. */
final class DeclaredJava {
    private static final String ADDRESS = "sp.interop.types.Address{street:String,number:Integer}";
    /** Those that java<…> knows and that have no line of their own here. */
    private static final String CLASSES =
            "org.apache.flink.types.BooleanValue org.apache.flink.types.ByteValue org.apache.flink.types.CharValue "
            + "org.apache.flink.types.ShortValue org.apache.flink.types.IntValue org.apache.flink.types.LongValue "
            + "org.apache.flink.types.FloatValue org.apache.flink.types.DoubleValue org.apache.flink.types.StringValue "
            + "org.apache.flink.types.NullValue org.apache.flink.types.Row java.lang.Object java.lang.Class "
            + "java.lang.Number java.lang.CharSequence java.lang.Comparable java.lang.Iterable java.lang.Throwable "
            + "java.lang.Exception java.lang.StringBuilder java.util.Collection java.util.List java.util.ArrayList "
            + "java.util.LinkedList java.util.Queue java.util.Deque java.util.ArrayDeque java.util.PriorityQueue "
            + "java.util.Map java.util.HashMap java.util.LinkedHashMap java.util.SortedMap java.util.NavigableMap "
            + "java.util.TreeMap java.util.Set java.util.HashSet java.util.LinkedHashSet java.util.SortedSet "
            + "java.util.NavigableSet java.util.TreeSet java.util.EnumMap java.util.EnumSet java.util.Optional "
            + "java.util.UUID java.util.BitSet java.util.Locale java.util.Currency java.util.Calendar "
            + "java.time.LocalDate java.time.LocalTime java.time.LocalDateTime java.time.OffsetDateTime "
            + "java.time.ZonedDateTime java.time.ZoneId java.time.ZoneOffset java.time.Duration java.time.Period "
            + "java.time.Year java.time.YearMonth java.net.URI java.net.URL java.util.concurrent.ConcurrentHashMap "
            + "java.util.concurrent.atomic.AtomicInteger java.util.concurrent.atomic.AtomicLong "
            + "java.util.concurrent.atomic.AtomicBoolean java.util.regex.Pattern";
    private static final String COLOR = "enum sp.interop.types.Color{RED,GREEN,BLUE}";

    private DeclaredJava() {}

    static void addTo(DeclaredTypes table) throws ReflectiveOperationException {
        addClasses(table);
        for (String name : CLASSES.split("\\s+")) {
            add(table, Class.forName(name), "java<" + name + ">");
        }
        addCollections(table);
        addComposites(table);
        addPojos(table);
    }

    private static void add(DeclaredTypes table, Class<?> type, String... notations) {
        table.add(TypeInformation.of(type), notations);
    }

    private static void add(DeclaredTypes table, TypeHint<?> type, String... notations) {
        table.add(TypeInformation.of(type), notations);
    }

    private static void addClasses(DeclaredTypes table) {
        add(table, String.class, "java<String>", "{'java':'String'}", "java<java.lang.String>");
        add(table, Integer.class, "java<Integer>", "java<int>");
        add(table, Byte.class, "java<Byte>", "java<byte>");
        add(table, Short.class, "java<Short>", "java<short>");
        add(table, Long.class, "java<Long>", "java<long>");
        add(table, Float.class, "java<Float>", "java<float>");
        add(table, Double.class, "java<Double>", "java<double>");
        add(table, Character.class, "java<Character>", "java<char>");
        add(table, Boolean.class, "java<Boolean>", "java<boolean>");
        add(table, Void.class, "java<Void>", "java<void>");
        add(table, java.math.BigInteger.class, "java<BigInteger>");
        add(table, BigDecimal.class, "java<BigDecimal>", "java<java.math.BigDecimal>");
        add(table, Date.class, "java<Date>", "java<java.util.Date>");
        add(table, java.sql.Date.class, "java<java.sql.Date>");
        add(table, java.sql.Time.class, "java<java.sql.Time>");
        add(table, java.sql.Timestamp.class, "java<java.sql.Timestamp>", "java<Timestamp>");
        add(table, Instant.class, "java<Instant>");
        add(table, LongValue.class, "java<org.apache.flink.types.LongValue>", "java<LongValue>");
        add(table, StringValue.class, "java<StringValue>");
        add(table, NullValue.class, "java<NullValue>");
        add(table, LocalDate.class, "java<LocalDate>", "java<java.time.LocalDate>");
        add(table, java.time.LocalTime.class, "java<LocalTime>");
        add(table, java.time.LocalDateTime.class, "java<LocalDateTime>");
        add(table, Duration.class, "java<Duration>");
        add(table, UUID.class, "java<UUID>", "java<java.util.UUID>", "kryo<java.util.UUID>", "{'kryo':'java.util.UUID'}");
        add(table, Object.class, "java<Object>");
        add(table, Number.class, "java<Number>");
        add(table, Throwable.class, "java<Throwable>");
        add(table, java.util.BitSet.class, "java<java.util.BitSet>");
        add(table, Row.class, "java<Row>", "java<org.apache.flink.types.Row>");
        add(table, int[].class, "java<int[]>");
        add(table, byte[].class, "java<byte[]>");
        add(table, boolean[].class, "java<boolean[]>");
        add(table, char[].class, "java<char[]>");
        add(table, short[].class, "java<short[]>");
        add(table, long[].class, "java<long[]>");
        add(table, float[].class, "java<float[]>");
        add(table, double[].class, "java<double[]>");
        add(table, String[].class, "java<String[]>");
        add(table, Integer[].class, "java<Integer[]>");
        add(table, BigDecimal[].class, "java<BigDecimal[]>");
        add(table, UUID[].class, "java<UUID[]>");
        add(table, int[][].class, "java<int[][]>");
        add(table, String[][].class, "java<String[][]>");
        add(table, Object[].class, "java<Object[]>");
        add(table, Color.class, "java<" + COLOR + ">");
        add(table, Color[].class, "java<" + COLOR + "[]>");
    }

    private static void addCollections(DeclaredTypes table) {
        add(table, new TypeHint<List<String>>() {}, "java<List<String>>", "java<java.util.List<java.lang.String>>",
                "{'java':'List<String>'}");
        add(table, new TypeHint<Map<String, Long>>() {}, "java<Map<String, Long>>", "{'java':'Map<String,Long>'}");
        add(table, new TypeHint<Set<Integer>>() {}, "java<Set<Integer>>");
        add(table, new TypeHint<Collection<Double>>() {}, "java<Collection<Double>>");
        add(table, new TypeHint<Iterable<Double>>() {}, "java<Iterable<Double>>");
        add(table, new TypeHint<List<List<String>>>() {}, "java<List<List<String>>>");
        add(table, new TypeHint<Map<String, List<String>>>() {}, "java<Map<String,List<String>>>");
        add(table, new TypeHint<List<int[]>>() {}, "java<List<int[]>>");
        add(table, new TypeHint<List<String[]>>() {}, "java<List<String[]>>");
        add(table, new TypeHint<List<UUID>>() {}, "java<List<UUID>>");
        add(table, new TypeHint<List<Tuple2<String, Long>>>() {}, "java<List<Tuple2<String,Long>>>");
        add(table, new TypeHint<List<Address>>() {}, "java<List<" + ADDRESS + ">>");
        add(table, new TypeHint<Map<Color, Address>>() {}, "java<Map<" + COLOR + "," + ADDRESS + ">>");
        add(table, List.class, "java<List>", "java<java.util.List>");
        add(table, Map.class, "java<Map>");
        add(table, new TypeHint<ArrayList<String>>() {}, "java<ArrayList<String>>", "java<ArrayList>");
        add(table, new TypeHint<LinkedList<String>>() {}, "java<LinkedList<String>>");
        add(table, new TypeHint<HashMap<String, Long>>() {}, "java<HashMap<String,Long>>");
        add(table, new TypeHint<Optional<String>>() {}, "java<Optional<String>>");
        add(table, new TypeHint<List<String>[]>() {}, "java<List<String>[]>");
    }

    private static void addComposites(DeclaredTypes table) {
        add(table, Tuple0.class, "java<Tuple0>");
        add(table, new TypeHint<Tuple2<String, Integer>>() {}, "java<Tuple2<String,Integer>>",
                "java<org.apache.flink.api.java.tuple.Tuple2<String,Integer>>");
        add(table, new TypeHint<Tuple3<List<String>, UUID, int[]>>() {}, "java<Tuple3<List<String>,UUID,int[]>>");
        add(table, new TypeHint<Tuple2<String, Integer>[]>() {}, "java<Tuple2<String,Integer>[]>");
        add(table, new TypeHint<Either<String, List<Long>>>() {}, "java<Either<String,List<Long>>>");
    }

    private static void addPojos(DeclaredTypes table) {
        add(table, Address.class, "java<" + ADDRESS + ">");
        String collections = "sp.interop.types.Declarations$Collections{tags:List<String>,counts:Map<String,Integer>,ids:Set<Long>,"
                + "uuid:UUID,address:" + ADDRESS + "}";
        add(table, Declarations.Collections.class, "java<" + collections + ">");
        add(table, Declarations.Deep.class, "java<sp.interop.types.Declarations$Deep{person:sp.interop.types.Person{id:long,name:String,"
                + "active:boolean,weight:Double,color:" + COLOR + ",address:" + ADDRESS + ",marks:int[],age:short},inner:" + collections
                + ",color:" + COLOR + ",addresses:" + ADDRESS + "[]}>");
        add(table, Declarations.Node.class,
                "java<sp.interop.types.Declarations$Node{name:String,next:sp.interop.types.Declarations$Node}>");
        add(table, new TypeHint<Declarations.Generic<String>>() {}, "java<sp.interop.types.Declarations$Generic{value:String}>");
        add(table, new TypeHint<Declarations.Generic<List<String>>>() {},
                "java<sp.interop.types.Declarations$Generic{value:List<String>}>");
        add(table, Declarations.Empty.class, "{'kryo':'sp.interop.types.Declarations$Empty'}",
                "kryo<sp.interop.types.Declarations$Empty>");
    }
}
