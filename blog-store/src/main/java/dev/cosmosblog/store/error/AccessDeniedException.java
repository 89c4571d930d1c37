package dev.cosmosblog.store.error;

/**
 * Cosmos DB refused the client: the key or the role assignment is wrong. The request was not done;
 * what the command had done before it is found when it is repeated.
 */
public final class AccessDeniedException extends StoreException {
  private static final long serialVersionUID = 1L;

  public AccessDeniedException(Failure failure) {
    super(
        "Cosmos DB refused the client; check its key, or its role assignments on this database.",
        failure);
  }
}
