package sp.interop.types;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** A POJO whose fields are Kryo's: in Flink 1 all but four, in Flink 2 those that are no List, Map or Set of plain classes. */
public class Collected {
    public String name;
    public List<String> names;
    public Map<String, Long> counts;
    public Set<Integer> numbers;
    public List<List<Integer>> matrix;
    public UUID id;
    public LocalDate day;
    public BigDecimal amount;
    public Optional<String> note;
    public Color color;
    public Map<Color, Integer> colors;
    public List<Map<String, Color>> painted;
    public Duration took;
    public Map<Long, List<LocalDateTime>> times;
    public LinkedHashMap<String, Double> ordered;
    public SortedMap<Integer, Optional<BigDecimal>> sorted;
    public LinkedList<Boolean> flags;
    public List<long[]> arrays;
    public BitSet bits;

    public Collected() {}

    private Object[] fields() {
        return new Object[] {name, names, counts, numbers, matrix, id, day, amount, note, color, colors, painted, took, times, ordered,
            sorted, flags, arrays == null ? null : arrays.stream().map(Arrays::toString).collect(Collectors.toList()), bits};
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Collected && Arrays.equals(fields(), ((Collected) other).fields());
    }

    @Override
    public int hashCode() {
        return Objects.hash(fields());
    }
}
