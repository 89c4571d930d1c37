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
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.frontpage.FrontPageChange;
import dev.cosmosblog.store.internal.frontpage.FrontPageCopies;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.post.PostRepository;
import dev.cosmosblog.store.internal.user.UserErasures;
import dev.cosmosblog.store.internal.user.UserRepository;
import dev.cosmosblog.store.observe.BlogOperation;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
  private final UserRepository users;
  private final PostRepository posts;
  private final FrontPageCopies frontPage;
  private final UserErasures erasures;

  CopyWrites(Operations operations, Containers containers, Clock clock, Duration deletedRetention) {
    this.operations = operations;
    this.usersContainer = containers.users();
    this.users = new UserRepository(usersContainer, clock);
    this.posts = new PostRepository(containers.posts(), WritePath.BATCH, clock);
    this.frontPage = new FrontPageCopies(containers.frontPage(), posts);
    this.erasures = new UserErasures(containers, users, posts, deletedRetention);
  }

  /**
   * Writes a post's short copy beside its author, unless the same or a newer version is there: one
   * point read, and one write where the copy is older. Where there is none, one point read of the
   * post, and one create of the copy as the post is then: a newer copy may have been there and gone
   * with its post.
   *
   * @throws MalformedItemException if the post has no id, author or date
   */
  public CopyOutcome copyToUser(PostItem post) {
    PostItem copy = post.shortCopy();
    ItemKey key = new ItemKey(String.valueOf(copy.id()), String.valueOf(copy.userId()));
    return operations.run(
        BlogOperation.COPY_TO_USER,
        context -> {
          Optional<CopyOutcome> outcome = tryCopy(copy, key, context);
          while (outcome.isEmpty()) {
            outcome = tryCopy(copy, key, context);
          }
          return outcome.get();
        });
  }

  /**
   * Writes a copy under the ETag of the one that was read, so that of two writers at once the older
   * never wins; empty where another writer came between.
   */
  private Optional<CopyOutcome> tryCopy(PostItem copy, ItemKey key, OperationContext context) {
    Optional<Versioned<PostItem>> found = usersContainer.read(key, PostItem.class, context);
    if (found.isEmpty()) {
      Optional<PostItem> now =
          posts
              .shortCopy(PostId.of(key.id()), context)
              .filter(post -> Objects.equals(post.userId(), copy.userId()));
      if (now.isEmpty()) {
        return Optional.of(CopyOutcome.GONE);
      }
      PostItem newest = copy.newer(now.get());
      return usersContainer.create(newest, key.partition(), context) == WriteResult.DONE
          ? Optional.of(CopyOutcome.CREATED)
          : Optional.empty();
    }
    PostItem there = found.get().item();
    if (!ItemType.POST.equals(there.type())) {
      throw new MalformedItemException(
          key.id(), "it stands where a post's short copy belongs, and is none.");
    }
    if (there.version() >= copy.version()) {
      return Optional.of(CopyOutcome.UNCHANGED);
    }
    return usersContainer.replace(copy, key, found.get().etag(), context) == WriteResult.DONE
        ? Optional.of(CopyOutcome.UPDATED)
        : Optional.empty();
  }

  /** Deletes a post's short copy beside its author: one delete. */
  public boolean removeFromUser(PostId post, UserId author) {
    ItemKey key = new ItemKey(post.value(), author.value());
    return operations.run(
        BlogOperation.REMOVE_COPY,
        context -> usersContainer.delete(key, null, context) == WriteResult.DONE);
  }

  /**
   * Brings a batch of changes into the front page: one write, or one point read where nothing
   * changes; both, and perhaps again, where another host has written it since. Each post that comes
   * in is read before and after the write: it comes in as it is then, and leaves again if it was
   * deleted meanwhile. Where a post left a full front page, or there was none, it is filled up from
   * the posts: one query of all physical partitions, one more read, and up to two writes.
   *
   * @param changed of one post, the newest version
   * @return the front page with them; another writer may have changed it since
   * @throws MalformedItemException if a post has no id, author or date
   */
  public FrontPageItem updateFrontPage(Collection<PostItem> changed, Set<PostId> gone, int size) {
    List<PostItem> entries = changed.stream().map(PostItem::shortCopy).toList();
    Set<String> ids = gone.stream().map(PostId::value).collect(Collectors.toSet());
    FrontPageChange change = FrontPageChange.handled(entries, ids, size);
    return operations.run(
        BlogOperation.UPDATE_FRONT_PAGE, context -> frontPage.update(change, context));
  }

  /** Returns whether a post exists and is not deleted: one point read. */
  public boolean isLive(PostId post) {
    return operations.run(
        BlogOperation.CHECK_POST, context -> posts.find(post, context).isPresent());
  }

  /**
   * Deletes the comments and likes of a post that was deleted, until there are none: a query and a
   * batch for each hundred of them.
   */
  public int purge(PostId post) {
    return operations.run(BlogOperation.PURGE_POST, context -> posts.purge(post, context));
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
