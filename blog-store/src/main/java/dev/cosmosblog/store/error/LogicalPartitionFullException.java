package dev.cosmosblog.store.error;

/**
 * A logical partition has reached the most that it can store, 20 GB: a user with all short copies,
 * or a post with all comments and likes. The request was not done. Microsoft's page "Service quotas
 * and default limits" has the bound.
 */
public final class LogicalPartitionFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * @param failure what is known of the failed request
   */
  public LogicalPartitionFullException(Failure failure) {
    super(
        "A logical partition has reached its 20 GB. Delete items of this post or user, or ask"
            + " Azure support for a temporary increase.",
        failure);
  }
}
