package dev.cosmosblog.examples.tags;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.examples.tags.Tags.ByTag;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.UserId;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("slow")
class TagsTest {
  private static final UserId ANN = UserId.of("ann");

  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  @Test
  void aRemovedTagNoLongerListsThePost() throws IOException {
    Run run = Run.of(new Tags());
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();

    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/tags.json").toFile());
    assertThat(titles(result.path("java"))).containsExactly("Records", "The SDK");
    assertThat(titles(result.path("javaLater"))).containsExactly("The SDK");
    assertThat(titles(result.path("cosmos"))).containsExactly("Partitions", "Records", "The SDK");
    assertThat(result.path("rebuiltIsEqual").asBoolean()).isTrue();
  }

  private static List<String> titles(JsonNode titles) {
    List<String> all = new ArrayList<>();
    titles.forEach(title -> all.add(title.asText()));
    return all;
  }

  @Test
  void reorderedAndRepeatedChangesLeaveTheLatestState() {
    List<PostChange> changes =
        List.of(change(1, "a", "b"), change(2, "b", "c"), change(3, "a"), change(4, "c", "d"));
    for (int seed = 0; seed < 5; seed++) {
      ByTag byTag = ByTag.in(cosmos.freshDatabase(), "tags");
      List<PostChange> delivered = new ArrayList<>(changes);
      delivered.addAll(changes);
      Collections.shuffle(delivered, new Random(seed));

      delivered.forEach(change -> byTag.onPosts(List.of(change)));

      assertThat(byTag.titles("a")).as("seed %d", seed).isEmpty();
      assertThat(byTag.titles("b")).isEmpty();
      assertThat(byTag.titles("c")).containsExactly("Version 4");
      assertThat(byTag.titles("d")).containsExactly("Version 4");
    }
  }

  private static PostChange change(long version, String... tags) {
    PostId id = PostId.of("p1");
    Post post =
        new Post(
            id,
            ANN,
            "Ann",
            "Version " + version,
            "Content",
            0,
            0,
            Instant.EPOCH,
            version,
            Instant.EPOCH,
            PostStatus.PUBLISHED,
            null,
            CustomProperties.of(Map.of("tags", List.of(tags))),
            null,
            null,
            false);
    return PostChange.changed(post, version);
  }
}
