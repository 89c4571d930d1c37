package dev.cosmosblog.store.internal.frontpage;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.FrontPageItem.Removed;
import dev.cosmosblog.model.item.PostItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A change of the front page. Its result depends on nothing but the front page that it is applied
 * to and the time, so that it can be applied again where another writer came between.
 *
 * @param posts posts that were written; of each, the newest state counts
 * @param gone the ids of posts that were deleted
 * @param size how many posts the front page holds
 */
record FrontPageChange(Collection<PostItem> posts, Set<String> gone, int size) {
  /** The order of the front page; of two posts of one millisecond, the larger id is the newer. */
  private static final Comparator<PostItem> NEWEST_FIRST =
      Comparator.comparing((PostItem post) -> String.valueOf(post.creationDate()))
          .thenComparing(FrontPageChange::id)
          .reversed();

  /**
   * How long a post that left is kept out. A late change reads its post before it brings it in, and
   * so is wrong only for as long as a replica lags behind the deletion.
   */
  private static final Duration KEPT_OUT_FOR = Duration.ofMinutes(15);

  /** The most posts that are kept out, about 6 KB. */
  private static final int MOST_KEPT_OUT = 100;

  /** Returns the front page with this change; the same object where it changes nothing. */
  FrontPageItem applyTo(FrontPageItem before, Instant now) {
    Map<String, PostItem> entries = byId(before.posts());
    Set<String> keptOut = keptOut(before, now);
    for (PostItem post : posts) {
      if (!keptOut.contains(id(post))) {
        entries.merge(id(post), post, PostItem::newest);
      }
    }
    entries.keySet().removeAll(gone);
    List<PostItem> newest = entries.values().stream().sorted(NEWEST_FIRST).limit(size).toList();
    boolean left = before.posts().stream().anyMatch(post -> gone.contains(id(post)));
    // A front page that was never full holds all posts there are.
    boolean wasFull = before.posts().size() >= before.size();
    boolean lacks = wasFull && (left || size > before.size());
    boolean sameIds = ids(newest).equals(ids(before.posts()));
    List<Removed> removed = removed(before, wasFull, now);
    FrontPageItem after =
        new FrontPageItem(
            FrontPageItem.ID,
            before.type(),
            size,
            before.incomplete() || lacks,
            newest,
            removed,
            sameIds ? before.changedAt() : Long.valueOf(now.toEpochMilli()),
            sameIds ? before.uncheckedSince() : first(before.uncheckedSince(), now));
    boolean same = after.shows(before) && before.removed().containsAll(removed);
    return same ? before : after;
  }

  private static Long first(@Nullable Long since, Instant now) {
    return since == null ? Long.valueOf(now.toEpochMilli()) : since;
  }

  private Set<String> keptOut(FrontPageItem before, Instant now) {
    Set<String> ids = new HashSet<>(gone);
    for (Removed removed : before.removed()) {
      if (isKeptOut(removed, now)) {
        ids.add(removed.id());
      }
    }
    return ids;
  }

  private static boolean isKeptOut(Removed removed, Instant now) {
    return Instant.ofEpochMilli(removed.at()).plus(KEPT_OUT_FOR).isAfter(now);
  }

  /** A post that was not on a full front page most likely is too old for it. */
  private List<Removed> removed(FrontPageItem before, boolean wasFull, Instant now) {
    List<Removed> removed = new ArrayList<>();
    Set<String> known = before.removed().stream().map(Removed::id).collect(Collectors.toSet());
    Set<String> present = ids(before.posts());
    for (Removed earlier : before.removed()) {
      if (isKeptOut(earlier, now)) {
        removed.add(earlier);
      }
    }
    gone.stream()
        .filter(id -> !known.contains(id) && (present.contains(id) || !wasFull))
        .sorted()
        .forEach(id -> removed.add(new Removed(id, now.toEpochMilli())));
    return removed.subList(Math.max(0, removed.size() - MOST_KEPT_OUT), removed.size());
  }

  /** Returns the posts that it would bring in anew, with the version that the change knows. */
  Map<String, Long> incoming(FrontPageItem before, Instant now) {
    Map<String, Long> versions = new LinkedHashMap<>();
    applyTo(before, now).posts().forEach(post -> versions.put(id(post), post.version()));
    versions.keySet().removeAll(ids(before.posts()));
    return versions;
  }

  /** Returns the change with newer states of some posts, or without those that were deleted. */
  FrontPageChange with(Map<String, Optional<PostItem>> states) {
    List<PostItem> replaced =
        posts.stream()
            .flatMap(
                post -> states.getOrDefault(id(post), Optional.of(post)).stream().map(post::newest))
            .toList();
    return new FrontPageChange(replaced, gone, size);
  }

  static String id(PostItem post) {
    return String.valueOf(post.id());
  }

  static Set<String> ids(Collection<PostItem> posts) {
    return posts.stream().map(FrontPageChange::id).collect(Collectors.toSet());
  }

  private static Map<String, PostItem> byId(Collection<PostItem> posts) {
    Map<String, PostItem> byId = new LinkedHashMap<>();
    posts.forEach(post -> byId.merge(id(post), post, PostItem::newest));
    return byId;
  }
}
