package sp.interop.types;

import scala.Enumeration;

/** A Scala Enumeration, as an object of Scala looks like from Java. */
public class Weekday extends Enumeration {
    public static final Weekday MODULE$ = new Weekday();
    public final Value monday = Value("Monday");
    public final Value friday = Value(5, "Friday");
}
