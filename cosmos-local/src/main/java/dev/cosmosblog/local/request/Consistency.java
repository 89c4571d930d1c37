package dev.cosmosblog.local.request;

import java.util.Arrays;
import java.util.Optional;

/**
 * How fresh what is read must be (Microsoft Learn, "Consistency levels in Azure Cosmos DB"), the
 * strongest first. An account in the process has one copy of its data, so that each level sees
 * every write that was answered.
 */
public enum Consistency {
  /** A read sees the latest write. It costs twice the request units. */
  STRONG("Strong", 2),
  /** A read is behind by so many writes or seconds at most. It costs twice the request units. */
  BOUNDED_STALENESS("BoundedStaleness", 2),
  /** A client sees its own writes. */
  SESSION("Session", 1),
  /** Writes are seen in their order. */
  CONSISTENT_PREFIX("ConsistentPrefix", 1),
  /** Writes are seen at some time. */
  EVENTUAL("Eventual", 1);

  private final String text;
  private final int readFactor;

  Consistency(String text, int readFactor) {
    this.text = text;
    this.readFactor = readFactor;
  }

  /**
   * The level that has a name.
   *
   * @param text as the protocol spells it, in letters of any case
   * @return empty if there is none
   */
  public static Optional<Consistency> named(String text) {
    return Arrays.stream(values()).filter(level -> level.text.equalsIgnoreCase(text)).findFirst();
  }

  /**
   * The name.
   *
   * @return as the protocol spells it
   */
  public String text() {
    return text;
  }

  /**
   * How much more a read costs than under session consistency.
   *
   * @return 1 or 2
   */
  public int readFactor() {
    return readFactor;
  }

  /**
   * Whether it promises more than another.
   *
   * @param other the other
   * @return whether
   */
  public boolean strongerThan(Consistency other) {
    return compareTo(other) < 0;
  }
}
