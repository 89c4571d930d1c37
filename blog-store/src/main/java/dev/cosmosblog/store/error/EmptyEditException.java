package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** An edit names nothing that it changes. Nothing was sent. */
public final class EmptyEditException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final String id;

  /**
   * @param what the kind of item
   * @param id its id
   */
  public EmptyEditException(String what, String id) {
    super(
        "The edit of the %s '%s' changes nothing. Name a text or a property.".formatted(what, id));
    this.id = id;
  }

  /** {@return the id of the post, comment or user that was to be edited} */
  public String id() {
    return id;
  }
}
