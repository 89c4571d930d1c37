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
 */
public sealed interface FrontPageChange {
  /** The order of the front page; of two posts of one millisecond, the larger id is the newer. */
  Comparator<PostItem> NEWEST_FIRST =
      Comparator.comparing((PostItem post) -> String.valueOf(post.creationDate()))
          .thenComparing(FrontPageChange::id)
          .reversed();

  /** Returns how many posts the front page holds. */
  int size();

  /** Returns the front page with this change. */
  FrontPageItem applyTo(FrontPageItem feed);

  /**
   * Returns the posts that may have been deleted before they came in. Their deletion found nothing
   * to remove then, so they are to be read once more.
   */
  Set<String> unconfirmed(FrontPageItem before, FrontPageItem after);

  /** Returns the change with newer versions of some posts, or without those that were deleted. */
  FrontPageChange with(Map<String, Optional<PostItem>> versions);

  /** Returns the posts that it would bring in anew. */
  default Set<String> incoming(FrontPageItem before) {
    Set<String> ids =
        applyTo(before).posts().stream().map(FrontPageChange::id).collect(Collectors.toSet());
    ids.removeAll(byId(before.posts()).keySet());
    return ids;
  }

  /** Posts that were written, and posts that were deleted. */
  record Handled(Collection<PostItem> posts, Set<String> gone, int size)
      implements FrontPageChange {
    @Override
    public FrontPageItem applyTo(FrontPageItem feed) {
      return merge(feed, posts, gone, size);
    }

    /**
     * An older version proves that the post was handled before; the same one may be a repetition.
     */
    @Override
    public Set<String> unconfirmed(FrontPageItem before, FrontPageItem after) {
      Map<String, PostItem> known = byId(before.posts());
      Set<String> given = posts.stream().map(FrontPageChange::id).collect(Collectors.toSet());
      return after.posts().stream()
          .filter(post -> given.contains(id(post)))
          .filter(post -> !isOlder(known.get(id(post)), post))
          .map(FrontPageChange::id)
          .collect(Collectors.toSet());
    }

    @Override
    public Handled with(Map<String, Optional<PostItem>> versions) {
      return new Handled(replaced(posts, versions), gone, size);
    }

    private static boolean isOlder(PostItem known, PostItem post) {
      return known != null && known.version() < post.version();
    }
  }

  /** The newest posts, as the container of posts holds them. */
  record Refilled(Collection<PostItem> newest, int size) implements FrontPageChange {
    @Override
    public FrontPageItem applyTo(FrontPageItem feed) {
      return merge(feed, newest, Set.of(), size);
    }

    /** A post that was on the front page before it was found among the newest is live. */
    @Override
    public Set<String> unconfirmed(FrontPageItem before, FrontPageItem after) {
      Set<String> found = newest.stream().map(FrontPageChange::id).collect(Collectors.toSet());
      found.retainAll(byId(before.posts()).keySet());
      return after.posts().stream()
          .map(FrontPageChange::id)
          .filter(id -> !found.contains(id))
          .collect(Collectors.toSet());
    }

    @Override
    public Refilled with(Map<String, Optional<PostItem>> versions) {
      return new Refilled(replaced(newest, versions), size);
    }
  }

  private static List<PostItem> replaced(
      Collection<PostItem> posts, Map<String, Optional<PostItem>> versions) {
    return posts.stream()
        .flatMap(
            post -> versions.getOrDefault(id(post), Optional.of(post)).stream().map(post::newer))
        .toList();
  }

  private static FrontPageItem merge(
      FrontPageItem feed, Collection<PostItem> posts, Set<String> gone, int size) {
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

  private static Map<String, PostItem> byId(Collection<PostItem> posts) {
    Map<String, PostItem> byId = new HashMap<>();
    posts.forEach(post -> byId.merge(id(post), post, PostItem::newer));
    return byId;
  }

  private static String id(PostItem post) {
    return String.valueOf(post.id());
  }
}
