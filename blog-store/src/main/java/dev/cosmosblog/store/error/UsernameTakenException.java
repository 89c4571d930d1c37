package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;

/** The username belongs to another user or is being reserved. The command had no effect. */
public final class UsernameTakenException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final String username;

  /**
   * @param username the name
   */
  public UsernameTakenException(String username) {
    super(
        ("The username '%s' is taken (names are compared without case, invisible characters and"
                + " repeated spaces, in Unicode's NFKC form). Choose another.")
            .formatted(username));
    this.username = username;
  }

  /** {@return the name that is taken} */
  public String username() {
    return username;
  }
}
