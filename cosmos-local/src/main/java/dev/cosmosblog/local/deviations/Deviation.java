package dev.cosmosblog.local.deviations;

import java.util.Objects;

/**
 * Something that the local account does in another way than the service, or that is not known to be
 * the same.
 *
 * @param area what it is about
 * @param kind how sure it is
 * @param service what the service does, as far as it is known
 * @param here what the local account does
 * @param reason why
 */
public record Deviation(Area area, Kind kind, String service, String here, String reason) {
  /**
   * Checks that nothing is missing.
   *
   * @throws IllegalArgumentException if a text is blank
   */
  public Deviation {
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(kind, "kind");
    for (String text : new String[] {service, here, reason}) {
      if (text.isBlank()) {
        throw new IllegalArgumentException("A deviation needs all of its texts.");
      }
    }
  }

  /** What a deviation is about. */
  public enum Area {
    /** Ports, keys, headers, consistency. */
    ACCOUNT("Account and connections"),
    /** Databases, containers and their definitions. */
    CONTAINERS("Databases and containers"),
    /** Single items, batches, time to live. */
    ITEMS("Items"),
    /** The query language and its pages. */
    QUERIES("Queries"),
    /** Both modes of the change feed. */
    CHANGE_FEED("Change feed"),
    /** Stored procedures, triggers, user-defined functions. */
    SCRIPTS("Scripts"),
    /** Request units, throughput, time. */
    COSTS("Request units, throughput and time");

    private final String title;

    Area(String title) {
      this.title = title;
    }

    /**
     * How a page heads it.
     *
     * @return the title
     */
    public String title() {
      return title;
    }
  }

  /** How sure a deviation is. */
  public enum Kind {
    /** Answered with an error, mostly 400, that names what is missing. */
    UNSUPPORTED("not there"),
    /** Known to be another way. */
    DIFFERENT("different"),
    /** Nobody has compared it with the service. */
    UNVERIFIED("not verified");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /**
     * How a page names it.
     *
     * @return the word
     */
    public String title() {
      return title;
    }
  }
}
