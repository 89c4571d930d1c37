package dev.cosmosblog.model;

/** A title or content that is missing, too long, or not well-formed Unicode text. */
public final class InvalidTextException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * @param field the field's name
   * @param problem what is wrong with it and what would be accepted
   */
  public InvalidTextException(String field, String problem) {
    super("The " + field + " " + problem);
  }
}
