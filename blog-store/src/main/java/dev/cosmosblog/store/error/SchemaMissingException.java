package dev.cosmosblog.store.error;

/** A container, its database, or a stored procedure is missing. The request had no effect. */
public final class SchemaMissingException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * A container or its database is missing.
   *
   * @param failure what is known of the failed request
   */
  public SchemaMissingException(Failure failure) {
    super(
        "A container of the blog is missing; provision it with BlogSchema, or check the names of"
            + " database and containers.",
        failure);
  }

  /**
   * A stored procedure is missing.
   *
   * @param script its id
   * @param failure what is known of the failed request
   */
  public SchemaMissingException(String script, Failure failure) {
    super(
        ("The stored procedure '%s' is missing in the container of posts; provision it with"
                + " BlogSchema.withScripts(), or build the store with WritePath.BATCH.")
            .formatted(script),
        failure);
  }
}
