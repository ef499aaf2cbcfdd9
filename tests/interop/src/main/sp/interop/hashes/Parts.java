package sp.interop.hashes;

import java.math.BigDecimal;
import java.util.Date;

/** The fields of the classes of RecipeClasses, in an order other than that of their names. */
public abstract class Parts {
    public String name;
    public long id;
    public boolean active;
    public Double ratio;
    public int count;
    public Boolean agreed;
    public int[] marks;
    public float weight;
    public double height;
    public char letter;
    public byte grade;
    public short size;
    public Integer level;
    public Date day;
    public String[] tags;
    public BigDecimal price;

    /** Of the class that is nested in a key's. */
    public abstract static class Inner {
        public String label;
        public Long code;
        public boolean last;

        final void drawInner(Draw d) {
            code = d.orNull(d::number);
            label = d.orNull(d::string);
            last = d.bool();
        }
    }

    abstract void drawInner(Draw d);

    /** In the order of the names, which is the serializer's. */
    final void drawParts(Draw d) {
        active = d.bool();
        agreed = d.orNull(d::bool);
        count = (int) d.number();
        day = d.orNull(d::date);
        grade = (byte) d.number();
        height = d.float64();
        id = d.number();
        drawInner(d);
        letter = (char) d.number();
        level = d.orNull(() -> (int) d.number());
        marks = d.orNull(d::ints);
        name = d.orNull(d::string);
        price = d.orNull(d::bigDecimal);
        ratio = d.orNull(d::float64);
        size = (short) d.number();
        tags = d.orNull(d::strings);
        weight = d.float32();
    }
}
