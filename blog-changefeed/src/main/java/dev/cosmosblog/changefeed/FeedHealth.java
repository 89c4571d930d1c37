package dev.cosmosblog.changefeed;

/**
 * How a change feed fares on this host, for the host's health endpoint. It is taken from memory: no
 * request is sent. How far the copies are behind, {@link BlogChangeFeed#lag()} says.
 *
 * @param hostName what this host is called in the leases
 * @param lifecycle where the change feed is in its life
 * @param users how it follows the container of users
 * @param posts how it follows the container of posts
 */
public record FeedHealth(
    String hostName, Lifecycle lifecycle, SourceHealth users, SourceHealth posts) {
  /**
   * The worst of both containers.
   *
   * @return {@link HealthStatus#DOWN} also where the change feed is not running
   */
  public HealthStatus status() {
    if (lifecycle != Lifecycle.RUNNING) {
      return HealthStatus.DOWN;
    }
    return users.status().compareTo(posts.status()) >= 0 ? users.status() : posts.status();
  }
}
