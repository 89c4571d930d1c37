package dev.cosmoslocal.request;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The consistency levels (Microsoft Learn, "Consistency levels in Azure Cosmos DB"), from strongest
 * to weakest. In the emulator, every level sees all acknowledged writes unless replicas lag.
 */
public enum Consistency {
  /** A read sees the latest write. It costs twice the request units. */
  STRONG("Strong", 2),
  /** Reads lag by at most a given number of writes or seconds. It costs twice the request units. */
  BOUNDED_STALENESS("BoundedStaleness", 2),
  /** A client sees its own writes. */
  SESSION("Session", 1),
  /** Writes are seen in order. */
  CONSISTENT_PREFIX("ConsistentPrefix", 1),
  /** Writes are seen eventually. */
  EVENTUAL("Eventual", 1);

  private final String text;
  private final int readFactor;

  Consistency(String text, int readFactor) {
    this.text = text;
    this.readFactor = readFactor;
  }

  /**
   * Finds a level by its name.
   *
   * @param text the name in the protocol, in any case
   * @return the level, or empty for an unknown name
   */
  public static Optional<Consistency> named(String text) {
    Objects.requireNonNull(text, "text");
    return Arrays.stream(values()).filter(level -> level.text.equalsIgnoreCase(text)).findFirst();
  }

  /**
   * Returns the name of the level.
   *
   * @return the name in the protocol
   */
  public String text() {
    return text;
  }

  /**
   * Returns the cost of reads relative to session consistency.
   *
   * @return 1 or 2
   */
  public int readFactor() {
    return readFactor;
  }

  /**
   * Returns whether this level is stronger than another.
   *
   * @param other the other level
   * @return true if it is
   */
  public boolean strongerThan(Consistency other) {
    Objects.requireNonNull(other, "other");
    return compareTo(other) < 0;
  }
}
