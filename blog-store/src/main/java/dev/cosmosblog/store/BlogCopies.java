package dev.cosmosblog.store;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

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
    this.feed = new FeedCopies(containers.feed(), posts);
    this.names = new NameCopies(containers.posts());
  }

  /**
   * Writes a post's short copy beside its author: one point read, and one write where the copy is
   * older. Where there is none, one point read of the post, and one write of the copy as the post
   * is then.
   *
   * @param post the post as its change says, whole or short
   * @return what became of the copy
   * @throws dev.cosmosblog.model.MalformedItemException if the post has no id, author or date
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public CopyOutcome copyToUser(PostItem post) {
    PostItem copy = post.shortCopy();
    ItemKey key = new ItemKey(String.valueOf(copy.id()), String.valueOf(copy.userId()));
    return operations.run(
        BlogOperation.COPY_TO_USER,
        meter -> besideAuthor.put(copy, key, () -> current(copy, meter), meter));
  }

  private Optional<PostItem> current(PostItem copy, RequestMeter meter) {
    return posts
        .shortCopy(PostId.of(String.valueOf(copy.id())), meter)
        .filter(now -> Objects.equals(now.userId(), copy.userId()));
  }

  /**
   * Takes a post's short copy away that stands beside its author: one delete.
   *
   * @param post the post
   * @param author its author
   * @return whether there was one
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean removeFromUser(PostId post, UserId author) {
    ItemKey key = new ItemKey(post.value(), author.value());
    return operations.run(
        BlogOperation.REMOVE_COPY,
        meter -> containers.users().delete(key, null, meter) == Write.DONE);
  }

  /**
   * Brings a batch of changes into the feed: one write, or one point read where that makes no other
   * feed; both, and perhaps again, where somebody else has written it since. A post that comes in
   * is looked at before, with a point read, and comes in as it is then; it is looked at once more
   * after the write, as is one that comes again in the same version. Where a post left a full feed,
   * or there was no feed, it is filled up from the posts: one query over all physical partitions,
   * one more read, and up to two writes.
   *
   * @param changed the posts as their changes say, whole or short; of one post, the newest version
   * @param gone the posts that were deleted
   * @param size how many posts the feed holds, at least 1
   * @return the feed with them; another writer may have changed it since
   * @throws dev.cosmosblog.model.MalformedItemException if a post has no id, author or date
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public FrontPageItem updateFeed(Collection<PostItem> changed, Set<PostId> gone, int size) {
    List<PostItem> entries = changed.stream().map(PostItem::shortCopy).toList();
    Set<String> ids = gone.stream().map(PostId::value).collect(Collectors.toSet());
    FeedChange.Handled change = new FeedChange.Handled(entries, ids, size);
    return operations.run(BlogOperation.UPDATE_FEED, meter -> feed.update(change, meter));
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
   * Deals with an item whose author is not there: where the author was erased, the item is removed
   * or loses the name like all others of the author's. One point read, and where there is a mark
   * the requests that {@link BlogCommands#eraseUser} takes for one item.
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
   * Goes on with the erasure of a user, to its end: what it left, and what was written beside it.
   * The requests that {@link BlogCommands#eraseUser} takes for what is left; one point read where
   * there is no mark of an erasure.
   *
   * @param user the user
   * @return whether there was something left to do
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean finishErasure(UserId user) {
    return operations.run(BlogOperation.SETTLE_ERASED, meter -> erasures.finish(user, meter));
  }

  /**
   * Finds every item that carries an older version of a user's name, so that {@link #copyName} can
   * write it there: one query over all physical partitions, paged. What is written while it runs
   * may or may not be found; what was written before it began is not found again.
   *
   * @param user the user
   * @param name the name
   * @param action is given the items, at most a hundred at once, on the caller's thread
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public void eachCarrier(UserId user, VersionedName name, Consumer<List<NameCarrier>> action) {
    operations.run(
        BlogOperation.SPREAD_NAME,
        meter -> {
          names.carriers(user, name, action, meter);
          return name;
        });
  }
}
