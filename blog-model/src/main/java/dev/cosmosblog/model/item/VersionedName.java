package dev.cosmosblog.model.item;

import java.util.Objects;

/**
 * A user's name, and the version of the user that tells a stale name from a newer one.
 *
 * @param username the name
 * @param version the user's version
 */
public record VersionedName(String username, long version) {
  public VersionedName {
    Objects.requireNonNull(username, "username");
  }
}
