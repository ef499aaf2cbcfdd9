package sp.interop.types;

import java.util.function.Consumer;

/** Flink 2 has no Scala API. */
final class ScalaTypes {
    private ScalaTypes() {}

    static void addTo(Consumer<NamedType> table) {}
}
