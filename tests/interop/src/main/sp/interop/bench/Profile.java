package sp.interop.bench;

/** A value of the state "profile". */
public class Profile {
    public int age;
    public String city;
    public String name;
    public double score;
}
