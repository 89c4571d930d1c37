package dev.cosmosblog.model;

/**
 * A custom property with a name or a value that cannot be stored, or too many of them. Nothing was
 * written.
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

  // A name may be a text of any length, and no well-formed one.
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
