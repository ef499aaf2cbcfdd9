package sp.interop.avro;

import java.util.List;
import org.apache.avro.Schema;

/** An enum of Parcel's schema. */
public enum Shade {
    LIGHT, DARK;

    public static final Schema SCHEMA$ = Schema.createEnum("Shade", null, "sp.interop.avro", List.of("LIGHT", "DARK"));
}
