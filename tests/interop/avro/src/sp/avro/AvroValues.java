package sp.avro;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.reflect.ReflectData;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.formats.avro.typeutils.AvroSerializer;

/**
 * What AvroSerializer writes of random data: generic records of random schemas, a specific record with logical types, and a class by
 * reflection. Lines as those of TableValues, without hash codes.
 */
public final class AvroValues {
    private static final int VALUES_OF_A_SCHEMA = 5;
    private static final int DEPTH = 4;
    private final List<String> lines = new ArrayList<>();
    private final Random random;

    private AvroValues(long seed) {
        random = new Random(seed);
    }

    /** Arguments: the file to write, schemas, seed. */
    public static void main(String[] arguments) throws IOException {
        AvroValues all = new AvroValues(Long.parseLong(arguments[2]));
        for (int n = Integer.parseInt(arguments[1]); n > 0; --n) {
            all.generic();
        }
        all.specific();
        all.reflected();
        Files.write(Path.of(arguments[0]), all.lines, StandardCharsets.UTF_8);
    }

    private void generic() throws IOException {
        Schema schema = new RandomSchemas(random).record(3);
        RandomRecords records = new RandomRecords(random);
        AvroSerializer<GenericRecord> serializer = new AvroSerializer<>(GenericRecord.class, schema);
        for (int i = 0; i < VALUES_OF_A_SCHEMA; ++i) {
            GenericData.Record record = records.record(schema, DEPTH);
            add("generic", i == 0, serializer, record, AvroJson.of(record, schema));
        }
    }

    private void specific() throws IOException {
        AvroSerializer<Payment> serializer = new AvroSerializer<>(Payment.class);
        for (int i = 0; i < 4 * VALUES_OF_A_SCHEMA; ++i) {
            Payment payment = Payment.draw(random);
            GenericData.Record generic = new GenericData.Record(Payment.SCHEMA$);
            for (Schema.Field field : Payment.SCHEMA$.getFields()) {
                generic.put(field.pos(), payment.generic(field.pos()));
            }
            add("specific", i == 0, serializer, payment, AvroJson.of(generic, Payment.SCHEMA$));
        }
    }

    private void reflected() throws IOException {
        AvroSerializer<Reading> serializer = new AvroSerializer<>(Reading.class);
        Schema schema = ReflectData.get().getSchema(Reading.class);
        for (int i = 0; i < VALUES_OF_A_SCHEMA; ++i) {
            Reading reading = new Reading();
            reading.id = random.nextInt();
            reading.sensor = "s" + i;
            reading.value = i / 4.0;
            reading.quality = Reading.Quality.values()[i % 2];
            reading.samples = List.of(i, -i);
            reading.counts = Map.of("n", (long) i);
            reading.raw = new byte[] {(byte) i};
            add("reflect", i == 0, serializer, reading, AvroJson.of(generic(reading, schema), schema));
        }
    }

    private static GenericData.Record generic(Reading reading, Schema schema) {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            Object value = ReflectData.get().getField(reading, field.name(), field.pos());
            record.put(field.pos(), value instanceof byte[] ? ByteBuffer.wrap((byte[]) value)
                    : value instanceof Enum ? new GenericData.EnumSymbol(field.schema(), value.toString()) : value);
        }
        return record;
    }

    private <T> void add(String how, boolean isFirst, TypeSerializer<T> serializer, T value, String json) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        if (isFirst) {
            TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        }
        String snapshot = base64(out.getCopyOfBuffer());
        out.clear();
        serializer.serialize(value, out);
        lines.add(how + "\t" + snapshot + "\t" + base64(out.getCopyOfBuffer()) + "\t\t" + json);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
