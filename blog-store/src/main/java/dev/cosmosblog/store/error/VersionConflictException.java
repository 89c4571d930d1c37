package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;

/** The post, comment or user doesn't have the version that the edit expects. */
public final class VersionConflictException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final String id;
  private final long expectedVersion;
  private final long currentVersion;

  /**
   * @param what the kind of item
   * @param id its id
   * @param expectedVersion the version that the edit expects
   * @param currentVersion the version that is stored
   */
  public VersionConflictException(
      String what, String id, long expectedVersion, long currentVersion) {
    super(
        ("The %s '%s' has version %d, but the edit expects version %d. Read the %1$s again, merge"
                + " your changes, and send the edit with the version that you read.")
            .formatted(what, id, currentVersion, expectedVersion));
    this.id = id;
    this.expectedVersion = expectedVersion;
    this.currentVersion = currentVersion;
  }

  /** {@return the id of the post, comment or user} */
  public String id() {
    return id;
  }

  /** {@return the version that the edit expects} */
  public long expectedVersion() {
    return expectedVersion;
  }

  /** {@return the version that is stored} */
  public long currentVersion() {
    return currentVersion;
  }
}
