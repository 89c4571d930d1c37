package dev.cosmosblog.changefeed.observe;

/**
 * The health of the change feed on one host, for the host's health endpoint. It is taken from
 * memory, without a request. For the lag of the copies see {@link ChangeFeedLag}.
 *
 * @param hostName the host's name in the leases
 * @param lifecycle the state of the change feed
 * @param users the health of reading the users container
 * @param posts the health of reading the posts container
 */
public record ChangeFeedHealth(
    String hostName, Lifecycle lifecycle, SourceHealth users, SourceHealth posts) {
  /** {@return the worse status of the two, or DOWN if the change feed is not running} */
  public HealthStatus status() {
    if (lifecycle != Lifecycle.RUNNING) {
      return HealthStatus.DOWN;
    }
    return users.status().compareTo(posts.status()) >= 0 ? users.status() : posts.status();
  }
}
