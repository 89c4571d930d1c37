package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;

/** The blog's database has no archive. No request was sent. */
public final class ArchiveDisabledException extends BlogException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception, whose message explains how to enable the archive. */
  public ArchiveDisabledException() {
    super(
        "This blog has no archive. Build its database with BlogDatabaseBuilder.archive() in every"
            + " host, provision it, and rebuild the archive once.");
  }
}
