package sp.interop.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What jobs have put out; they run in this JVM, so no sink is needed. */
public final class Outputs {
    private static final Map<String, List<String>> LINES = new HashMap<>();

    private Outputs() {}

    public static synchronized void add(String job, String line) {
        LINES.computeIfAbsent(job, name -> new ArrayList<>()).add(line);
    }

    /** Sorted, since subtasks run side by side; they are there once only. */
    public static synchronized List<String> take(String job) {
        List<String> lines = LINES.remove(job);
        if (lines == null) {
            return new ArrayList<>();
        }
        Collections.sort(lines);
        return lines;
    }
}
