package dev.cosmosblog.changefeed.view;

import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.Objects;
import java.util.Optional;

/**
 * A changed user in the latest state.
 *
 * @param id the user's id
 * @param kind the kind of the change
 * @param user the user, or empty after an erasure
 * @param version a number that grows with each write of the user; after the erasure, {@link
 *     Long#MAX_VALUE}. A view stores it no longer than the database's {@code deletedRetention},
 *     because a user who is created again with the id then starts at 0
 */
public record UserChange(UserId id, Kind kind, Optional<User> user, long version) {
  /** The kinds of a user's change. */
  public enum Kind {
    /** The user is new and unchanged since. */
    CREATED,
    /**
     * The user has another name or other properties, or is new and was changed before the change
     * feed read it.
     */
    CHANGED,
    /**
     * The user is erased. The user's posts arrive as separate changes: deleted, or with the text
     * that replaces the name.
     */
    ERASED
  }

  public UserChange {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(user, "user");
  }

  /**
   * {@return the change of a new user; for tests of a view}
   *
   * @param user the user
   * @param version the version of this state
   */
  public static UserChange created(User user, long version) {
    Objects.requireNonNull(user, "user");
    return new UserChange(user.id(), Kind.CREATED, Optional.of(user), version);
  }

  /**
   * {@return the change of a user with another name or other properties; for tests of a view}
   *
   * @param user the user as they are now
   * @param version the version of this state
   */
  public static UserChange changed(User user, long version) {
    Objects.requireNonNull(user, "user");
    return new UserChange(user.id(), Kind.CHANGED, Optional.of(user), version);
  }

  /** {@return the change of an erased user; for tests of a view} */
  public static UserChange erased(UserId id) {
    return new UserChange(id, Kind.ERASED, Optional.empty(), Long.MAX_VALUE);
  }
}
