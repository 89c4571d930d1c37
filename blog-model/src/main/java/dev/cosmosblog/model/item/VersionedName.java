package dev.cosmosblog.model.item;

import java.util.Objects;

/**
 * A user's name, and the version of the user that tells a stale name from a newer one.
 *
 * @param username the name
 * @param version the user's version; -1 if it is above {@link #LAST_VERSION}
 */
public record VersionedName(String username, long version) {
  /**
   * The version of an erased user, which is later than any number of renames. It is half of what
   * JSON parsers keep exact (RFC 8259, section 6), because views compare the sum of this version
   * and the post's.
   */
  public static final long LAST_VERSION = 1L << 52;

  public VersionedName {
    Objects.requireNonNull(username, "username");
    version = readVersion(version);
  }

  /** A version above the last one is another program's, and counts as older than all. */
  static long readVersion(long version) {
    return version > LAST_VERSION ? -1 : version;
  }
}
