package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.IndexingPolicy;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A change feed starts while an index is being built, and reports it. */
@Tag("slow")
class IndexBuildContractTest {
  private static final UserId ANN = UserId.of("ann");

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(LocalCosmos.builder().physicalPartitions(1).indexBuild(Duration.ofHours(1)));

  @BeforeAll
  static void anAccountThatTakesItsTime() {
    cosmos.requireLocal();
  }

  @Test
  void anIndexBuildIsReportedAtTheStart() {
    TestBlog blog = TestBlog.on(cosmos);
    blog.createUser(ANN, "Ann");
    blog.store.createPost(CreatePost.of(ANN, "Title", "Content"));
    CosmosContainer posts = blog.container("posts");
    CosmosContainerProperties properties = posts.read().getProperties();
    posts.replace(properties.setIndexingPolicy(new IndexingPolicy()));
    RecordedEvents events = new RecordedEvents();

    blog.blogDatabase.provision();
    try (BlogChangeFeed feed = blog.changeFeed().listener(events).build()) {
      feed.start();

      assertThat(feed.health().posts().status()).isEqualTo(HealthStatus.DEGRADED);
      assertThat(feed.health().posts().problem())
          .get()
          .asString()
          .contains("building an index", "Raise the throughput");
      assertThat(events.all.get(0)).asString().contains("problem:", "building an index");
      assertThat(feed.health().users().problem()).isEmpty();
    }
  }
}
