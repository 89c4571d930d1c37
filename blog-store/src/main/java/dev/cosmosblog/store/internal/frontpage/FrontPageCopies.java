package dev.cosmosblog.store.internal.frontpage;

import dev.cosmosblog.model.InvalidIdException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.frontpage.FrontPageChange.Handled;
import dev.cosmosblog.store.internal.frontpage.FrontPageChange.Refilled;
import dev.cosmosblog.store.internal.item.ItemKey;
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
 * Keeps the feed: one item, read and written under its ETag, so that writers at once lose nothing
 * of each other's.
 *
 * <p>A post that leaves a full feed makes it incomplete, in the same write. Whoever meets an
 * incomplete feed fills it up from the posts themselves; the mark is taken away last, so that a
 * host that dies before leaves it to the next one.
 */
public final class FrontPageCopies {
  private final ItemContainer feed;
  private final PostRepository posts;

  /**
   * The feed as it was last written here, to write it again without a read. Where somebody else has
   * written it since, its ETag is another, and it is read.
   */
  private final AtomicReference<@Nullable Versioned<FrontPageItem>> written =
      new AtomicReference<>();

  public FrontPageCopies(ItemContainer feed, PostRepository posts) {
    this.feed = feed;
    this.posts = posts;
  }

  /** Brings changes in; when it returns, no post is in the feed that was deleted before. */
  public FrontPageItem update(Handled change, OperationContext context) {
    Versioned<FrontPageItem> now = settle(change, Optional.empty(), context);
    while (now.item().incomplete()) {
      now = refill(now, change.size(), context);
    }
    return now.item();
  }

  /** Fills the feed up; incomplete again where another writer came between. */
  private Versioned<FrontPageItem> refill(
      Versioned<FrontPageItem> before, int size, OperationContext context) {
    List<PostItem> newest = posts.newest(size, context);
    Versioned<FrontPageItem> now = settle(new Refilled(newest, size), Optional.of(before), context);
    if (now.item().posts().size() < newest.size()) {
      // What was found gone had taken another one's place.
      return now;
    }
    FrontPageItem complete = FrontPageItem.of(size, false, now.item().posts());
    ItemKey key = FrontPageRepository.KEY;
    return remembered(complete, feed.replaceAndTag(complete, key, now.etag(), context)).orElse(now);
  }

  /**
   * Brings a change in.
   *
   * @param before the feed that was read before the change's posts were, where it was
   */
  private Versioned<FrontPageItem> settle(
      FrontPageChange change, Optional<Versioned<FrontPageItem>> before, OperationContext context) {
    FrontPageChange next = change;
    while (true) {
      Brought brought = bring(next, before, context);
      Set<String> gone =
          brought.doubtful().stream()
              .filter(id -> !isLive(id, context))
              .collect(Collectors.toSet());
      if (gone.isEmpty()) {
        return brought.feed();
      }
      next = new Handled(List.of(), gone, change.size());
    }
  }

  private boolean isLive(String id, OperationContext context) {
    return current(id, context).isPresent();
  }

  /** What can't be read has no place among the newest posts either, until it is mended. */
  private Optional<PostItem> current(String id, OperationContext context) {
    try {
      return posts.shortCopy(PostId.of(id), context);
    } catch (InvalidIdException | MalformedItemException e) {
      return Optional.empty();
    }
  }

  /** The feed with a change in it, and the posts to look at once more. */
  private record Brought(Versioned<FrontPageItem> feed, Set<String> doubtful) {}

  private Brought bring(
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
      FrontPageChange change = isNewer ? given : looked(given, before, context);
      FrontPageItem after = change.into(before);
      Set<String> doubtful = change.doubtful(before, after);
      boolean same = found.isPresent() && after.equals(before);
      if (same && known.isEmpty()) {
        return new Brought(found.get(), doubtful);
      }
      Optional<Versioned<FrontPageItem>> now =
          same ? Optional.empty() : remembered(after, write(after, found, context));
      if (now.isPresent()) {
        return new Brought(now.get(), doubtful);
      }
      known = Optional.empty();
      isNewer = false;
    }
  }

  /**
   * The change with each post that it brings in as it is now. A post that is not in the feed may
   * have been there in a newer version, and gone; it was read later than the feed here, so that it
   * is at least as new. Where another writer takes it out meanwhile, the feed's ETag is another.
   */
  private FrontPageChange looked(
      FrontPageChange given, FrontPageItem before, OperationContext context) {
    Map<String, Optional<PostItem>> versions = new HashMap<>();
    FrontPageChange change = given;
    Set<String> coming = change.coming(before);
    while (!versions.keySet().containsAll(coming)) {
      for (String id : coming) {
        versions.computeIfAbsent(id, key -> current(key, context));
      }
      change = given.with(versions);
      // One that is gone leaves its place to another.
      coming = change.coming(before);
    }
    return change;
  }

  private Optional<Versioned<FrontPageItem>> remembered(
      FrontPageItem feed, Written<Object> answer) {
    Optional<Versioned<FrontPageItem>> now = answer.etag().map(etag -> new Versioned<>(feed, etag));
    now.ifPresent(written::set);
    return now;
  }

  private Written<Object> write(
      FrontPageItem after, Optional<Versioned<FrontPageItem>> found, OperationContext context) {
    ItemKey key = FrontPageRepository.KEY;
    return found.isPresent()
        ? feed.replaceAndTag(after, key, found.get().etag(), context)
        : feed.createAndTag(after, key.partition(), context);
  }

  /** Takes a user's posts out, and leaves it to the change feed to fill up; how many there were. */
  public int removePostsOf(UserId user, OperationContext context) {
    return change(
        context,
        post -> user.value().equals(post.userId()),
        (before, ids) -> new Handled(List.of(), ids, before.size()).into(before));
  }

  /** Writes a name to a user's posts that carry another one; how many there were. */
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
          || write(change.apply(found.get().item(), ids), found, context).etag().isPresent()) {
        return ids.size();
      }
    }
  }

  /** What can't be read is no feed, and is made anew. */
  private Optional<Versioned<FrontPageItem>> read(OperationContext context) {
    try {
      return feed.read(FrontPageRepository.KEY, FrontPageItem.class, context);
    } catch (MalformedItemException e) {
      feed.delete(FrontPageRepository.KEY, null, context);
      return Optional.empty();
    }
  }
}
