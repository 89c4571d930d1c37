package dev.cosmosblog.store;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.util.List;
import java.util.Optional;

/**
 * The writes that keep the denormalized copies equal to their sources, for the change feed's
 * handlers. Each is guarded by its source's version, so that it can be repeated, come late, or meet
 * another of its kind: a copy never goes back in time. All block; all are safe for use by many
 * threads.
 */
public final class BlogCopies {
  private final Operations operations;
  private final Containers containers;
  private final PostRepository posts;
  private final UserRepository users;
  private final GuardedCopy besideAuthor;
  private final FeedCopies feed;
  private final NameCopies names;
  private final UserErasures erasures;

  BlogCopies(Operations operations, Containers containers, UserErasures erasures) {
    this.erasures = erasures;
    this.operations = operations;
    this.containers = containers;
    this.posts = new PostRepository(containers.posts(), containers.countedWrites(WritePath.BATCH));
    this.users = new UserRepository(containers.users());
    this.besideAuthor = new GuardedCopy(containers.users());
    this.feed = new FeedCopies(containers.feed());
    this.names = new NameCopies(containers.posts());
  }

  /**
   * Writes a post's short copy beside its author: one point read, and one write where the copy is
   * missing or older.
   *
   * @param post the post as its change says, whole or short
   * @return what became of the copy
   * @throws dev.cosmosblog.model.MalformedItemException if the post has no id, author or date
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public CopyOutcome copyToUser(PostItem post) {
    PostItem copy = post.shortCopy();
    ItemKey key = new ItemKey(String.valueOf(copy.id()), String.valueOf(copy.userId()));
    return operations.run(BlogOperation.COPY_TO_USER, meter -> besideAuthor.put(copy, key, meter));
  }

  /**
   * Writes a post's short copy into the feed: one point read, and one write where the copy is
   * missing or older. The feed is not cut; call {@link #trimFeed} after a batch.
   *
   * @param post the post as its change says, whole or short
   * @return what became of the copy
   * @throws dev.cosmosblog.model.MalformedItemException if the post has no id, author or date
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public CopyOutcome copyToFeed(PostItem post) {
    PostItem copy = post.shortCopy();
    return operations.run(BlogOperation.COPY_TO_FEED, meter -> feed.put(copy, meter));
  }

  /**
   * Writes a post's short copy in the feed where there is one: one point read, and one write where
   * the copy is older.
   *
   * @param post the post as its change says, whole or short
   * @return what became of the copy; {@link CopyOutcome#UNCHANGED} also where there is none
   * @throws dev.cosmosblog.model.MalformedItemException if the post has no id, author or date
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public CopyOutcome updateInFeed(PostItem post) {
    PostItem copy = post.shortCopy();
    return operations.run(BlogOperation.COPY_TO_FEED, meter -> feed.update(copy, meter));
  }

  /**
   * Takes a post's short copies away, beside its author and in the feed: two deletes.
   *
   * @param post the post
   * @param author its author
   * @return whether there was one in the feed
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean remove(PostId post, UserId author) {
    return operations.run(
        BlogOperation.REMOVE_COPY,
        meter -> {
          containers.users().delete(new ItemKey(post.value(), author.value()), null, meter);
          return feed.remove(post, meter);
        });
  }

  /**
   * Takes a post's short copy out of the feed: one delete.
   *
   * @param post the post
   * @return whether there was one
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean removeFromFeed(PostId post) {
    return operations.run(BlogOperation.REMOVE_COPY, meter -> feed.remove(post, meter));
  }

  /**
   * Whether a post is there, and not deleted: one point read.
   *
   * @param post the post
   * @return whether it is live
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean isLive(PostId post) {
    return operations.run(BlogOperation.CHECK_POST, meter -> posts.find(post, meter).isPresent());
  }

  /**
   * Takes the comments and likes of a deleted post away: one query in one partition, and one batch
   * for each hundred of them.
   *
   * @param post the post, which is marked as deleted, so that no new ones come
   * @return how many there were
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public int purge(PostId post) {
    return operations.run(BlogOperation.PURGE_POST, meter -> posts.purge(post, meter));
  }

  /**
   * The newest posts as the container of posts has them, in short form: one query over all physical
   * partitions. It is for filling up the feed after a post left it.
   *
   * @param count how many at most
   * @return short copies, the newest first
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public List<PostItem> newestPosts(int count) {
    return operations.run(BlogOperation.REFILL_FEED, meter -> posts.newest(count, meter));
  }

  /**
   * Cuts the feed to its newest posts: one query in one partition, and one delete for each post
   * beyond.
   *
   * @param size how many posts stay, at least 1
   * @return the posts that stay
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public FeedState trimFeed(int size) {
    return operations.run(BlogOperation.TRIM_FEED, meter -> feed.trim(size, meter));
  }

  /**
   * A user's name as it is now: one point read.
   *
   * @param user the user
   * @return the name, or empty where there is no such user
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public Optional<VersionedName> currentName(UserId user) {
    return operations.run(
        BlogOperation.CURRENT_NAME,
        meter -> users.find(user, meter).map(Versioned::item).map(item -> item.name()));
  }

  /**
   * Writes a user's name to one item that carries it, unless the item carries the same or a newer
   * version of it: one patch under a condition.
   *
   * @param carrier the item
   * @param name the name
   * @return whether the item was written
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean copyName(NameCarrier carrier, VersionedName name) {
    return operations.run(BlogOperation.COPY_NAME, meter -> names.put(carrier, name, meter));
  }

  /**
   * Deals with an item whose author is not there: where the author was erased, the item is removed or
   * loses the name like all others of the author's. One point read, and where there is a mark the
   * requests that {@link BlogCommands#eraseUser} takes for one item.
   *
   * @param carrier the item
   * @param author its author
   * @return whether the item was written or removed
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean settleErased(NameCarrier carrier, UserId author) {
    return operations.run(
        BlogOperation.SETTLE_ERASED, meter -> erasures.settle(carrier, author, meter));
  }

  /**
   * Writes a user's name to every item that carries an older version of it: one query over all
   * physical partitions, paged, and one patch for each item. It can be stopped and begun again at
   * any time; what was written is not found again.
   *
   * @param user the user
   * @param name the name
   * @return how many items were written
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public int spreadName(UserId user, VersionedName name) {
    return operations.run(BlogOperation.SPREAD_NAME, meter -> names.spread(user, name, meter));
  }
}
