package dev.cosmosblog.store.error;

/**
 * A logical partition, of a user or of a post, has reached its 20 GB (Microsoft's page "Service
 * quotas and default limits"). The request had no effect.
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
