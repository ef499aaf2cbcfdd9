// Prints what Flink's own classes give each subtask of a restored operator, for random managed operator state: the handles
// go through the serializer of _metadata and then through StateAssignmentOperation. See README.md for how to run it.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.FinishedOperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.RoundRobinOperatorStateRepartitioner;
import org.apache.flink.runtime.checkpoint.StateAssignmentOperation;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.OperatorInstanceID;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStateHandle.Mode;
import org.apache.flink.runtime.state.OperatorStateHandle.StateMetaInfo;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

public class Redistribution {
    static final Mode[] MODES = {Mode.SPLIT_DISTRIBUTE, Mode.UNION, Mode.BROADCAST};
    static final String[] USUAL_NAMES = {
        "_default_", "SourceReaderState", "topic-partition-offset-states", "writer_raw_states", "bucket-states",
        "max-part-counter", "file-monitoring-state", "next-transactional-id-hint-v2", "state", "zähler", "状態", "\uD83D\uDE00x"};

    final Random random;
    final PrintWriter out;

    Redistribution(long seed, PrintWriter out) {
        this.random = new Random(seed);
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        String version = arguments[0];
        try (PrintWriter out = new PrintWriter(
                Files.newBufferedWriter(Path.of(arguments[1]), StandardCharsets.UTF_8))) {
            new Redistribution(version.hashCode(), out).printAll();
        }
    }

    void printAll() throws Exception {
        for (int i = 0; i < 86; ++i) {
            printCase(randomNames(1 + random.nextInt(7)), 1 + random.nextInt(8), 1 + random.nextInt(9), 20, randomModes());
        }
        for (int i = 0; i < 30; ++i) {  // partially finished operators are of interest at the old parallelism
            int parallelism = 2 + random.nextInt(5);
            printCase(randomNames(1 + random.nextInt(5)), parallelism, parallelism, 6, randomModes());
        }
        for (int count : new int[] {11, 12, 13, 14, 24, 25, 26, 47, 48, 49, 50, 97, 100}) {  // around the growths of a table
            printCase(randomNames(count), 1, 3, 3, List.of(Mode.SPLIT_DISTRIBUTE));
            printCase(randomNames(count), 2, 3, 3, List.of(Mode.SPLIT_DISTRIBUTE));
        }
        for (int count = 2; count <= 9; ++count) {  // one hash for all; many in a bucket make a small table grow
            printCase(collidingNames(count), 1, 5, 7, List.of(Mode.SPLIT_DISTRIBUTE));
            printCase(collidingNames(count), 3, 5, 7, List.of(Mode.SPLIT_DISTRIBUTE));
            List<String> names = collidingNames(Math.min(count, 7));
            names.addAll(randomNames(6));
            Collections.shuffle(names, random);
            printCase(names, 3, 4, 7, List.of(Mode.SPLIT_DISTRIBUTE, Mode.SPLIT_DISTRIBUTE, Mode.UNION));
        }
        printCase(randomNames(3), 2, 60, 90, List.of(Mode.SPLIT_DISTRIBUTE));
    }

    List<Mode> randomModes() {
        return random.nextInt(3) == 0 ? List.of(Mode.SPLIT_DISTRIBUTE) : List.of(MODES);
    }

    List<String> randomNames(int count) {
        Set<String> names = new LinkedHashSet<>();
        while (names.size() < count) {
            int kind = random.nextInt(3);
            if (kind == 0) {
                names.add(USUAL_NAMES[random.nextInt(USUAL_NAMES.length)]);
            } else if (kind == 1) {
                names.add("state-" + random.nextInt(200));
            } else {
                StringBuilder name = new StringBuilder();
                for (int length = 1 + random.nextInt(8); length > 0; --length) {
                    name.append("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ".charAt(random.nextInt(66)));
                }
                names.add("n" + name);
            }
        }
        return new ArrayList<>(names);
    }

    /** "Aa" and "BB" have the same hash, and so have all texts made of equally many of them. */
    List<String> collidingNames(int count) {
        List<String> names = new ArrayList<>();
        for (int bits = 0; bits < 16; ++bits) {
            StringBuilder name = new StringBuilder();
            for (int i = 0; i < 4; ++i) {
                name.append((bits >> i & 1) == 0 ? "Aa" : "BB");
            }
            names.add(name.toString());
        }
        Collections.shuffle(names, random);
        return new ArrayList<>(names.subList(0, count));
    }

    void printCase(List<String> names, int oldParallelism, int newParallelism, int mostElements, List<Mode> modes)
            throws Exception {
        Map<String, Mode> modeOf = new HashMap<>();
        for (String name : names) {
            modeOf.put(name, modes.get(random.nextInt(modes.size())));
        }
        boolean isWhole = random.nextInt(3) > 0;  // all subtasks are there and hold all states
        out.println("case\t" + oldParallelism + "\t" + newParallelism + "\t" + String.join("\t", names));
        OperatorState state = newOperatorState(oldParallelism, 128);
        for (int subtask = 0; subtask < oldParallelism; ++subtask) {
            int fate = isWhole ? 9 : random.nextInt(10);
            if (fate == 0) {
                continue;
            }
            if (fate == 1) {
                state.putState(subtask, FinishedOperatorSubtaskState.INSTANCE);
                continue;
            }
            List<String> order = new ArrayList<>(names);
            if (random.nextBoolean()) {
                Collections.shuffle(order, random);
            }
            if (!isWhole) {
                order.removeIf(name -> random.nextInt(5) == 0);
            }
            Map<String, StateMetaInfo> states = new LinkedHashMap<>();  // written in this order
            StringBuilder line = new StringBuilder("old\t" + subtask);
            for (String name : order) {
                Mode mode = modeOf.get(name);
                long[] offsets = new long[mode == Mode.BROADCAST ? 1 : random.nextInt(mostElements + 1)];
                for (int i = 0; i < offsets.length; ++i) {
                    offsets[i] = i;
                }
                states.put(name, new StateMetaInfo(offsets, mode));
                line.append("\t" + names.indexOf(name) + mode.name().charAt(0) + offsets.length);
            }
            out.println(line);
            state.putState(subtask, OperatorSubtaskState.builder().setManagedOperatorState(new OperatorStreamStateHandle(
                    states, new ByteStreamStateHandle(Integer.toString(subtask), new byte[] {(byte) subtask}))).build());
        }
        printAnswers(names, throughMetadata(state), newParallelism);
    }

    /** 1.20 has a constructor without name and uid. */
    static OperatorState newOperatorState(int parallelism, int maxParallelism) throws Exception {
        OperatorID id = new OperatorID(1, 2);
        for (Constructor<?> constructor : OperatorState.class.getConstructors()) {
            if (constructor.getParameterCount() == 5) {
                return (OperatorState) constructor.newInstance("name", "uid", id, parallelism, maxParallelism);
            }
        }
        return OperatorState.class.getConstructor(OperatorID.class, int.class, int.class)
                .newInstance(id, parallelism, maxParallelism);
    }

    static OperatorState throughMetadata(OperatorState state) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Checkpoints.storeCheckpointMetadata(new CheckpointMetadata(1, List.of(state), List.of()), bytes);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        return Checkpoints.loadCheckpointMetadata(in, Redistribution.class.getClassLoader(), "")
                .getOperatorStates().iterator().next();
    }

    void printAnswers(List<String> names, OperatorState state, int newParallelism) {
        Map<OperatorInstanceID, List<OperatorStateHandle>> answers = new HashMap<>();
        StateAssignmentOperation.reDistributePartitionableStates(Map.of(state.getOperatorID(), state), newParallelism,
                OperatorSubtaskState::getManagedOperatorState, RoundRobinOperatorStateRepartitioner.INSTANCE, answers);
        for (int subtask = 0; subtask < newParallelism; ++subtask) {
            List<String> runs = new ArrayList<>();
            for (OperatorStateHandle handle : answers.get(OperatorInstanceID.of(subtask, state.getOperatorID()))) {
                String from = ((ByteStreamStateHandle) handle.getDelegateStateHandle()).getHandleName();
                handle.getStateNameToPartitionOffsets().forEach((name, info) -> {
                    long[] offsets = info.getOffsets();
                    for (int i = 1; i < offsets.length; ++i) {
                        if (offsets[i] != offsets[0] + i) {
                            throw new IllegalStateException("no run: " + name);
                        }
                    }
                    if (offsets.length > 0) {
                        runs.add(from + "." + names.indexOf(name) + info.getDistributionMode().name().charAt(0) + offsets[0]
                                + "+" + offsets.length);
                    }
                });
            }
            Collections.sort(runs);
            out.println("new\t" + subtask + (runs.isEmpty() ? "" : "\t" + String.join("\t", runs)));
        }
    }
}
