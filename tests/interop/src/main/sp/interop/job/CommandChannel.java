package sp.interop.job;

import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** From the script to the source of a running job: streams of commands, told when the source has emitted one to its end. */
public final class CommandChannel {
    private static final Map<String, CommandChannel> CHANNELS = new ConcurrentHashMap<>();

    private final Queue<Stream> streams = new ConcurrentLinkedQueue<>();
    private CompletableFuture<Void> available = new CompletableFuture<>();

    private CommandChannel() {}

    public static CommandChannel of(String job) {
        return CHANNELS.computeIfAbsent(job, name -> new CommandChannel());
    }

    /** Those of its tables too, which are named JOB/TABLE. */
    public static void close(String job) {
        CHANNELS.keySet().removeIf(name -> name.equals(job) || name.startsWith(job + "/"));
    }

    /** Completes when the source has handed on the last of them: a snapshot that is triggered after that holds their effects. */
    public CompletableFuture<Void> feed(Iterator<Command> commands) {
        Stream stream = new Stream(commands);
        streams.add(stream);
        synchronized (this) {
            available.complete(null);
        }
        return stream.emitted;
    }

    /** The next command, or null if there is none now. Only the source's one thread calls this. */
    Command poll() {
        for (Stream stream = streams.peek(); stream != null; stream = streams.peek()) {
            if (stream.commands.hasNext()) {
                return stream.commands.next();
            }
            streams.remove();
            stream.emitted.complete(null);
        }
        return null;
    }

    synchronized CompletableFuture<Void> available() {
        if (available.isDone() && streams.isEmpty()) {
            available = new CompletableFuture<>();
        }
        return available;
    }

    private static final class Stream {
        final Iterator<Command> commands;
        final CompletableFuture<Void> emitted = new CompletableFuture<>();

        Stream(Iterator<Command> commands) {
            this.commands = commands;
        }
    }
}
