package sp.avro;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Random schemas of records: all types of Avro in each other, names in several namespaces, recursion, logical types, aliases, defaults. */
final class RandomSchemas {
    private final Random random;
    private final List<Schema> open = new ArrayList<>();  // records that can be named again
    private int names;

    RandomSchemas(Random random) {
        this.random = random;
    }

    Schema record(int depth) {
        String name = "R" + names++;
        Schema schema = Schema.createRecord(name, random.nextBoolean() ? "a record" : null,
                random.nextInt(3) == 0 ? "other.ns" : "sp.avro", false);
        if (random.nextInt(4) == 0) {
            schema.addAlias("Old" + name);
        }
        open.add(schema);
        List<Schema.Field> fields = new ArrayList<>();
        for (int n = random.nextInt(depth == 0 ? 3 : 7); n > 0; --n) {
            fields.add(field("f" + n, depth));
        }
        schema.setFields(fields);
        return schema;
    }

    private Schema.Field field(String name, int depth) {
        if (random.nextInt(6) == 0) {
            Schema.Field field = new Schema.Field(name, optional(Schema.create(Schema.Type.STRING)), "may be missing",
                    Schema.Field.NULL_DEFAULT_VALUE);
            field.addAlias("old_" + name);
            return field;
        }
        return new Schema.Field(name, any(depth), null, null);
    }

    private static Schema optional(Schema schema) {
        return Schema.createUnion(Schema.create(Schema.Type.NULL), schema);
    }

    private Schema any(int depth) {
        switch (random.nextInt(depth > 0 ? 24 : 15)) {
            case 15:
            case 16: return record(depth - 1);
            case 17:
            case 18: return Schema.createArray(any(depth - 1));
            case 19: return Schema.createMap(any(depth - 1));
            case 20:
            case 21: return union(depth);
            case 22: return optional(open.get(random.nextInt(open.size())));  // itself, maybe
            case 23: return Schema.createArray(open.get(random.nextInt(open.size())));
            default: return plain();
        }
    }

    private Schema plain() {
        switch (random.nextInt(15)) {
            case 0: return Schema.create(Schema.Type.BOOLEAN);
            case 1: return Schema.create(Schema.Type.INT);
            case 2: return Schema.create(Schema.Type.LONG);
            case 3: return Schema.create(Schema.Type.FLOAT);
            case 4: return Schema.create(Schema.Type.DOUBLE);
            case 5: return Schema.create(Schema.Type.BYTES);
            case 6:
                Schema text = Schema.create(Schema.Type.STRING);
                text.addProp("avro.java.string", "String");
                return text;
            case 7: return Schema.createFixed("F" + names++, null, "sp.avro", 1 + random.nextInt(9));
            case 8: return Schema.createEnum("E" + names++, null, "sp.avro", List.of("RED", "GREEN", "BLUE"), "RED");
            case 9: return LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
            case 10: return LogicalTypes.timeMillis().addToSchema(Schema.create(Schema.Type.INT));
            case 11: return LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
            case 12: return LogicalTypes.decimal(20, 4).addToSchema(Schema.create(Schema.Type.BYTES));
            case 13: return LogicalTypes.decimal(9, 2).addToSchema(Schema.createFixed("D" + names++, null, null, 5));
            default: return LogicalTypes.uuid().addToSchema(Schema.create(Schema.Type.STRING));
        }
    }

    private Schema union(int depth) {
        List<Schema> branches = new ArrayList<>(List.of(Schema.create(Schema.Type.LONG), Schema.create(Schema.Type.STRING), record(depth - 1)));
        if (random.nextBoolean()) {
            branches.add(random.nextInt(branches.size() + 1), Schema.create(Schema.Type.NULL));
        }
        if (random.nextBoolean()) {
            branches.add(Schema.createMap(any(depth - 1)));
        }
        if (random.nextBoolean()) {
            branches.add(Schema.createArray(any(depth - 1)));
        }
        return Schema.createUnion(branches);
    }
}
