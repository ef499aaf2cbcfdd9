// Writes the tables in tests/fixtures/text: what java.time and java.math print for values at the borders of every rule.
// Run once with JDK 17: java TextTables.java ../../fixtures/text

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

public class TextTables {
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        write(folder.resolve("times.tsv"), times());
        write(folder.resolve("big_numbers.tsv"), bigNumbers());
        write(folder.resolve("floats.tsv"), floats());
        write(folder.resolve("strings.tsv"), strings());
        write(folder.resolve("uris.tsv"), uris());
    }

    static void write(Path file, List<String> lines) throws Exception {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            lines.forEach(line -> out.print(line + "\n"));
        }
    }

    static final int[] NANOS = {0, 1, 10, 1000, 1001000, 1000000, 120000000, 123456789, 123456000, 999999999};

    // instant <seconds> <nanos> <text>, date <y> <m> <d> <text>, time <h> <m> <s> <nanos> <text>, date-time: all of both
    static List<String> times() {
        List<String> lines = new ArrayList<>();
        Random random = new Random(1);
        List<Long> seconds = new ArrayList<>(List.of(0L, 1L, -1L, 59L, 60L, 3600L, 86399L, 86400L, -86400L, 951782399L, 951782400L,
            951868799L, 4107542399L, 4107542400L, 253402300799L, 253402300800L, -62167219200L, -62167219201L, -62135596800L,
            -62135596801L, 315507225600L, -377705116800L, -377705116801L, -377705116799L, -377736739200L, Instant.MIN.getEpochSecond(),
            Instant.MIN.getEpochSecond() + 1, Instant.MAX.getEpochSecond(), Instant.MAX.getEpochSecond() - 86400,
            Long.MIN_VALUE / 1000, Long.MAX_VALUE / 1000));
        for (int i = 0; i < 200; i++) {
            seconds.add(random.nextLong(-100000000000L, 400000000000L));
            seconds.add(random.nextLong(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()));
        }
        for (int i = 0; i < seconds.size(); i++) {
            int nanos = NANOS[i % NANOS.length];
            lines.add("instant\t" + seconds.get(i) + "\t" + nanos + "\t" + Instant.ofEpochSecond(seconds.get(i), nanos));
        }
        int[] years = {0, 1, -1, 4, 100, 999, 1000, 1582, 1900, 1969, 1970, 2000, 2024, 9999, 10000, 123456, -9999, -10000,
            999999999, -999999999};
        int i = 0;
        for (int year : years) {
            for (int day : new int[] {1, 59, 60, 61, 365}) {
                LocalDate date = LocalDate.ofYearDay(year, day);
                lines.add("date\t" + year + "\t" + date.getMonthValue() + "\t" + date.getDayOfMonth() + "\t" + date);
                LocalTime time = LocalTime.of(i % 24, i * 7 % 60, i % 3 == 0 ? 0 : i * 11 % 60, NANOS[i++ % NANOS.length]);
                String fields = time.getHour() + "\t" + time.getMinute() + "\t" + time.getSecond() + "\t" + time.getNano();
                lines.add("time\t" + fields + "\t" + time);
                lines.add("date-time\t" + year + "\t" + date.getMonthValue() + "\t" + date.getDayOfMonth() + "\t" + fields + "\t"
                    + LocalDateTime.of(date, time));
            }
        }
        return lines;
    }

    // integer <hex> <text>, decimal <hex> <scale> <text>
    static List<String> bigNumbers() {
        List<BigInteger> values = new ArrayList<>(List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.TEN));
        Random random = new Random(2);
        for (int bits : new int[] {7, 8, 15, 16, 31, 32, 63, 64, 65, 95, 96, 126, 127, 128, 129, 160, 255, 256, 1000}) {
            for (int delta = -1; delta <= 1; delta++) {
                values.add(BigInteger.ONE.shiftLeft(bits).add(BigInteger.valueOf(delta)));
                values.add(values.get(values.size() - 1).negate());
            }
            values.add(new BigInteger(bits, random));
        }
        for (int digits : new int[] {1, 2, 8, 9, 10, 17, 18, 19, 20, 27, 36, 37, 38, 39, 40, 45, 100, 400}) {
            BigInteger power = BigInteger.TEN.pow(digits);
            values.addAll(List.of(power, power.negate(), power.subtract(BigInteger.ONE), power.add(BigInteger.ONE)));
        }
        values.add(new BigInteger(20000, random).setBit(19999).negate());
        List<String> lines = new ArrayList<>();
        for (BigInteger value : values) {
            lines.add("integer\t" + hex(value.toByteArray()) + "\t" + value);
        }
        int[] scales = {0, 1, 2, 5, 6, 7, 8, 20, 38, -1, -2, -10, 1000, -1000, Integer.MAX_VALUE, Integer.MIN_VALUE};
        long[] unscaled = {0, 1, -1, 9, 10, -10, 12, 123, 1234567, -1234567, 100000000000L, Long.MAX_VALUE, Long.MIN_VALUE};
        for (int scale : scales) {
            for (long value : unscaled) {
                lines.add("decimal\t" + hex(BigInteger.valueOf(value).toByteArray()) + "\t" + scale + "\t" + BigDecimal.valueOf(value, scale));
            }
            BigInteger large = new BigInteger("123456789012345678901234567890123456789012345678");
            lines.add("decimal\t" + hex(large.toByteArray()) + "\t" + scale + "\t" + new BigDecimal(large, scale));
        }
        return lines;
    }

    // double <bits> <text>, float <bits> <text>: Java's own text, which JDK 17 does not always print shortest
    static List<String> floats() {
        Random random = new Random(3);
        List<Double> doubles = new ArrayList<>(List.of(0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1e-5, 9.999e-6, 1e-4, 1e16, 1e15,
            9999999999999998.0, 123456789012345680.0, 4.9e-324, 2.2250738585072014e-308, Double.MAX_VALUE, 1e23, 2e23, 8.41e21,
            400000.0, 3.14, 1.0 / 3, 8589934591.9375, 8589934592.0, 8589934592.0625, 0.0625, 0.03125, 5e-324, 9007199254740993.0,
            Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
        List<Float> floats = new ArrayList<>(List.of(0f, -0f, 1f, 0.1f, 3.4028235E38f, 1.4e-45f, 1.17549435E-38f, 1e-5f, 9.999e-6f,
            1e16f, 1e15f, 16777215f, 16777216f, 16777218f, 33554432f, 1e10f, 0.3f, 8388608.5f, 2e-45f, Float.NaN,
            Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY));
        for (int i = 0; i < 150; i++) {
            doubles.add(Double.longBitsToDouble(random.nextLong()));
            doubles.add(random.nextInt(1000000) / 100.0);
            floats.add(Float.intBitsToFloat(random.nextInt()));
            floats.add(random.nextInt(1000000) / 100f);
        }
        List<String> lines = new ArrayList<>();
        for (double value : doubles) {
            lines.add("double\t" + Long.toHexString(Double.doubleToRawLongBits(value)) + "\t" + value);
        }
        for (float value : floats) {
            lines.add("float\t" + Integer.toHexString(Float.floatToRawIntBits(value)) + "\t" + value);
        }
        return lines;
    }

    // <units, four hex digits each> <UTF-8 of the string as Java encodes it, in hex>: no lone surrogates
    static List<String> strings() {
        Random random = new Random(4);
        int[] points = {0, 9, 10, 31, 32, 34, 65, 92, 127, 128, 0x7FF, 0x800, 0x3FFF, 0x4000, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF,
            0x10000, 0x1F600, 0x10FFFF};
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            StringBuilder text = new StringBuilder();
            int size = random.nextInt(50);
            for (int j = 0; j < size; j++) {
                text.appendCodePoint(random.nextInt(4) == 0 ? points[random.nextInt(points.length)] : 'a' + random.nextInt(26));
            }
            StringBuilder units = new StringBuilder();
            text.chars().forEach(unit -> units.append(String.format("%04x", unit)));
            lines.add(units + "\t" + hex(text.toString().getBytes(StandardCharsets.UTF_8)));
        }
        return lines;
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    static final String[][] URI_PIECES = {
        {"", "http:", "HTTP:", "http:", "HTTP:", "hTTp:", "s3a:", "S3a:", "x+y-z.9:", "urn:", "1x:", ":", "a_b:"},
        {"//", "//", "//", "//", "//", "//", "//", "//", "//", "//", "", "/", "///"},
        {"", "", "", "", "", "", "u@", "U:p@", "%4a@", "%4A@", "\u00fc@", "a@b@", "%41@"},
        {"host", "HOST", "Host.Name", "host.name", "a_b", "A_b", "1.2.3.4", "[::A]", "[::a]", "host.name.", "1.2.3.400", "a.9", "a.b9", "-a", "a-", "a..b", "9",
            "[::1]", "[1:2:3:4:5:6:7:8]", "[1:2::7:8]", "[1::2::3]", "[::1.2.3.4]", "[1:2]", "[::1%eth0]", "[::1", "[",
            "%zz", "h%41", "h\u00e4", "", ",", "[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:8::]", "[:1]", "[1:]", "[::1%]", "0001.2.3.4"},
        {"", "", "", "", ":", ":", ":80", ":80", ":080", ":080", ":8x", ":99999999999", ":-1"},
        {"", "", "/", "/a/b", "/A/b", "/a%2fb", "/a%2Fb", "/\u65e5", "/;x=1:@&=+$,", "//x", "/a b", "/\u00a0", "/\u2003", "/\ud83d\ude00", "/[x]", "\\", "/%", "/%4",
            "/%4g", "\u0085", "/a|b", "/\"", "/\ufeff", "/\u3000", "/^", "/`", "/{"},
        {"", "", "", "", "?", "?q=1", "?Q=1", "?a%aB", "?a%Ab", "?[x]/?:", "? "},
        {"", "", "", "", "", "#", "#f", "#F", "#%aa", "#%AA", "#[", "#a#b"},
    };

    // <uri> <- where URI.create takes it, the number of the first URI that it is equal to, else "refused">
    static List<String> uris() {
        Random random = new Random(3);
        java.util.Set<String> texts = new java.util.LinkedHashSet<>(List.of("", "a", "A", "mailto:A@b.c", "MAILTO:A@b.c", "mailto:a@b.c", "a:b?c",
            "a:#f", "//#f", "//?q", "//", "a://", "a:///", "urn:x%aa", "urn:x%AA", "urn:", "http://h", "http://h/", "http://h:", "http://H"));
        while (texts.size() < 2000) {
            StringBuilder text = new StringBuilder();
            for (String[] pieces : URI_PIECES) {
                text.append(pieces[random.nextInt(random.nextInt(6) == 0 ? pieces.length : Math.min(pieces.length, 10))]);
            }
            texts.add(text.toString());
            String other = text.toString().replace("host", "HOST").replace("http:", "Http:").replace("%4a", "%4A").replace(":080", ":80");
            texts.add(random.nextBoolean() ? other : other.replace("/a", "/A"));
        }
        List<String> lines = new ArrayList<>();
        java.util.Map<java.net.URI, Integer> first = new java.util.HashMap<>();
        for (String text : texts) {
            try {
                lines.add(text + "\t" + first.computeIfAbsent(java.net.URI.create(text), uri -> first.size()));
            } catch (IllegalArgumentException refused) {
                lines.add(text + "\trefused");
            }
        }
        return lines;
    }
}
