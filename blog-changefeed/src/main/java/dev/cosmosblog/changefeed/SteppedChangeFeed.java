package dev.cosmosblog.changefeed;

/**
 * The same handlers as {@link BlogChangeFeed}'s, stepped by hand for tests: on the caller's thread,
 * without leases, hosts and time. One thread may use it at a time.
 */
public final class SteppedChangeFeed {
  private final PulledFeed users;
  private final PulledFeed posts;
  private final SetAsideItems setAside;

  SteppedChangeFeed(PulledFeed users, PulledFeed posts, SetAsideItems setAside) {
    this.users = users;
    this.posts = posts;
    this.setAside = setAside;
  }

  /**
   * What was passed over, to be listed and replayed.
   *
   * @return the items that are set aside
   */
  public SetAsideItems setAside() {
    return setAside;
  }

  /**
   * Handles the next batch of one feed.
   *
   * @param feed whose changes
   * @return how many changes it had; 0 may also mean that one of several ranges has nothing new
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the next step takes the same
   *     batch
   */
  public int step(SourceFeed feed) {
    return switch (feed) {
      case USERS -> users.step();
      case POSTS -> posts.step();
    };
  }

  /**
   * Handles all changes, those included that handling makes.
   *
   * @return how many there were
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the next call goes on with the
   *     same batch
   */
  public int drain() {
    int all = 0;
    int changes;
    do {
      changes = users.drain() + posts.drain();
      all += changes;
    } while (changes > 0);
    return all;
  }

  /** Goes back to the containers' beginning, as a host does that finds no leases. */
  public void rewind() {
    users.rewind();
    posts.rewind();
  }
}
