package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.SqlParameter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;

/**
 * An ordered query for the newest posts of a container that isn't partitioned for it, so that it
 * asks all partitions. Each physical partition is asked for five times its even share, as the SDKs
 * do for TOP with ORDER BY, and for all posts only if its share was too small.
 *
 * <p>Each partition gets its own query, because the SDK for Java reads ahead: it asks every
 * partition for further pages until the result is complete (OrderByUtils.PageToItemTransformer),
 * which would cost twice as much as in the article, or more for a larger container.
 */
final class NewestEverywhere {
  private static final String NEWEST =
      "SELECT TOP @count * FROM p WHERE p.type = 'post' ORDER BY p.creationDate DESC";

  /** DocumentQueryExecutionContextFactory.PageSizeFactorForTop. */
  private static final int SHARES = 5;

  private static final Comparator<ObjectNode> NEWEST_FIRST =
      Comparator.comparing((ObjectNode post) -> post.path("creationDate").textValue()).reversed();

  private final RungContainer posts;

  NewestEverywhere(RungContainer posts) {
    this.posts = posts;
  }

  List<ObjectNode> list(int count) {
    List<FeedRange> ranges = posts.container().getFeedRanges();
    int share = Math.min(((count + ranges.size() - 1) / ranges.size()) * SHARES, count);
    List<Part> parts = ranges.parallelStream().map(range -> part(range, share)).toList();
    List<ObjectNode> newest = merge(parts, count);
    List<Part> complete =
        parts.stream()
            .map(part -> part.misses(newest, share, count) ? part(part.range(), count) : part)
            .toList();
    return merge(complete, count);
  }

  private Part part(FeedRange range, int count) {
    return new Part(range, posts.listIn(range, NEWEST, new SqlParameter("@count", count)));
  }

  private static List<ObjectNode> merge(List<Part> parts, int count) {
    return parts.stream()
        .flatMap(part -> part.newest().stream())
        .sorted(NEWEST_FIRST)
        .limit(count)
        .toList();
  }

  private record Part(FeedRange range, List<ObjectNode> newest) {
    /** Returns whether the partition may have more posts that belong in the result. */
    boolean misses(List<ObjectNode> answer, int asked, int wanted) {
      return newest.size() == asked
          && asked < wanted
          && (answer.size() < wanted
              || NEWEST_FIRST.compare(newest.get(asked - 1), answer.get(wanted - 1)) < 0);
    }
  }
}
