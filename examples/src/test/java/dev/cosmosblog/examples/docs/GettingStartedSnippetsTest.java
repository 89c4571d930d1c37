package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import com.azure.core.credential.TokenCredential;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of README.md and docs/getting-started.md. */
class GettingStartedSnippetsTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  @Test
  void writesTheFirstPost() {
    // region emulator
    LocalCosmos emulator = LocalCosmos.start();
    CosmosClientBuilder clientBuilder = emulator.clientBuilder();
    // endregion
    try (emulator) {
      firstPost(clientBuilder);
    }
  }

  private static void firstPost(CosmosClientBuilder clientBuilder) {
    // region first-post
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog").provision();
        BlogChangeFeed changeFeed = BlogChangeFeed.start(database)) {
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      Post post = blog.createPost(ann, "Hello", "My first post").value();
      blog.createComment(post.id(), ann, "And my first comment");
      blog.likePost(post.id(), ann.id());
      // hide
      assertThat(changeFeed.lifecycle()).isEqualTo(Lifecycle.RUNNING);
      assertThat(blog.commentsOf(post.id(), PageRequest.first(20)).items())
          .extracting(Comment::userUsername)
          .containsExactly("Ann");
      assertThat(blog.findPost(post.id()).orElseThrow().likeCount()).isEqualTo(1);
      // show
    }
    // endregion
  }

  @Test
  void connectsWithAKey() {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      String endpoint = emulator.endpoint();
      String key = emulator.key();
      // region key
      CosmosClientBuilder clientBuilder = new CosmosClientBuilder().endpoint(endpoint).key(key);
      // endregion
      try (BlogDatabase database = BlogDatabase.connect(clientBuilder.gatewayMode(), "blog")) {
        BlogStore blog = BlogStore.on(database.provision());
        assertThat(blog.createUser("Ann").value().username()).isEqualTo("Ann");
      }
    }
  }

  /** Sends nothing, because the emulator doesn't support Entra ID. */
  @Test
  void connectsWithATokenCredential() {
    String endpoint = "https://blog.documents.azure.com:443/";
    TokenCredential credential = mock(TokenCredential.class);
    // region entra
    CosmosClientBuilder clientBuilder =
        new CosmosClientBuilder().endpoint(endpoint).credential(credential);
    // endregion
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog")) {
      assertThat(database.containerNames()).isEqualTo(ContainerNames.DEFAULT);
    }
  }

  @Test
  void provisionsThroughputAndScripts() {
    String databaseName = cosmos.freshName();
    try (BlogDatabase database = BlogDatabase.connect(cosmos.clientBuilder(), databaseName)) {
      // region schema
      database
          .schema()
          .withThroughput(ThroughputProperties.createAutoscaledThroughput(4000))
          .withScripts()
          .provision();
      // endregion
      cosmos.deletedAfterwards(cosmos.client().getDatabase(databaseName));
      assertThat(database.schema().changes()).isEmpty();
    }
  }
}
