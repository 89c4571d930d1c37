package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.processor.PulledChanges;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import java.util.Objects;

/**
 * The change feed for tests: the handlers of {@link BlogChangeFeed}, stepped by hand on the
 * caller's thread, without leases, other hosts and waiting. One thread may use it at a time.
 */
public final class SteppedChangeFeed {
  private final PulledChanges users;
  private final PulledChanges posts;
  private final SetAsideItems setAside;

  SteppedChangeFeed(PulledChanges users, PulledChanges posts, SetAsideItems setAside) {
    this.users = users;
    this.posts = posts;
    this.setAside = setAside;
  }

  /**
   * Returns the items that were set aside, to list and replay them.
   *
   * @return the items
   */
  public SetAsideItems setAside() {
    return setAside;
  }

  /**
   * Handles the next batch of one container.
   *
   * @param source the container
   * @return the number of changes in the batch; 0 may also mean that one of several ranges has
   *     nothing new
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the next step takes the
   *     same batch
   */
  public int step(ChangeSource source) {
    return switch (Objects.requireNonNull(source, "source")) {
      case USERS -> users.step();
      case POSTS -> posts.step();
    };
  }

  /**
   * Handles all changes, including those that handling them makes.
   *
   * @return the number of changes
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the next call continues
   *     with the same batch
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

  /** Returns to the containers' beginning, as a host does that finds no leases. */
  public void rewind() {
    users.rewind();
    posts.rewind();
  }
}
