package sp.interop.types;

public enum Color {
    RED,
    GREEN,
    BLUE
}
