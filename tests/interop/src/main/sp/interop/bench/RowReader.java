package sp.interop.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonParser;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.core.JsonToken;
import org.apache.flink.util.Collector;

/**
 * Reads the lines that begin in one of several equal pieces of a file of rows (scripts/bench-write), as a parallel source does. A row is
 * {what, key, map key, number, profile}; it is reused, since it is serialized right behind. Jackson parses token by token,
 * the fastest that it can.
 */
final class RowReader implements FlatMapFunction<Long, Tuple5<Integer, Long, String, Long, Profile>> {
    private static final long serialVersionUID = 1;

    static final int COUNT = 0;
    static final int PROFILE = 1;
    static final int SEEN = 2;
    static final int TIMER = 3;

    private final String path;
    private final int pieces;

    RowReader(String path, int pieces) {
        this.path = path;
        this.pieces = pieces;
    }

    @Override
    public void flatMap(Long piece, Collector<Tuple5<Integer, Long, String, Long, Profile>> out) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path, "r")) {
            long size = file.length();
            long end = lineAfter(file, size * (piece + 1) / pieces);
            long start = lineAfter(file, size * piece / pieces);
            file.seek(start);
            InputStream bytes = new BufferedInputStream(Channels.newInputStream(file.getChannel()), 1 << 16);
            Tuple5<Integer, Long, String, Long, Profile> row = new Tuple5<>();
            try (JsonParser parser = new JsonFactory().createParser(bytes)) {
                while (parser.nextToken() == JsonToken.START_OBJECT && start + parser.getTokenLocation().getByteOffset() < end) {
                    parse(parser, row);
                    out.collect(row);
                }
            }
        }
    }

    /** The first begin of a line at or after `offset`. */
    private static long lineAfter(RandomAccessFile file, long offset) throws IOException {
        if (offset > 0) {
            file.seek(offset - 1);
            int next = file.read();
            while (next != '\n' && next != -1) {
                next = file.read();
            }
            return file.getFilePointer();
        }
        return 0;
    }

    private static void parse(JsonParser parser, Tuple5<Integer, Long, String, Long, Profile> row) throws IOException {
        row.f2 = null;
        row.f3 = 0L;
        row.f4 = null;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "state" -> row.f0 = switch (parser.getText()) {
                    case "count" -> COUNT;
                    case "profile" -> PROFILE;
                    case "seen" -> SEEN;
                    default -> throw new IOException("no state " + parser.getText());
                };
                case "timer" -> row.f0 = TIMER;
                case "key" -> row.f1 = parser.getLongValue();
                case "map_key" -> row.f2 = parser.getText();
                case "timestamp" -> row.f3 = parser.getLongValue();
                case "value" -> {
                    if (parser.currentToken() == JsonToken.START_OBJECT) {
                        row.f4 = profile(parser);
                    } else {
                        row.f3 = parser.getLongValue();
                    }
                }
                default -> { }
            }
        }
    }

    private static Profile profile(JsonParser parser) throws IOException {
        Profile profile = new Profile();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            switch (name) {
                case "age" -> profile.age = parser.getIntValue();
                case "city" -> profile.city = parser.getText();
                case "name" -> profile.name = parser.getText();
                case "score" -> profile.score = parser.getDoubleValue();
                default -> throw new IOException("no field " + name);
            }
        }
        return profile;
    }
}
