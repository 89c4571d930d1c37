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
   * The version of an erased user, which is later than any number of renames. It is half of what
   * JSON parsers keep exact (RFC 8259, section 6), because views compare the sum of this version
   * and the post's.
   */
  public static final long LAST_VERSION = 1L << 52;

  public VersionedName {
    Objects.requireNonNull(username, "username");
  }

  /**
   * {@return whether a version is later than another one} That of an erased user is later than all,
   * whatever number another program wrote.
   *
   * @param version the version
   * @param other the other one
   */
  public static boolean isLater(long version, long other) {
    return version != other
        && (version == LAST_VERSION || (other != LAST_VERSION && version > other));
  }

  /**
   * {@return whether a user's name replaces another one that an item has} It is later, or that of
   * an erased user, whose version another program wrote into the item beside another name.
   *
   * @param other the item's name
   */
  public boolean replaces(VersionedName other) {
    return version == LAST_VERSION ? !equals(other) : isLater(version, other.version);
  }
}
