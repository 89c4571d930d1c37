package dev.cosmosblog.store.error;

/**
 * A container, its database, a stored procedure, or the stored settings are missing. The request
 * had no effect.
 */
public final class SchemaMissingException extends MisconfiguredException {
  private static final long serialVersionUID = 1L;

  private SchemaMissingException(String message, Failure failure) {
    super(message, failure);
  }

  /**
   * {@return the exception for a missing container or database}
   *
   * @param failure what is known of the failed request
   */
  public static SchemaMissingException ofContainer(Failure failure) {
    return new SchemaMissingException(
        "A container of the blog is missing; provision it with BlogSchema (that of listings with"
            + " the setting BlogDatabaseBuilder.listings()), or check the names of database and"
            + " containers.",
        failure);
  }

  /**
   * {@return the exception for a missing stored procedure}
   *
   * @param script its id
   * @param failure what is known of the failed request
   */
  public static SchemaMissingException ofScript(String script, Failure failure) {
    return new SchemaMissingException(
        ("The stored procedure '%s' is missing in the container of posts; provision it with"
                + " BlogSchema.withScripts(), or build the store with WritePath.BATCH.")
            .formatted(script),
        failure);
  }

  /**
   * {@return the exception for missing settings}
   *
   * @param failure what is known of the failed request
   */
  public static SchemaMissingException ofSettings(Failure failure) {
    return new SchemaMissingException(
        "The blog has no stored settings; call BlogDatabase.provision() once with those that all"
            + " hosts are to share.",
        failure);
  }
}
