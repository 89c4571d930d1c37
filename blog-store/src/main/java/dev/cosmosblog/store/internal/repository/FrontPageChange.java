package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.FrontPageItem.Removed;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A change of the front page: the newest states of written posts, and deleted posts. A post that is
 * hidden in its newest state is removed, until a newer state adds it again. The result depends only
 * on the front page and the time, so that the change can be applied again after a conflict.
 *
 * @param left posts that leave it until they are read again, in the same state or a newer one
 * @param marks whether the change, if it has an effect, marks the front page to be compared with
 *     the posts later
 */
public record FrontPageChange(
    Collection<PostSummaryItem> posts,
    Set<String> gone,
    Set<String> left,
    int size,
    boolean marks) {
  // Of two posts of one millisecond, the larger id is the newer.
  private static final Comparator<PostSummaryItem> NEWEST_FIRST =
      Comparator.comparing((PostSummaryItem post) -> String.valueOf(post.creationDate()))
          .thenComparing(FrontPageChange::id)
          .reversed();
  // How long a removed post is remembered. A late change reads its post before it adds it, and so
  // is wrong only while a replica lags behind the deletion.
  private static final Duration REMEMBERED_FOR = Duration.ofMinutes(15);

  /** Clocks differ by less; another program may write a time that would never pass. */
  private static final Duration MAX_AHEAD = Duration.ofDays(1);

  // The maximum number of remembered posts, about 8 KB.
  private static final int MAX_REMEMBERED = 100;

  FrontPageChange(Collection<PostSummaryItem> posts, Set<String> gone, int size) {
    this(posts, gone, Set.of(), size, false);
  }

  public static FrontPageChange of(Collection<PostSummaryItem> posts, Set<PostId> gone, int size) {
    Set<String> ids = gone.stream().map(PostId::value).collect(Collectors.toSet());
    return new FrontPageChange(List.copyOf(posts), ids, size);
  }

  public FrontPageChange marking() {
    return new FrontPageChange(posts, gone, left, size, true);
  }

  /** Returns the front page with this change, or the same object if nothing changes. */
  FrontPageItem applyTo(FrontPageItem before, Instant now) {
    Map<String, PostSummaryItem> entries = byId(before.posts());
    Set<String> keptOut = keptOut(before, now);
    for (PostSummaryItem post : posts) {
      if (!keptOut.contains(id(post))) {
        entries.merge(id(post), post, PostSummaryItem::newest);
      }
    }
    entries.keySet().removeAll(gone);
    entries.keySet().removeAll(left);
    entries.values().removeIf(post -> !post.isListed());
    List<PostSummaryItem> newest =
        entries.values().stream().sorted(NEWEST_FIRST).limit(size).toList();
    boolean hasLost = before.posts().stream().anyMatch(post -> !entries.containsKey(id(post)));
    // A front page that was never full holds all posts there are.
    boolean wasFull = before.posts().size() >= before.size();
    boolean lacks = wasFull && (hasLost || size > before.size());
    boolean sameIds = ids(newest).equals(ids(before.posts()));
    List<Removed> removed = removed(before, newest, now);
    FrontPageItem after =
        new FrontPageItem(
            FrontPageItem.ID,
            before.type(),
            size,
            before.incomplete() || lacks,
            newest,
            removed,
            sameIds ? before.changedAt() : Long.valueOf(now.toEpochMilli()),
            marks ? Long.valueOf(now.toEpochMilli()) : before.markedAt(),
            sameIds && !marks ? before.uncheckedSince() : first(before.uncheckedSince(), now));
    boolean same = after.shows(before) && before.removed().containsAll(removed);
    return same ? before : after;
  }

  /**
   * Returns a front page of exactly these posts, with all that guards the former one and this
   * change against late changes.
   */
  FrontPageItem replace(FrontPageItem before, List<PostSummaryItem> newest, Instant now) {
    boolean sameIds = ids(newest).equals(ids(before.posts()));
    return new FrontPageItem(
        FrontPageItem.ID,
        ItemType.FRONT_PAGE,
        size,
        false,
        newest,
        removed(before, newest, now),
        sameIds ? before.changedAt() : Long.valueOf(now.toEpochMilli()),
        before.markedAt(),
        sameIds ? before.uncheckedSince() : first(before.uncheckedSince(), now));
  }

  private static Long first(@Nullable Long since, Instant now) {
    return since == null ? Long.valueOf(now.toEpochMilli()) : since;
  }

  private Set<String> keptOut(FrontPageItem before, Instant now) {
    Set<String> ids = new HashSet<>(gone);
    for (Removed removed : before.removed()) {
      if (removed.version() == null && isRemembered(removed, now)) {
        ids.add(removed.id());
      }
    }
    return ids;
  }

  private static boolean isRemembered(Removed removed, Instant now) {
    Instant at = Instant.ofEpochMilli(removed.at());
    return at.plus(REMEMBERED_FOR).isAfter(now) && at.isBefore(now.plus(MAX_AHEAD));
  }

  // A deleted or hidden post is remembered even if it was not on the front page: the write proves
  // that it is not, which a read of a replica does not. A draft was in no list before.
  private List<Removed> removed(FrontPageItem before, List<PostSummaryItem> after, Instant now) {
    Map<String, Removed> removed = new LinkedHashMap<>();
    for (Removed earlier : before.removed()) {
      if (isRemembered(earlier, now)) {
        removed.put(earlier.id(), earlier);
      }
    }
    long at = now.toEpochMilli();
    Set<String> present = ids(after);
    for (PostSummaryItem post : before.posts()) {
      if (!present.contains(id(post))) {
        removed.put(id(post), new Removed(id(post), at, post.version(), post.userVersion()));
      }
    }
    for (String id : new TreeSet<>(gone)) {
      Removed known = removed.get(id);
      if (known == null || known.version() != null) {
        removed.put(id, new Removed(id, at, null, 0));
      }
    }
    for (PostSummaryItem post : posts) {
      Removed known = removed.get(id(post));
      if (post.isHidden() && (known == null || isOlder(known, post))) {
        removed.put(id(post), new Removed(id(post), at, post.version(), post.userVersion()));
      }
    }
    present.forEach(removed::remove);
    List<Removed> all = List.copyOf(removed.values());
    return all.subList(Math.max(0, all.size() - MAX_REMEMBERED), all.size());
  }

  private static boolean isOlder(Removed known, PostSummaryItem post) {
    return known.version() != null && known.version() < post.version();
  }

  /** Returns the posts that it would add, in the oldest state in which each may be added. */
  Map<String, PostSummaryItem> incoming(FrontPageItem before, Instant now) {
    Map<String, PostSummaryItem> incoming = new LinkedHashMap<>();
    applyTo(before, now).posts().forEach(post -> incoming.put(id(post), post));
    incoming.keySet().removeAll(ids(before.posts()));
    return incoming;
  }

  /**
   * Returns whether a post is at least as new as when it was removed, if that is remembered. A
   * failover may have lost the removed state.
   */
  static boolean isAsNewAsItLeft(PostItem post, FrontPageItem before, Instant now) {
    return before.removed().stream()
        .filter(removed -> removed.id().equals(post.id()))
        .filter(removed -> isRemembered(removed, now))
        .allMatch(removed -> isAsNewAs(removed, post));
  }

  private static boolean isAsNewAs(Removed removed, PostItem post) {
    Long version = removed.version();
    return version == null
        || (post.version() >= version && post.userVersion() >= removed.userVersion());
  }

  /** Returns whether it is remembered that a post left. */
  static boolean remembers(FrontPageItem page, PostSummaryItem post, Instant now) {
    return page.removed().stream()
        .anyMatch(removed -> removed.id().equals(id(post)) && isRemembered(removed, now));
  }

  /** Returns the change with newer states of posts, or without the deleted ones. */
  FrontPageChange with(Map<String, Optional<PostSummaryItem>> states) {
    List<PostSummaryItem> replaced =
        posts.stream()
            .flatMap(
                post -> states.getOrDefault(id(post), Optional.of(post)).stream().map(post::newest))
            .toList();
    return new FrontPageChange(replaced, gone, left, size, marks);
  }

  static String id(PostSummaryItem post) {
    return String.valueOf(post.id());
  }

  static Set<String> ids(Collection<PostSummaryItem> posts) {
    return posts.stream().map(FrontPageChange::id).collect(Collectors.toSet());
  }

  private static Map<String, PostSummaryItem> byId(Collection<PostSummaryItem> posts) {
    Map<String, PostSummaryItem> byId = new LinkedHashMap<>();
    posts.forEach(post -> byId.merge(id(post), post, PostSummaryItem::newest));
    return byId;
  }
}
