package sp.interop.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What jobs have put out; they run in this JVM, so no sink is needed. */
public final class Outputs {
    private static final Map<String, List<String>> LINES = new ConcurrentHashMap<>();

    private Outputs() {}

    static void add(String job, String line) {
        LINES.computeIfAbsent(job, name -> Collections.synchronizedList(new ArrayList<>())).add(line);
    }

    /** Sorted, since subtasks run side by side; they are there once only. */
    public static List<String> take(String job) {
        List<String> lines = LINES.remove(job);
        List<String> sorted = lines == null ? new ArrayList<>() : new ArrayList<>(lines);
        Collections.sort(sorted);
        return sorted;
    }
}
