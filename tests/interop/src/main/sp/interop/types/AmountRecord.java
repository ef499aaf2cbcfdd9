package sp.interop.types;

/** A record: a POJO for Flink since 1.19. */
public record AmountRecord(long total, String name) {}
