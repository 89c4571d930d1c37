package dev.cosmosblog.model;

/**
 * The name or value of a custom property is invalid, or there are too many properties. The command
 * had no effect.
 */
public final class InvalidPropertyException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final String reason;

  /**
   * @param name the property's name, or an empty string for all properties together
   * @param reason what is wrong with it and what would be accepted
   */
  public InvalidPropertyException(String name, String reason) {
    super(
        "properties",
        name.isEmpty()
            ? "The properties " + reason
            : "The property '%s' %s".formatted(shown(name), reason));
    this.name = name;
    this.reason = reason;
  }

  // The name may have any length and unpaired surrogates.
  private static String shown(String name) {
    int length = Math.min(name.length(), CustomProperties.MAX_NAME_LENGTH);
    return name.length() > length ? name.substring(0, length) + "…" : name;
  }

  /** {@return the property's name, or an empty string for all properties together} */
  public String name() {
    return name;
  }

  /** {@return what is wrong with it and what would be accepted} */
  public String reason() {
    return reason;
  }
}
