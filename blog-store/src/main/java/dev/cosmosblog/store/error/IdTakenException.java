package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;

/**
 * The id belongs to another author's item, or to a user with another name. The command had no
 * effect.
 */
public final class IdTakenException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final String id;

  /**
   * @param what the kind of item
   * @param id the id
   */
  public IdTakenException(String what, String id) {
    super(
        ("The id '%s' of the %s is taken by another item. Choose another id; to change the"
                + " existing item, edit it.")
            .formatted(id, what));
    this.id = id;
  }

  /** {@return the id that is taken} */
  public String id() {
    return id;
  }
}
