package dev.cosmosblog.store;

/** A container, or its database, is not there. Nothing was done. */
public final class SchemaMissingException extends StoreException {
  private static final long serialVersionUID = 1L;

  SchemaMissingException(Failure failure) {
    super(
        "A container of the blog is missing; provision it with BlogSchema, or check the names of database and containers.",
        failure);
  }
}
