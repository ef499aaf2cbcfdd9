package sp.avro;

import java.util.List;
import java.util.Map;

/** A class whose schema Avro's reflection makes. */
public class Reading {
    public enum Quality { GOOD, BAD }

    public int id;
    public String sensor;
    public Double value;
    public Quality quality;
    public List<Integer> samples;
    public Map<String, Long> counts;
    public byte[] raw;

    public Reading() {}
}
