package sp.interop.types;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Currency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Types that Flink gives to Kryo, all or in part. sample(n) equals value n of restore/types.json, as far as it has so many: the job
 * says whether what sp-bootstrap wrote of those is equal (op `expect`).
 */
final class KryoTypes {
    private KryoTypes() {}

    static void addTo(Consumer<NamedType> table) {
        add(table, "class_collected", TypeInformation.of(Collected.class), full(), sparse());
        add(table, "class_uuid", TypeInformation.of(UUID.class), UUID.fromString("00000000-0000-0001-0000-000000000002"),
                UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"));
        add(table, "class_local_date", TypeInformation.of(LocalDate.class), LocalDate.of(1970, 1, 1), LocalDate.of(2024, 2, 29),
                LocalDate.of(-44, 3, 15));
        add(table, "class_local_date_time", TypeInformation.of(LocalDateTime.class), LocalDateTime.of(2024, 2, 29, 3, 0),
                LocalDateTime.of(2024, 2, 29, 3, 4, 5, 6));
        add(table, "class_duration", TypeInformation.of(Duration.class), Duration.ofMillis(-1500), Duration.ofDays(400));
        add(table, "class_period", TypeInformation.of(Period.class), Period.of(1, -2, 3));  // in Flink 1 zero is not Period.ZERO, and printed as P
        // Kryo of Flink 1 restores offsets without their texts.
        add(table, "class_zoned", TypeInformation.of(ZonedDateTime.class),
                ZonedDateTime.of(2024, 7, 2, 3, 4, 0, 0, ZoneOffset.ofHours(-7)));
        add(table, "class_offset", TypeInformation.of(OffsetDateTime.class),
                OffsetDateTime.of(2024, 1, 2, 3, 4, 5, 600, ZoneOffset.ofTotalSeconds(3661)));
        add(table, "class_uri", TypeInformation.of(URI.class), URI.create("http://example.org/a?b=%C3%A9"));
        add(table, "class_currency", TypeInformation.of(Currency.class), Currency.getInstance("EUR"));
        add(table, "hint_list_long", TypeInformation.of(new TypeHint<List<Long>>() {}),
                Arrays.asList(1L, null, -9007199254740991L), new ArrayList<Long>());
        add(table, "hint_list_string", TypeInformation.of(new TypeHint<List<String>>() {}), Arrays.asList("a", "é", null),
                Arrays.asList((String) null, null));
        add(table, "hint_map_lists", TypeInformation.of(new TypeHint<Map<String, List<Integer>>>() {}),
                Map.of("a", List.of(1, 2), "b", List.of()), Map.of("", List.of(-1)));
        add(table, "hint_map_dates", TypeInformation.of(new TypeHint<Map<LocalDate, Set<UUID>>>() {}),
                Map.of(LocalDate.of(2024, 1, 2), Set.of(new UUID(1, 2))));
        add(table, "hint_set_strings", TypeInformation.of(new TypeHint<Set<String>>() {}), Set.of("a"));
        add(table, "hint_optional", TypeInformation.of(new TypeHint<Optional<List<LocalTime>>>() {}),
                Optional.of(List.of(LocalTime.of(1, 0), LocalTime.of(0, 0, 0, 7))));
    }

    @SafeVarargs
    private static <T> void add(Consumer<NamedType> table, String name, TypeInformation<T> information, T... samples) {
        table.accept(new NamedType(name, information, n -> samples[(int) (n % samples.length)]));
    }

    private static Collected full() {
        Collected full = new Collected();
        full.name = "full";
        full.names = new ArrayList<>(Arrays.asList("x", null, "日本"));
        full.counts = new HashMap<>(Map.of("a", 1L, "b", 9007199254740993L));
        full.numbers = new HashSet<>(List.of(1, 2, 3));
        full.matrix = List.of(List.of(1, 2), List.of(), List.of(-3));
        full.id = new UUID(1, 2);
        full.day = LocalDate.of(2024, 2, 29);
        full.amount = new BigDecimal("12.50");
        full.note = Optional.of("n");
        full.color = Color.GREEN;
        full.colors = new HashMap<>(Map.of(Color.BLUE, 3));
        full.painted = List.of(Map.of("a", Color.RED), Map.of());
        full.took = Duration.ofSeconds(90, 5);
        full.times = Map.of(5L, List.of(LocalDateTime.of(2024, 1, 2, 3, 4), LocalDateTime.of(2024, 1, 2, 3, 4, 5, 6)));
        full.ordered = new LinkedHashMap<>();
        full.ordered.put("z", 1.5);
        full.ordered.put("a", -0.25);
        full.sorted = new TreeMap<>(Map.of(1, Optional.of(new BigDecimal("1.10")), 2, Optional.empty()));
        full.flags = new LinkedList<>(Arrays.asList(true, null, false));
        full.arrays = List.of(new long[] {1, -1}, new long[0]);
        full.bits = new BitSet();
        full.bits.set(1);
        full.bits.set(70);
        return full;
    }

    private static Collected sparse() {
        Collected sparse = new Collected();
        sparse.names = new ArrayList<>();
        sparse.note = Optional.empty();
        sparse.matrix = Arrays.asList((List<Integer>) null);
        sparse.bits = new BitSet();
        return sparse;
    }
}
