package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.internal.cosmos.Containers;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.frontpage.FrontPageCopies;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.post.PostRepository;
import dev.cosmosblog.store.internal.user.AuthorCopies;
import dev.cosmosblog.store.internal.user.UserErasures;
import dev.cosmosblog.store.internal.user.UserRepository;
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
  private final UserRepository users;
  private final PostRepository posts;
  private final AuthorCopies authorCopies;
  private final FrontPageCopies frontPage;
  private final UserErasures erasures;
  private final Clock clock;
  private final Duration deletedRetention;

  CopyWrites(Operations operations, Containers containers, Clock clock, Duration deletedRetention) {
    this.operations = operations;
    this.clock = clock;
    this.deletedRetention = deletedRetention;
    this.users = new UserRepository(containers.users(), clock);
    this.posts = new PostRepository(containers.posts(), WritePath.BATCH, clock);
    this.authorCopies = new AuthorCopies(containers.users(), posts);
    this.frontPage = new FrontPageCopies(containers.frontPage(), posts, clock);
    this.erasures = new UserErasures(containers, users, posts, deletedRetention, clock);
  }

  /**
   * Brings a post's short copy beside its author up to date: see {@link AuthorCopies#put}.
   *
   * @throws MalformedItemException if the post has no id, author or date
   */
  public CopyOutcome copyToUser(PostItem post) {
    PostItem copy = post.shortCopy();
    return operations.run(BlogOperation.COPY_TO_USER, context -> authorCopies.put(copy, context));
  }

  /** Removes a deleted post's short copy beside its author: see {@link AuthorCopies#remove}. */
  public boolean removeFromUser(PostId post, UserId author, Instant deleted) {
    Duration markLeft = deletedRetention.minus(Duration.between(deleted, clock.instant()));
    return operations.run(
        BlogOperation.REMOVE_COPY, context -> authorCopies.remove(post, author, markLeft, context));
  }

  /**
   * Brings a batch of changes into the front page: one write, or one point read where nothing
   * changes; both, and perhaps again, where another host has written it since. Each post that comes
   * in is read first, and comes in as it is then. Where a post left a full front page, or there was
   * none, it is refilled from the posts: one query of all physical partitions and one write.
   *
   * @param changed of one post, the newest version
   * @return the front page with them; another writer may have changed it since
   * @throws MalformedItemException if a post has no id, author or date
   */
  public FrontPageItem updateFrontPage(Collection<PostItem> changed, Set<PostId> gone, int size) {
    List<PostItem> entries = changed.stream().map(PostItem::shortCopy).toList();
    Set<String> ids = gone.stream().map(PostId::value).collect(Collectors.toSet());
    return operations.run(
        BlogOperation.UPDATE_FRONT_PAGE, context -> frontPage.update(entries, ids, size, context));
  }

  /** Compares the front page with the posts if that is due: see {@link FrontPageCopies#recheck}. */
  public void recheckFrontPage(int size, Duration lag) {
    operations.run(
        BlogOperation.UPDATE_FRONT_PAGE, context -> frontPage.recheck(size, lag, context));
  }

  /**
   * Deletes some comments and likes of a post that was deleted: a point read of its mark, a query,
   * and a batch for each hundred of them. Returns whether none are left.
   *
   * @param goesOn asked before each batch whether there is time for it
   */
  public boolean purge(PostId post, BooleanSupplier goesOn) {
    return operations.run(BlogOperation.PURGE_POST, context -> posts.purge(post, goesOn, context));
  }

  /** Returns a user's name as it is now, or empty where there is no such user: one point read. */
  public Optional<VersionedName> currentName(UserId user) {
    return operations.run(
        BlogOperation.CURRENT_NAME,
        context -> users.find(user, context).map(Versioned::item).map(UserItem::name));
  }

  /** Writes a name where an older one stands: one patch, whose condition is the name's version. */
  public boolean copyName(AuthoredItem item, VersionedName name) {
    return operations.run(
        BlogOperation.COPY_NAME, context -> posts.putName(item.key(), item.type(), name, context));
  }

  /**
   * Erases an item that was written while its author was erased, as the others were: one point read
   * where the author was not erased, and up to four writes where he was. Returns whether it had to.
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
   * physical partition, page by page. The action gets at most a hundred of them at a time, on the
   * caller's thread.
   */
  public void eachWithOlderName(
      UserId user, VersionedName name, Consumer<List<AuthoredItem>> action) {
    operations.run(
        BlogOperation.SPREAD_NAME, context -> posts.eachWithOlderName(user, name, action, context));
  }
}
