package dev.cosmosblog.store.internal.frontpage;

import dev.cosmosblog.model.InvalidIdException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.list.ListQuery;
import dev.cosmosblog.store.internal.post.PostRepository;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The front page: one item with short copies of the newest posts, read and written under its ETag,
 * so that concurrent writers lose none of each other's changes.
 *
 * <p>A post that leaves a full front page marks it as incomplete, in the same write. The next
 * writer that reads an incomplete front page refills it from the posts. It removes the mark last,
 * so that another host goes on where one dies before.
 */
public final class FrontPageCopies {
  private static final ItemKey KEY = new ItemKey(FrontPageItem.ID, ItemType.FRONT_PAGE);

  private final ItemContainer feed;
  private final PostRepository posts;

  /**
   * The front page as it was last written here, to write it again without a read. If another host
   * has written it since, its ETag differs, and it is read.
   */
  private final AtomicReference<@Nullable Versioned<FrontPageItem>> written =
      new AtomicReference<>();

  public FrontPageCopies(ItemContainer feed, PostRepository posts) {
    this.feed = feed;
    this.posts = posts;
  }

  /** Q6: one point read. */
  public List<PostSummary> newest(int count, OperationContext context) {
    List<PostItem> found =
        feed.find(KEY, FrontPageItem.class, context).map(FrontPageItem::posts).orElse(List.of());
    List<ListQuery.Row<PostItem>> rows =
        found.stream().limit(count).map(ListQuery.Row::of).toList();
    return ListQuery.readable(rows, PostItem::toSummary, context);
  }

  /** Applies changes. Afterwards, no post is on the front page that was deleted before. */
  public FrontPageItem update(FrontPageChange change, OperationContext context) {
    Versioned<FrontPageItem> now = apply(change, Optional.empty(), context);
    while (now.item().incomplete()) {
      now = refill(now, change.size(), context);
    }
    return now.item();
  }

  /** Refills the front page; it is incomplete again where another writer came between. */
  private Versioned<FrontPageItem> refill(
      Versioned<FrontPageItem> before, int size, OperationContext context) {
    List<PostItem> newest = posts.newest(size, context);
    Versioned<FrontPageItem> now =
        apply(FrontPageChange.refill(newest, size), Optional.of(before), context);
    if (now.item().posts().size() < newest.size()) {
      // A post that turned out to be deleted had taken the place of another.
      return now;
    }
    FrontPageItem complete = FrontPageItem.of(size, false, now.item().posts());
    return write(complete, Optional.of(now), context).orElse(now);
  }

  /**
   * Applies a change until every post that it applied in is confirmed to exist. The front page
   * before is there only where it was read before the change's posts were.
   */
  private Versioned<FrontPageItem> apply(
      FrontPageChange change, Optional<Versioned<FrontPageItem>> before, OperationContext context) {
    FrontPageChange next = change;
    while (true) {
      Applied applied = writeChange(next, before, context);
      Set<String> gone =
          applied.unconfirmed().stream()
              .filter(id -> current(id, context).isEmpty())
              .collect(Collectors.toSet());
      if (gone.isEmpty()) {
        return applied.feed();
      }
      next = FrontPageChange.handled(List.of(), gone, change.size());
    }
  }

  /** Reads a post; one that cannot be read is left out, as among the newest posts. */
  private Optional<PostItem> current(String id, OperationContext context) {
    try {
      return posts.shortCopy(PostId.of(id), context);
    } catch (InvalidIdException | MalformedItemException e) {
      return Optional.empty();
    }
  }

  /** The front page with a change applied, and the posts to read once more. */
  private record Applied(Versioned<FrontPageItem> feed, Set<String> unconfirmed) {}

  private Applied writeChange(
      FrontPageChange given,
      Optional<Versioned<FrontPageItem>> readBefore,
      OperationContext context) {
    Optional<Versioned<FrontPageItem>> known =
        readBefore.or(() -> Optional.ofNullable(written.get()));
    boolean isNewer = readBefore.isPresent();
    while (true) {
      Optional<Versioned<FrontPageItem>> found = known.or(() -> read(context));
      FrontPageItem before =
          found.map(Versioned::item).orElse(FrontPageItem.of(given.size(), true, List.of()));
      FrontPageChange change = isNewer ? given : withCurrentVersions(given, before, context);
      FrontPageItem after = change.applyTo(before);
      Set<String> unconfirmed = change.unconfirmed(before, after);
      boolean same = found.isPresent() && after.equals(before);
      if (same && known.isEmpty()) {
        return new Applied(found.get(), unconfirmed);
      }
      Optional<Versioned<FrontPageItem>> now =
          same ? Optional.empty() : write(after, found, context);
      if (now.isPresent()) {
        return new Applied(now.get(), unconfirmed);
      }
      known = Optional.empty();
      isNewer = false;
    }
  }

  /**
   * Returns the change with the current version of each post that it brings in. A post that is not
   * on the front page may have been there in a newer version, and left. It is read after the front
   * page, so that it is at least as new; if another writer removes it meanwhile, the ETag differs.
   */
  private FrontPageChange withCurrentVersions(
      FrontPageChange given, FrontPageItem before, OperationContext context) {
    Map<String, Optional<PostItem>> versions = new HashMap<>();
    FrontPageChange change = given;
    Set<String> incoming = change.incoming(before);
    while (!versions.keySet().containsAll(incoming)) {
      for (String id : incoming) {
        versions.computeIfAbsent(id, key -> current(key, context));
      }
      change = given.with(versions);
      // A deleted post leaves its place to another.
      incoming = change.incoming(before);
    }
    return change;
  }

  /** Writes and remembers the front page; empty where another writer came between. */
  private Optional<Versioned<FrontPageItem>> write(
      FrontPageItem after, Optional<Versioned<FrontPageItem>> found, OperationContext context) {
    Optional<String> etag =
        found.isPresent()
            ? feed.replaceAndTag(after, KEY, found.get().etag(), context).etag()
            : feed.createAndTag(after, KEY.partition(), context).etag();
    Optional<Versioned<FrontPageItem>> now = etag.map(tag -> new Versioned<>(after, tag));
    now.ifPresent(written::set);
    return now;
  }

  /** Removes a user's posts, whose number it returns; the change feed refills the front page. */
  public int removePostsOf(UserId user, OperationContext context) {
    return change(
        context,
        post -> user.value().equals(post.userId()),
        (before, ids) -> FrontPageChange.handled(List.of(), ids, before.size()).applyTo(before));
  }

  /** Writes a name to a user's posts that carry another one; returns how many there were. */
  public int renamePostsOf(UserId user, VersionedName name, OperationContext context) {
    return change(
        context,
        post -> user.value().equals(post.userId()) && !name.username().equals(post.userUsername()),
        (before, ids) ->
            FrontPageItem.of(
                before.size(),
                before.incomplete(),
                before.posts().stream()
                    .map(post -> ids.contains(post.id()) ? post.named(name) : post)
                    .toList()));
  }

  private int change(
      OperationContext context,
      Predicate<PostItem> which,
      BiFunction<FrontPageItem, Set<String>, FrontPageItem> change) {
    while (true) {
      Optional<Versioned<FrontPageItem>> found = read(context);
      Set<String> ids =
          found.stream()
              .flatMap(feed -> feed.item().posts().stream())
              .filter(which)
              .map(post -> String.valueOf(post.id()))
              .collect(Collectors.toSet());
      if (found.isEmpty()
          || ids.isEmpty()
          || write(change.apply(found.get().item(), ids), found, context).isPresent()) {
        return ids.size();
      }
    }
  }

  /** Reads the front page; one that cannot be read is deleted, to be created again. */
  private Optional<Versioned<FrontPageItem>> read(OperationContext context) {
    try {
      return feed.read(KEY, FrontPageItem.class, context);
    } catch (MalformedItemException e) {
      feed.delete(KEY, null, context);
      return Optional.empty();
    }
  }
}
