package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.UserId;

/** The user doesn't exist. The command had no effect. */
public final class UserNotFoundException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final UserId userId;

  /**
   * @param userId the user
   */
  public UserNotFoundException(UserId userId) {
    super("There is no user '" + userId + "'. Create the user first, or check the id.");
    this.userId = userId;
  }

  /** {@return the id that was not found} */
  public UserId userId() {
    return userId;
  }
}
