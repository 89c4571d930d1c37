package dev.cosmosblog.store.internal.frontpage;

import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change of the front page. Its result depends on nothing but the front page that it is applied
 * to, so that it can be applied again where another writer came between.
 *
 * @param posts the posts that were written; of a refill, the newest posts of the container of posts
 */
public record FrontPageChange(
    Collection<PostItem> posts, Set<String> gone, int size, boolean isRefill) {
  /** The order of the front page; of two posts of one millisecond, the larger id is the newer. */
  private static final Comparator<PostItem> NEWEST_FIRST =
      Comparator.comparing((PostItem post) -> String.valueOf(post.creationDate()))
          .thenComparing(FrontPageChange::id)
          .reversed();

  public static FrontPageChange handled(Collection<PostItem> posts, Set<String> gone, int size) {
    return new FrontPageChange(posts, gone, size, false);
  }

  static FrontPageChange refill(Collection<PostItem> newest, int size) {
    return new FrontPageChange(newest, Set.of(), size, true);
  }

  FrontPageItem applyTo(FrontPageItem feed) {
    Map<String, PostItem> entries = byId(feed.posts());
    posts.forEach(post -> entries.merge(id(post), post, PostItem::newer));
    boolean left = feed.posts().stream().anyMatch(post -> gone.contains(id(post)));
    entries.keySet().removeAll(gone);
    List<PostItem> newest = entries.values().stream().sorted(NEWEST_FIRST).limit(size).toList();
    // A feed that was never full holds all posts there are.
    boolean wasFull = feed.posts().size() >= feed.size();
    boolean lacks = wasFull && (left || size > feed.size());
    return FrontPageItem.of(size, feed.incomplete() || lacks, newest);
  }

  /**
   * Returns the posts that may have been deleted before they came in. Their deletion found nothing
   * to remove then, so they are to be read once more. A post that was handled before in an older
   * version is known; the same version may be a repetition. A post that was on the front page
   * before it was found among the newest is live.
   */
  Set<String> unconfirmed(FrontPageItem before, FrontPageItem after) {
    Map<String, PostItem> known = byId(before.posts());
    Set<String> given = posts.stream().map(FrontPageChange::id).collect(Collectors.toSet());
    return after.posts().stream()
        .filter(
            post -> {
              PostItem old = known.get(id(post));
              return isRefill
                  ? old == null || !given.contains(id(post))
                  : given.contains(id(post)) && (old == null || old.version() >= post.version());
            })
        .map(FrontPageChange::id)
        .collect(Collectors.toSet());
  }

  /** Returns the change with newer versions of some posts, or without those that were deleted. */
  FrontPageChange with(Map<String, Optional<PostItem>> versions) {
    List<PostItem> current =
        posts.stream()
            .flatMap(
                post ->
                    versions.getOrDefault(id(post), Optional.of(post)).stream().map(post::newer))
            .toList();
    return new FrontPageChange(current, gone, size, isRefill);
  }

  /** Returns the posts that it would bring in anew. */
  Set<String> incoming(FrontPageItem before) {
    Set<String> ids =
        applyTo(before).posts().stream().map(FrontPageChange::id).collect(Collectors.toSet());
    ids.removeAll(byId(before.posts()).keySet());
    return ids;
  }

  private static Map<String, PostItem> byId(Collection<PostItem> posts) {
    Map<String, PostItem> byId = new HashMap<>();
    posts.forEach(post -> byId.merge(id(post), post, PostItem::newer));
    return byId;
  }

  private static String id(PostItem post) {
    return String.valueOf(post.id());
  }
}
