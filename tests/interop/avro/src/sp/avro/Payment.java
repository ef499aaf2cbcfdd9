package sp.avro;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.apache.avro.Conversion;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/** A specific record as Avro's compiler makes it of a schema with logical types: fields of Java's classes, a conversion for each. */
public final class Payment extends SpecificRecordBase {
    private static final Schema[] TYPES = {
        LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT)),
        LogicalTypes.timeMillis().addToSchema(Schema.create(Schema.Type.INT)),
        LogicalTypes.timeMicros().addToSchema(Schema.create(Schema.Type.LONG)),
        LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG)),
        LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG)),
        LogicalTypes.localTimestampMillis().addToSchema(Schema.create(Schema.Type.LONG)),
        LogicalTypes.localTimestampMicros().addToSchema(Schema.create(Schema.Type.LONG)),
        LogicalTypes.decimal(20, 4).addToSchema(Schema.create(Schema.Type.BYTES)),
        LogicalTypes.decimal(9, 2).addToSchema(Schema.createFixed("Amount", null, "sp.avro", 6)),
        Schema.create(Schema.Type.STRING),
    };
    private static final List<Conversion<?>> OF_TYPES = java.util.Arrays.asList(new TimeConversions.DateConversion(),
            new TimeConversions.TimeMillisConversion(), new TimeConversions.TimeMicrosConversion(),
            new TimeConversions.TimestampMillisConversion(), new TimeConversions.TimestampMicrosConversion(),
            new TimeConversions.LocalTimestampMillisConversion(), new TimeConversions.LocalTimestampMicrosConversion(),
            new Conversions.DecimalConversion(), new Conversions.DecimalConversion(), null);

    public static final Schema SCHEMA$ = schema();
    private static final SpecificData MODEL$ = new SpecificData();

    static {
        OF_TYPES.stream().filter(conversion -> conversion != null).forEach(MODEL$::addLogicalTypeConversion);
    }

    private final Object[] values = new Object[TYPES.length];

    public static Schema getClassSchema() {
        return SCHEMA$;
    }

    private static Schema schema() {
        SchemaBuilder.FieldAssembler<Schema> fields = SchemaBuilder.record("Payment").namespace("sp.avro").fields();
        for (int i = 0; i < TYPES.length; ++i) {
            fields.name("f" + i).type(TYPES[i]).noDefault();
        }
        return fields.endRecord();
    }

    @Override
    public SpecificData getSpecificData() {
        return MODEL$;
    }

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public Object get(int field) {
        return values[field];
    }

    @Override
    public void put(int field, Object value) {
        values[field] = value;
    }

    @Override
    public Conversion<?> getConversion(int field) {
        return OF_TYPES.get(field);
    }

    static Payment draw(Random random) {
        Payment payment = new Payment();
        Instant time = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
        LocalDateTime local = LocalDateTime.ofInstant(time, java.time.ZoneOffset.UTC);
        payment.put(0, LocalDate.ofEpochDay(random.nextInt(100_000) - 50_000));
        payment.put(1, LocalTime.ofNanoOfDay(random.nextInt(86_400_000) * 1_000_000L));
        payment.put(2, LocalTime.ofNanoOfDay((random.nextLong() >>> 1) % 86_400_000_000L * 1000));
        payment.put(3, time.truncatedTo(ChronoUnit.MILLIS));
        payment.put(4, time.truncatedTo(ChronoUnit.MICROS));
        payment.put(5, local.truncatedTo(ChronoUnit.MILLIS));
        payment.put(6, local.truncatedTo(ChronoUnit.MICROS));
        payment.put(7, BigDecimal.valueOf(random.nextLong(), 4));
        payment.put(8, BigDecimal.valueOf(random.nextInt(1_000_000_000) - 500_000_000, 2));
        payment.put(9, "text " + random.nextInt());
        return payment;
    }

    /** What its fields are in generic data: what lies beneath the logical types. */
    Object generic(int field) {
        Conversion<?> conversion = getConversion(field);
        return conversion == null ? values[field]
                : Conversions.convertToRawType(values[field], TYPES[field], TYPES[field].getLogicalType(), conversion);
    }
}
