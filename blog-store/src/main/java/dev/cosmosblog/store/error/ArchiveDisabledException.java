package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;

/** The blog's database keeps no archive. Nothing was sent. */
public final class ArchiveDisabledException extends BlogException {
  private static final long serialVersionUID = 1L;

  /** Says how to turn the archive on. */
  public ArchiveDisabledException() {
    super(
        "This blog keeps no archive. Build its database with BlogDatabaseBuilder.archive() in every"
            + " host, provision it, and rebuild the archive once.");
  }
}
