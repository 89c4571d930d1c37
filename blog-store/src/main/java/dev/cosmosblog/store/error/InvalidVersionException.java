package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** A version that no post, comment or user can have. Nothing was sent. */
public final class InvalidVersionException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final long version;

  /**
   * @param version the version that was given
   */
  public InvalidVersionException(long version) {
    super(
        "version must be 0 or more, but was %d. Give the version that was read."
            .formatted(version));
    this.version = version;
  }

  /** {@return the version that was given} */
  public long version() {
    return version;
  }
}
