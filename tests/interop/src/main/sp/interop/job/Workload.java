package sp.interop.job;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import sp.interop.Json;

/** Commands of a script's `feed`: listed, made at random from a seed, or filling all states of keys one after another. */
public final class Workload {
    /** Far enough for processing timers never to fire while a test runs. */
    private static final long FUTURE = 4_102_444_800_000L;

    static final long EPOCH = 1_700_000_000_000L;

    private Workload() {}

    /** {"commands": […]}, {"random": {"uid", "seed", "count", "keys", ["first_key"]}} or {"fill": {"uid", "keys", "first_key"}}. */
    public static Iterator<Command> of(JsonNode request, JsonNode job) {
        if (request.has("commands")) {
            List<Command> commands = new ArrayList<>();
            request.get("commands").forEach(node -> commands.add(Command.of(node)));
            return commands.iterator();
        }
        if (request.has("random")) {
            JsonNode random = request.get("random");
            return new RandomCommands(operator(job, Json.text(random, "uid")), random);
        }
        return filling(Json.member(request, "fill"));
    }

    private static OperatorSpec operator(JsonNode job, String uid) {
        for (JsonNode node : Json.member(job, "operators")) {
            if (uid.equals(Json.text(node, "uid"))) {
                return new OperatorSpec(node);
            }
        }
        throw new IllegalArgumentException("no operator " + uid);
    }

    /** Updates, appends and deletions, all decided by the seed. */
    private static final class RandomCommands implements Iterator<Command> {
        private final OperatorSpec operator;
        private final String uid;
        private final List<StateSpec> states;
        private final boolean timers;
        private final Random random;
        private final int keys;
        private final long firstKey;
        private long left;

        RandomCommands(OperatorSpec operator, JsonNode node) {
            this.operator = operator;
            uid = operator.uid();
            states = operator.states();
            timers = operator.kind().equals("keyed");
            random = new Random(Json.number(node, "seed", 1L));
            keys = Json.number(node, "keys", 100);
            firstKey = Json.number(node, "first_key", 0L);
            left = Json.number(node, "count", 1000L);
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Command next() {
            if (left-- <= 0) {
                throw new NoSuchElementException();
            }
            long key = firstKey + random.nextInt(keys);
            if (operator.kind().equals("window")) {
                Command element = new Command(uid, key, "", "element", random.nextInt(1000), 0);
                element.time = EPOCH + random.nextInt(20_000);
                return element;
            }
            int which = random.nextInt(states.size() + (timers ? 1 : 0));
            return which == states.size() ? timer(key) : change(states.get(which), key);
        }

        private Command timer(long key) {
            int time = random.nextInt(5000);
            switch (random.nextInt(6)) {
                case 0:
                    return new Command(uid, key, "", "delete-event", EPOCH + time, 0);
                case 1:
                    return new Command(uid, key, "", "delete-processing", FUTURE + time, 0);
                case 2:
                case 3:
                    return new Command(uid, key, "", "processing", FUTURE + time, 0);
                default:
                    return new Command(uid, key, "", "event", EPOCH + time, 0);
            }
        }

        private Command change(StateSpec state, long key) {
            int percent = random.nextInt(100);
            int n = random.nextInt(1 << 20);
            int map = random.nextInt(20);
            String op;
            switch (state.kind) {
                case "value":
                    op = percent < 85 ? "put" : "clear";
                    break;
                case "list":
                    op = percent < 90 ? "add" : percent < 95 && operator.kind().equals("keyed") ? "set" : "clear";
                    break;
                case "map":
                case "broadcast":
                    op = percent < 75 ? "put" : percent < 98 ? "remove" : "clear";
                    break;
                default:
                    op = percent < 93 || state.kind.equals("union") ? "add" : "clear";
            }
            return new Command(uid, key, state.name, op, n, map);
        }
    }

    /** One `fill` for each key. */
    private static Iterator<Command> filling(JsonNode node) {
        String uid = Json.text(node, "uid");
        long first = Json.number(node, "first_key", 0L);
        return LongStream.range(first, first + Json.number(node, "keys", 1000L))
                .mapToObj(key -> new Command(uid, key, "", "fill", key, 0)).iterator();
    }
}
