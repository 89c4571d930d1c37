package dev.cosmosblog.model.item;

import java.util.Objects;

/**
 * A user's name, and the version of the user that tells a stale name from a newer one.
 *
 * @param username the name
 * @param version the user's version
 */
public record VersionedName(String username, long version) {
  /**
   * The version of an erased user: the largest integer that every JSON parser keeps exact (RFC
   * 8259, section 6). It is later than any version, even one that another program wrote.
   */
  public static final long LAST_VERSION = (1L << 53) - 1;

  public VersionedName {
    Objects.requireNonNull(username, "username");
  }
}
