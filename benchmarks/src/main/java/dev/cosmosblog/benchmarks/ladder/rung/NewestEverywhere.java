package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.SqlParameter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;

/**
 * The newest posts of a container that is not partitioned for the question: an ordered query that
 * fans out. Each physical partition is asked for five times its even share, as the SDKs do for TOP
 * with ORDER BY, and for all only where its share was too small.
 *
 * <p>That is done by hand, one query for each partition, since the SDK for Java reads ahead: it
 * asks every partition for its next page, and the next, until the answer is complete
 * (OrderByUtils.PageToItemTransformer). It would pay twice of what the article did, or more on a
 * larger container.
 */
final class NewestEverywhere {
  private static final String NEWEST =
      "SELECT TOP @count * FROM p WHERE p.type = 'post' ORDER BY p.creationDate DESC";

  /** DocumentQueryExecutionContextFactory.PageSizeFactorForTop. */
  private static final int SHARES = 5;

  private static final Comparator<ObjectNode> NEWEST_FIRST =
      Comparator.comparing((ObjectNode post) -> post.path("creationDate").textValue()).reversed();

  private final Items posts;

  NewestEverywhere(Items posts) {
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
    /** Returns whether the partition may hold more that belongs in the answer. */
    boolean misses(List<ObjectNode> answer, int asked, int wanted) {
      return newest.size() == asked
          && asked < wanted
          && (answer.size() < wanted
              || NEWEST_FIRST.compare(newest.get(asked - 1), answer.get(wanted - 1)) < 0);
    }
  }
}
