package dev.cosmosblog.changefeed;

/**
 * How far the copies are behind, over all hosts.
 *
 * @param users changes in the container of users that are not handled yet
 * @param posts changes in the container of posts that are not handled yet
 */
public record FeedLag(long users, long posts) {
  /**
   * Whether nothing is left to handle.
   *
   * @return whether both numbers are zero
   */
  public boolean isZero() {
    return users == 0 && posts == 0;
  }
}
