package dev.cosmosblog.store.error;

/** The key or role assignment is wrong. The request was not done; the command can be repeated. */
public final class AccessDeniedException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public AccessDeniedException(Failure failure) {
    super(
        "Cosmos DB refused the client; check its key, or its role assignments on this database.",
        failure);
  }
}
