package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.internal.cosmos.Containers;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.erasure.UserErasures;
import dev.cosmosblog.store.internal.frontpage.FrontPageCopies;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.post.PostRepository;
import dev.cosmosblog.store.internal.user.AuthorCopies;
import dev.cosmosblog.store.internal.user.AuthorNames;
import dev.cosmosblog.store.observe.BlogOperation;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The writes that keep the denormalized copies equal to their sources, for the change feed's
 * handlers. The source's version guards each of them, so that it may be repeated, late, or
 * concurrent with another of its kind: a copy never goes back in time. All methods block and are
 * safe for use by many threads.
 */
public final class CopyWrites {
  private final Operations operations;
  private final ItemContainer usersContainer;
  private final PostRepository posts;
  private final AuthorCopies authorCopies;
  private final FrontPageCopies frontPage;
  private final AuthorNames names;
  private final UserErasures erasures;
  private final Duration retention;
  private final Clock clock;

  CopyWrites(
      Operations operations,
      Containers containers,
      UserErasures erasures,
      Duration retention,
      Clock clock) {
    this.retention = retention;
    this.clock = clock;
    this.operations = operations;
    this.usersContainer = containers.users();
    this.posts = new PostRepository(containers.posts(), WritePath.BATCH);
    this.authorCopies = new AuthorCopies(containers.users(), posts);
    this.frontPage = new FrontPageCopies(containers.frontPage(), posts, clock);
    this.names = new AuthorNames(containers.posts());
    this.erasures = erasures;
  }

  /**
   * Brings a post's short copy beside its author up to date: see {@link AuthorCopies#put}.
   *
   * @param post the post as its change says, whole or short
   * @throws MalformedItemException if the post has no id, author or date
   */
  public CopyOutcome copyToUser(PostItem post) {
    PostItem copy = post.shortCopy();
    return operations.run(BlogOperation.COPY_TO_USER, context -> authorCopies.put(copy, context));
  }

  /**
   * Removes a post's short copy beside its author: see {@link AuthorCopies#remove}.
   *
   * @param deleted when the post was deleted
   */
  public boolean removeFromUser(PostId post, UserId author, Instant deleted) {
    Duration markLeft = retention.minus(Duration.between(deleted, clock.instant()));
    return operations.run(
        BlogOperation.REMOVE_COPY, context -> authorCopies.remove(post, author, markLeft, context));
  }

  /**
   * Brings a batch of changes into the front page: one write, or one point read where nothing
   * changes; both, and perhaps again, where another host has written it since. Each post that comes
   * in is read first, and comes in as it is then. Where a post left a full front page, or there was
   * none, it is refilled from the posts: one query of all physical partitions and up to two writes.
   *
   * @param changed posts as their changes say, whole or short; of one post, the newest version
   * @param size how many posts the front page holds, at least 1
   * @return the front page with them; another writer may have changed it since
   * @throws MalformedItemException if a post has no id, author or date
   */
  public FrontPageItem updateFrontPage(Collection<PostItem> changed, Set<PostId> gone, int size) {
    List<PostItem> entries = changed.stream().map(PostItem::shortCopy).toList();
    Set<String> ids = gone.stream().map(PostId::value).collect(Collectors.toSet());
    return operations.run(
        BlogOperation.UPDATE_FRONT_PAGE, context -> frontPage.update(entries, ids, size, context));
  }

  /**
   * Compares the front page with the newest posts once every replica has what led to its last
   * change: one point read where nothing is due, otherwise a query of all physical partitions and
   * up to two writes.
   *
   * @param size how many posts the front page holds, at least 1
   * @param lag how far a replica is behind at most
   */
  public void recheckFrontPage(int size, Duration lag) {
    operations.run(
        BlogOperation.UPDATE_FRONT_PAGE,
        context -> {
          frontPage.recheck(size, lag, context);
          return size;
        });
  }

  /**
   * Deletes some comments and likes of a post that was deleted: a point read of its mark, a query,
   * and a batch for each hundred of them.
   *
   * @param goesOn asked after each batch whether there is time for another
   * @return whether none are left
   */
  public boolean purge(PostId post, BooleanSupplier goesOn) {
    return operations.run(BlogOperation.PURGE_POST, context -> posts.purge(post, goesOn, context));
  }

  /**
   * Returns a user's name as it is now: one point read.
   *
   * @return the name with its version, or empty where there is no such user
   */
  public Optional<VersionedName> currentName(UserId user) {
    return operations.run(
        BlogOperation.CURRENT_NAME,
        context ->
            usersContainer
                .read(ItemKey.of(user.value()), UserItem.class, context)
                .map(Versioned::item)
                .filter(found -> ItemType.USER.equals(found.type()))
                .map(UserItem::name));
  }

  /**
   * Writes a user's name to one item where an older one stands: one patch, whose condition is the
   * name's version.
   */
  public boolean copyName(AuthoredItem item, VersionedName name) {
    ItemKey key = new ItemKey(item.id(), item.postId());
    return operations.run(
        BlogOperation.COPY_NAME, context -> names.put(key, item.type(), name, context));
  }

  /**
   * Erases an item that was written while its author was erased, as the others were: one point read
   * where the author was not erased, and up to four writes where he was.
   *
   * @return whether the author is erased and the item had to be
   */
  public boolean eraseLate(AuthoredItem item, UserId author) {
    return operations.run(
        BlogOperation.FINISH_ERASURE, context -> erasures.eraseLate(item, author, context));
  }

  /**
   * Goes on with the erasure of a user whose caller died: what {@code eraseUser} costs for the
   * items that are left, and a query at least.
   */
  public boolean finishErasure(UserId user) {
    return operations.run(BlogOperation.FINISH_ERASURE, context -> erasures.finish(user, context));
  }

  /**
   * Finds the posts, comments and likes of a user that carry an older name: one query of every
   * physical partition, page by page.
   *
   * @param action receives at most a hundred of them at a time, on the caller's thread
   */
  public void eachWithOlderName(
      UserId user, VersionedName name, Consumer<List<AuthoredItem>> action) {
    operations.run(
        BlogOperation.SPREAD_NAME,
        context -> {
          names.eachOlder(user, name, action, context);
          return name;
        });
  }
}
