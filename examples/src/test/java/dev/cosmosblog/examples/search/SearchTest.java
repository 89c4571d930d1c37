package dev.cosmosblog.examples.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SearchTest {
  private static final PostId ID = PostId.of("p1");
  private static final UserId ANN = UserId.of("ann");

  @Test
  void findsPostsRemovesErasedOnesAndIsRebuilt() throws IOException {
    Run run = Run.of(new Search());
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();

    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/search.json").toFile());
    assertThat(result.path("found"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("Choosing a partition key", "One query, one partition");
    assertThat(result.path("afterAnErasure"))
        .extracting(JsonNode::asText)
        .containsExactly("One query, one partition");
    assertThat(result.path("afterARebuild")).isEqualTo(result.path("afterAnErasure"));
    assertThat(result.path("postsInIndex").asInt()).isEqualTo(2);
  }

  @Test
  void aRedeliveredChangeDoesNotRestoreADeletedPost() throws IOException {
    try (PostIndex index = new PostIndex(Clock.systemUTC())) {
      Post post = new Post(ID, ANN, "Ann", "Title", "Content", Instant.EPOCH);
      PostChange shown = PostChange.changed(post, 3);
      index.onPosts(List.of(shown));
      assertThat(index.find("title content")).containsExactly(ID);

      index.onPosts(List.of(PostChange.deleted(ID, ANN, 4)));
      index.onPosts(List.of(shown));

      assertThat(index.find("title")).isEmpty();
      assertThat(index.size()).isZero();
      assertThat(index.find(" ?")).isEmpty();
    }
  }

  /** Its first version is 0 again. */
  @Test
  void aPostRecreatedAfterItsTombstoneExpiredIsFound() throws IOException {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    Clock clock = mock(Clock.class);
    when(clock.instant()).thenAnswer(call -> now.get());
    try (PostIndex index = new PostIndex(clock)) {
      Post post = new Post(ID, ANN, "Ann", "Title", "Content", Instant.EPOCH);
      index.onPosts(List.of(PostChange.deleted(ID, ANN, 4)));
      now.set(now.get().plus(BlogDatabaseBuilder.DEFAULT_DELETED_RETENTION));

      index.onPosts(List.of(PostChange.published(post, 0)));

      assertThat(index.find("title")).containsExactly(ID);
    }
  }
}
