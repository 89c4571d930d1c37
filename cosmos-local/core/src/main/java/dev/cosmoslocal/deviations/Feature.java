package dev.cosmoslocal.deviations;

import java.util.Objects;

/**
 * A setting, a header or a function by its name, and what becomes of it.
 *
 * @param kind what it is
 * @param name the name in the protocol; for a setting, after the names of the objects that contain
 *     it, separated by dots
 * @param support what becomes of it
 */
public record Feature(Kind kind, String name, Support support) {
  /**
   * Checks that nothing is missing.
   *
   * @throws IllegalArgumentException if the name is blank
   */
  public Feature {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(support, "support");
    if (name.isBlank()) {
      throw new IllegalArgumentException("The name of a feature must not be blank.");
    }
  }

  /** The kinds of features. */
  public enum Kind {
    /** A setting of a container. */
    SETTING("Settings of containers"),
    /** A header of a request. */
    HEADER("Headers of requests"),
    /** A function of the query language. */
    FUNCTION("Functions of queries");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /**
     * The heading of the kind on the page.
     *
     * @return the title
     */
    public String title() {
      return title;
    }
  }

  /** The ways in which a feature is treated. */
  public enum Support {
    /** It works as documented. */
    WORKS("work"),
    /** It is stored or accepted without its full effect, and a deviation tells that by its name. */
    LISTED("listed above"),
    /** It is answered with 400 and its name. */
    REFUSED("refused by name"),
    /** It informs the service about the client: no answer depends on it. */
    INFORMATION("change no answer"),
    /** The SDK's class names it, but it is not in requests to a gateway. */
    ELSEWHERE("not in requests to a gateway");

    private final String title;

    Support(String title) {
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
