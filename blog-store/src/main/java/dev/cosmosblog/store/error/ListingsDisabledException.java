package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;

/** The blog's database has no listings. No request was sent. */
public final class ListingsDisabledException extends BlogException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception, whose message explains how to enable the listings. */
  public ListingsDisabledException() {
    super(
        "This blog has no listings. Build its database with BlogDatabaseBuilder.listings() in every"
            + " host, provision it, and rebuild the listings once.");
  }
}
