package dev.cosmoslocal.deviations;

import java.util.Objects;

/**
 * A difference between the local account and the service, or a behaviour that was not compared.
 *
 * @param area the area of the API
 * @param kind the certainty
 * @param service the behaviour of the service, as far as it is known
 * @param here the behaviour of the local account
 * @param reason the reason for the difference
 */
public record Deviation(Area area, Kind kind, String service, String here, String reason) {
  /**
   * Checks that no text is blank.
   *
   * @throws IllegalArgumentException if a text is blank
   */
  public Deviation {
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(here, "here");
    Objects.requireNonNull(reason, "reason");
    for (String text : new String[] {service, here, reason}) {
      if (text.isBlank()) {
        throw new IllegalArgumentException("The texts of a deviation must not be blank.");
      }
    }
  }

  /** The area of a deviation. */
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
     * The heading of the area on the page.
     *
     * @return the title
     */
    public String title() {
      return title;
    }
  }

  /** The certainty of a deviation. */
  public enum Kind {
    /** Not supported: answered with an error, mostly 400, that names the missing feature. */
    UNSUPPORTED("not there"),
    /** Known to differ. */
    DIFFERENT("different"),
    /** Not compared with the service. */
    UNVERIFIED("not verified");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /**
     * The label on the page.
     *
     * @return the label
     */
    public String title() {
      return title;
    }
  }
}
