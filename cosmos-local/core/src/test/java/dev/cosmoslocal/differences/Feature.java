package dev.cosmoslocal.differences;

/**
 * A container setting, request header or query function, and how the emulator supports it.
 *
 * @param name the name in the protocol; a setting has its parents' names before it, with dots
 */
record Feature(FeatureKind kind, String name, Support support) {
  enum FeatureKind {
    SETTING("Container settings"),
    HEADER("Request headers"),
    FUNCTION("Query functions");

    final String title;

    FeatureKind(String title) {
      this.title = title;
    }
  }

  enum Support {
    /** Works as documented. */
    WORKS,
    /** Stored or accepted without its full effect; documented by a difference. */
    LISTED,
    /** Rejected with 400 and a message that contains its name. */
    REFUSED,
    /** Informs the service about the client; no response depends on it. */
    INFORMATION,
    /** Defined by the SDK, but not sent to a gateway. */
    ELSEWHERE
  }
}
