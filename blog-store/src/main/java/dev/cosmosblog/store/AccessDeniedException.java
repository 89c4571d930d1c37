package dev.cosmosblog.store;

/** Cosmos DB refused the client: the key or the role assignment is wrong. Nothing was done. */
public final class AccessDeniedException extends StoreException {
  private static final long serialVersionUID = 1L;

  AccessDeniedException(Failure failure) {
    super(
        "Cosmos DB refused the client; check its key, or its role assignments on this database.",
        failure);
  }
}
