package dev.cosmosblog.model.item;

import java.util.Objects;

/**
 * A user's name with the version of the user that it was read from, so that a copy of it can tell
 * an older name from a newer one.
 *
 * @param username the name
 * @param version the user's version
 */
public record VersionedName(String username, long version) {
  /** Checks that nothing is missing. */
  public VersionedName {
    Objects.requireNonNull(username, "username");
  }
}
