package sp.interop.avro;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import org.apache.avro.Schema;
import org.apache.avro.specific.FixedSize;
import org.apache.avro.specific.SpecificFixed;

/** A fixed of Parcel's schema. */
@FixedSize(4)
public class Sum extends SpecificFixed {
    private static final long serialVersionUID = 1;
    public static final Schema SCHEMA$ = Schema.createFixed("Sum", null, "sp.interop.avro", 4);

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.write(bytes());
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        in.readFully(bytes());
    }
}
