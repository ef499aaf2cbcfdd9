package sp.interop.avro;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** A record with a field of each of Avro's types, and of itself, as Avro's generator makes it of the schema. */
public class Parcel extends SpecificRecordBase {
    private static final long serialVersionUID = 1;
    public static final Schema SCHEMA$ = new Schema.Parser().parse((
            "{'type':'record','name':'Parcel','namespace':'sp.interop.avro','fields':["
            + "{'name':'id','type':'long'},{'name':'label','type':'string'},{'name':'weight','type':['null','double']},"
            + "{'name':'fragile','type':'boolean'},{'name':'count','type':'int'},{'name':'ratio','type':'float'},"
            + "{'name':'data','type':'bytes'},"
            + "{'name':'shade','type':{'type':'enum','name':'Shade','symbols':['LIGHT','DARK']}},"
            + "{'name':'sum','type':{'type':'fixed','name':'Sum','size':4}},"
            + "{'name':'tags','type':{'type':'array','items':'string'}},"
            + "{'name':'counts','type':{'type':'map','values':['null','long']}},"
            + "{'name':'inner','type':['null','Parcel']},{'name':'either','type':['string','int','Shade','Sum']}]}").replace('\'', '"'));

    public long id;
    public CharSequence label;
    public Double weight;
    public boolean fragile;
    public int count;
    public float ratio;
    public ByteBuffer data;
    public Shade shade;
    public Sum sum;
    public List<CharSequence> tags;
    public Map<CharSequence, Long> counts;
    public Parcel inner;
    public Object either;

    @Override
    public Schema getSchema() {
        return SCHEMA$;
    }

    @Override
    public Object get(int field) {
        switch (field) {
            case 0:
                return id;
            case 1:
                return label;
            case 2:
                return weight;
            case 3:
                return fragile;
            case 4:
                return count;
            case 5:
                return ratio;
            case 6:
                return data;
            case 7:
                return shade;
            case 8:
                return sum;
            case 9:
                return tags;
            case 10:
                return counts;
            case 11:
                return inner;
            case 12:
                return either;
            default:
                throw new IndexOutOfBoundsException("field " + field);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void put(int field, Object value) {
        switch (field) {
            case 0:
                id = (Long) value;
                break;
            case 1:
                label = (CharSequence) value;
                break;
            case 2:
                weight = (Double) value;
                break;
            case 3:
                fragile = (Boolean) value;
                break;
            case 4:
                count = (Integer) value;
                break;
            case 5:
                ratio = (Float) value;
                break;
            case 6:
                data = (ByteBuffer) value;
                break;
            case 7:
                shade = (Shade) value;
                break;
            case 8:
                sum = (Sum) value;
                break;
            case 9:
                tags = (List<CharSequence>) value;
                break;
            case 10:
                counts = (Map<CharSequence, Long>) value;
                break;
            case 11:
                inner = (Parcel) value;
                break;
            case 12:
                either = (Object) value;
                break;
            default:
                throw new IndexOutOfBoundsException("field " + field);
        }
    }

    static Parcel sample(long n) {
        Parcel parcel = new Parcel();
        Sum sum = new Sum();
        sum.bytes(new byte[] {(byte) n, 1, -1, (byte) -n});
        Object[] either = {"text " + n, (int) n, Shade.DARK, sum};
        Object[] values = {n, "parcel ünïcödé " + n, n % 3 == 0 ? null : n / 3.0, n % 2 == 0, (int) -n, n / 7f,
            ByteBuffer.wrap(("data " + n).getBytes()), n % 2 == 0 ? Shade.LIGHT : Shade.DARK, sum,
            n % 4 == 0 ? List.of() : List.of("a", "b" + n),
            n % 5 == 0 ? Map.of() : Map.of("n", n), n % 3 == 1 ? sample(n + 1) : null, either[(int) Math.floorMod(n, 4)]};
        for (int i = 0; i < values.length; ++i) {
            parcel.put(i, values[i]);
        }
        return parcel;
    }
}
