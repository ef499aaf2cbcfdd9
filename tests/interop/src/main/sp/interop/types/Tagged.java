package sp.interop.types;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A POJO with collections: Flink 1 gives them to Kryo, Flink 2 has serializers for them. */
public class Tagged {
    public String name;
    public List<String> tags;
    public Map<String, Long> counts;

    public Tagged() {}

    Tagged(String name, List<String> tags, Map<String, Long> counts) {
        this.name = name;
        this.tags = tags;
        this.counts = counts;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tagged
                && Objects.equals(name, ((Tagged) other).name)
                && Objects.equals(tags, ((Tagged) other).tags)
                && Objects.equals(counts, ((Tagged) other).counts);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, tags, counts);
    }
}
