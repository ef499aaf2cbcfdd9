package sp.interop.kryo;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.text.SimpleDateFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Random values of the JDK's classes without type arguments. A class is a line. */
final class JdkValues {
    private static final String[] ZONES = {"Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"};
    private static final float[] FLOATS = {Float.NaN, -0f, Float.MIN_VALUE, 1e10f};
    private static final double[] DOUBLES = {Double.NaN, -0.0, Double.MIN_VALUE, 1e16, Double.NEGATIVE_INFINITY};
    private static final Class<?>[] CLASSES = {String.class, int.class, int[].class, Map.Entry.class, Long.class, String[][].class};
    private static final int[] LENGTHS = {0, 1, 2, 3, 5, 8, 31, 32, 33, 62, 63, 64, 65, 130};
    private static final String[] TEXTS = {"\u00e9", "\u65e5\u672c\u8a9e", "\ud83d\ude00 and more", "lone \ud800", "@at", "nul\0in",
        "q\"uote\\\n", "\u007f", "\u0080x"};

    private final Random random;
    private final Map<Class<?>, Function<Random, Object>> table = new LinkedHashMap<>();

    JdkValues(Random random, boolean kryo5) {
        this.random = random;
        add(Boolean.class, Random::nextBoolean);
        add(Byte.class, r -> (byte) r.nextInt());
        add(Short.class, r -> (short) r.nextInt());
        add(Character.class, r -> r.nextInt(4) == 0 ? (char) r.nextInt(0xd800) : (char) (' ' + r.nextInt(90)));
        add(Integer.class, JdkValues::integer);
        add(Long.class, JdkValues::longInteger);
        add(Float.class, r -> r.nextInt(6) == 0 ? FLOATS[r.nextInt(FLOATS.length)] : r.nextFloat());
        add(Double.class, r -> r.nextInt(6) == 0 ? DOUBLES[r.nextInt(DOUBLES.length)] : r.nextGaussian());
        add(String.class, JdkValues::text);
        add(BigInteger.class, r -> new BigInteger(r.nextInt(140), r).subtract(BigInteger.valueOf(r.nextInt(1000))));
        add(BigDecimal.class, r -> new BigDecimal(new BigInteger(r.nextInt(90), r).negate(), r.nextInt(12) - 3));
        add(Date.class, r -> new Date(milliseconds(r)));
        add(java.sql.Date.class, r -> new java.sql.Date(milliseconds(r)));
        add(java.sql.Time.class, r -> new java.sql.Time(r.nextInt(86_400_000)));
        add(java.sql.Timestamp.class, r -> java.sql.Timestamp.from(instant(r)));
        add(UUID.class, r -> new UUID(r.nextLong(), r.nextLong()));
        add(Currency.class, r -> Currency.getInstance(r.nextBoolean() ? "EUR" : "JPY"));
        add(URI.class, r -> URI.create("http://example.org/" + r.nextInt(50) + "?q#f"));
        add(Pattern.class, r -> Pattern.compile("a+[b-" + (char) ('c' + r.nextInt(20)) + "]", r.nextInt(4)));
        add(StringBuilder.class, r -> new StringBuilder(text(r)));
        add(StringBuffer.class, r -> new StringBuffer(text(r)));
        add(BitSet.class, r -> BitSet.valueOf(new long[] {r.nextLong(), r.nextInt(3)}));
        add(LocalDate.class, r -> LocalDate.of(r.nextInt(8) == 0 ? r.nextInt(20_000) - 9_999 : 1990 + r.nextInt(60), 1 + r.nextInt(12),
                1 + r.nextInt(28)));
        add(LocalTime.class, JdkValues::time);
        add(LocalDateTime.class, r -> LocalDateTime.of(LocalDate.ofEpochDay(r.nextInt(30_000)), time(r)));
        add(Instant.class, JdkValues::instant);
        add(Duration.class, r -> Duration.ofSeconds(r.nextInt(1_000_000) - 500_000, r.nextInt(3) * 250_000_001L));
        add(Period.class, r -> Period.of(r.nextInt(5) - 2, r.nextInt(14), r.nextInt(40)));
        add(Year.class, r -> Year.of(r.nextInt(12_000) - 2_000));
        add(YearMonth.class, r -> YearMonth.of(r.nextInt(12_000) - 2_000, 1 + r.nextInt(12)));
        add(MonthDay.class, r -> MonthDay.of(1 + r.nextInt(12), 1 + r.nextInt(28)));
        add(ZoneOffset.class, JdkValues::offset);
        add(OffsetTime.class, r -> OffsetTime.of(time(r), offset(r)));
        add(OffsetDateTime.class, r -> OffsetDateTime.of(LocalDate.ofEpochDay(r.nextInt(30_000)), time(r), offset(r)));
        add(ZonedDateTime.class, r -> ZonedDateTime.ofInstant(instant(r), zone(r)));
        add(ZoneId.class, JdkValues::zone);
        add(OptionalInt.class, r -> r.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(integer(r)));
        add(OptionalLong.class, r -> r.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(longInteger(r)));
        add(OptionalDouble.class, r -> r.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(r.nextGaussian()));
        add(AtomicInteger.class, r -> new AtomicInteger(integer(r)));
        add(AtomicLong.class, r -> new AtomicLong(longInteger(r)));
        add(AtomicBoolean.class, r -> new AtomicBoolean(r.nextBoolean()));
        add(TimeZone.class, r -> TimeZone.getTimeZone(ZONES[r.nextInt(4)]));
        add(Calendar.class, JdkValues::calendar);
        add(GregorianCalendar.class, JdkValues::calendar);
        add(InetSocketAddress.class, r -> InetSocketAddress.createUnresolved("host" + r.nextInt(9), r.nextInt(65536)));
        add(Class.class, r -> CLASSES[r.nextInt(CLASSES.length)]);
        add(DayOfWeek.class, r -> DayOfWeek.of(1 + r.nextInt(7)));
        add(Month.class, r -> Month.of(1 + r.nextInt(12)));
        add(TimeUnit.class, r -> TimeUnit.values()[r.nextInt(TimeUnit.values().length)]);
        add(ChronoUnit.class, r -> ChronoUnit.values()[r.nextInt(ChronoUnit.values().length)]);
        add(RoundingMode.class, r -> RoundingMode.values()[r.nextInt(8)]);
        add(Locale.class, r -> new Locale("de", r.nextBoolean() ? "DE" : ""));
        add(SimpleDateFormat.class, r -> new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT));
        add(IllegalStateException.class, r -> new IllegalStateException(r.nextBoolean() ? "why" : null));
        if (kryo5) {
            add(Charset.class, r -> r.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
            add(URL.class, r -> url("http://example.org/" + r.nextInt(50)));
        }
    }

    private <T> void add(Class<T> type, Function<Random, ? extends T> maker) {
        table.put(type, maker::apply);
    }

    /** Whether there are values of this very class. */
    boolean has(Class<?> type) {
        return table.containsKey(type);
    }

    Object of(Class<?> type) {
        return table.get(type).apply(random);
    }

    /** A value for a field of that class or interface; null if there is none. */
    Object assignableTo(Class<?> type) {
        List<Class<?>> fitting = new ArrayList<>();
        for (Class<?> known : table.keySet()) {
            if (type.isAssignableFrom(known)) {
                fitting.add(known);
            }
        }
        return fitting.isEmpty() ? null : of(fitting.get(random.nextInt(fitting.size())));
    }

    private static int integer(Random random) {
        int bits = random.nextInt(33);
        return bits == 0 ? 0 : random.nextInt() >> 32 - bits;
    }

    private static long longInteger(Random random) {
        int bits = random.nextInt(65);
        return bits == 0 ? 0 : random.nextLong() >> 64 - bits;
    }

    static String text(Random random) {
        if (random.nextInt(5) == 0) {
            return TEXTS[random.nextInt(TEXTS.length)] + (random.nextBoolean() ? "" : random.nextInt(100));
        }
        StringBuilder text = new StringBuilder();
        for (int length = LENGTHS[random.nextInt(random.nextInt(5) == 0 ? LENGTHS.length : 6)]; length > 0; --length) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    private static long milliseconds(Random random) {
        return random.nextInt(6) == 0 ? -random.nextInt(1_000_000_000) * 1000L : 1_600_000_000_000L + random.nextInt();
    }

    private static Instant instant(Random random) {
        return Instant.ofEpochSecond(1_600_000_000L + random.nextInt(), random.nextInt(4) == 0 ? 0 : random.nextInt(1_000_000_000));
    }

    private static LocalTime time(Random random) {
        int parts = random.nextInt(5);
        return LocalTime.of(parts > 0 ? random.nextInt(24) : 0, parts > 1 ? random.nextInt(60) : 0, parts > 2 ? random.nextInt(60) : 0,
                parts > 3 ? random.nextInt(1_000_000_000) : 0);
    }

    private static ZoneOffset offset(Random random) {
        int seconds = (random.nextInt(25) - 12) * (random.nextBoolean() ? 3600 : 907);
        return random.nextInt(3) == 0 ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(seconds);
    }

    private static ZoneId zone(Random random) {
        return random.nextInt(3) == 0 ? offset(random) : ZoneId.of(ZONES[random.nextInt(ZONES.length)]);
    }

    private static GregorianCalendar calendar(Random random) {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone(ZONES[random.nextInt(4)]), Locale.ROOT);
        calendar.setTimeInMillis(1_600_000_000_000L + random.nextInt());
        return calendar;
    }

    private static URL url(String text) {
        try {
            return new URL(text);
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
