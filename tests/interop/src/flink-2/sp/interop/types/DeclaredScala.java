package sp.interop.types;

/** Flink 2 has no Scala API. */
final class DeclaredScala {
    private DeclaredScala() {}

    static void addTo(DeclaredTypes table) {}
}
