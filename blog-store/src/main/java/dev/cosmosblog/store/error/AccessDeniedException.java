package dev.cosmosblog.store.error;

/** The key or role assignment is wrong. The request had no effect; the command can be repeated. */
public final class AccessDeniedException extends MisconfiguredException {
  private static final long serialVersionUID = 1L;
  // Microsoft's page "Forbidden exceptions": a request of the control plane with Microsoft Entra
  // ID.
  private static final int NOT_IN_THE_DATA_PLANE = 5300;

  /**
   * @param failure the facts of the failed request
   */
  public AccessDeniedException(Failure failure) {
    super(
        failure.subStatusCode() == NOT_IN_THE_DATA_PLANE
            ? "With Microsoft Entra ID, Cosmos DB does not let a client create or change databases"
                + " and containers. Create them with deploy/blog.bicep or with a key, and connect"
                + " without provision()."
            : "Cosmos DB rejected the client; check its key, or its role assignments on this"
                + " database.",
        failure);
  }
}
