package dev.cosmosblog.benchmarks.ladder.rung;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TruncateFeedTest {
  private static final int MAX_POSTS = 100;

  /** The article's trigger adds one, because its count doesn't contain the post just written. */
  @Test
  void theTriggerKeepsTheNewestPostsAndDeletesTheOldest() throws IOException {
    try (LocalCosmos emulator =
            LocalCosmos.builder().physicalPartitions(1).scriptTime(Duration.ofMinutes(1)).start();
        BlogDatabase connection = Endpoint.of(emulator).connect("truncate", "truncate")) {
      Rung rung = RungKind.V3.provision(connection, () -> "unused");
      rung.loadNewest(posts(0, MAX_POSTS - 1));
      posts(MAX_POSTS - 1, MAX_POSTS + 3).forEach(rung::createPost);
      rung.drain();

      List<Object> feed = new ArrayList<>(rung.recentPosts(MAX_POSTS));
      assertThat(feed).hasSize(MAX_POSTS);
      assertThat(feed)
          .startsWith(posts(MAX_POSTS + 2, MAX_POSTS + 3).get(0).summary())
          .doesNotContain(posts(2, 3).get(0).summary());
    }
  }

  private static List<Post> posts(int from, int to) {
    return IntStream.range(from, to).mapToObj(TruncateFeedTest::post).toList();
  }

  private static Post post(int index) {
    return new Post(
        PostId.of("post-" + index),
        UserId.of("ann"),
        "Ann",
        "Post " + index,
        "Its content",
        Instant.parse("2026-03-01T08:00:00Z").plusSeconds(index));
  }
}
