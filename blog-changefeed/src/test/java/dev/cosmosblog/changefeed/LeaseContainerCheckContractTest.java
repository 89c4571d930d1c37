package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The SDK's requirements of the leases container and the client, which it reports late or never.
 */
class LeaseContainerCheckContractTest {
  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.fivePartitions();

  private TestBlog blog;

  @BeforeEach
  void aBlog() {
    blog = TestBlog.on(cosmos);
  }

  private void start(String leases) {
    ContainerNames names = new ContainerNames("users", "posts", "feed", leases);
    BlogDatabase database = blog.databaseBuilder().containerNames(names).build();
    try (BlogChangeFeed feed = TestBlog.changeFeed(database).build()) {
      feed.start();
    }
  }

  private void container(String partitionKey, Integer timeToLive) {
    blog.database.createContainer(
        new CosmosContainerProperties("other", partitionKey)
            .setDefaultTimeToLiveInSeconds(timeToLive));
  }

  @Test
  void aMissingLeasesContainerIsRefused() {
    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMissingException.class)
        .hasMessageContaining("BlogSchema");
  }

  @Test
  void aLeasesContainerWithAnotherPartitionKeyIsRefused() {
    container("/host", -1);

    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("'other'")
        .hasMessageContaining("[/id]");
  }

  @Test
  void aLeasesContainerWithoutTimeToLiveIsRefused() {
    container("/id", null);

    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("no time to live")
        .hasMessageContaining("-1");
  }

  @Test
  void aLeasesContainerWhoseLeasesWouldExpireIsRefused() {
    container("/id", 60);

    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("time to live 60");
  }

  @Test
  void aClientWithTooWeakConsistencyIsRefused() {
    try (CosmosAsyncClient eventual =
        cosmos
            .clientBuilder()
            .consistencyLevel(ConsistencyLevel.EVENTUAL)
            .contentResponseOnWriteEnabled(true)
            .buildAsyncClient()) {
      BlogDatabase database = blog.databaseBuilder(eventual).build();
      BlogChangeFeed feed = TestBlog.changeFeed(database).build();

      assertThatThrownBy(feed::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("SESSION");

      assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    }
  }

  @Test
  void theLeasesContainerOfTheSchemaIsAccepted() {
    assertThatCode(() -> start("leases")).doesNotThrowAnyException();
  }

  @Test
  void everyBuildHasAUniqueHostName() {
    BlogChangeFeedBuilder builder = blog.changeFeed();

    assertThat(builder.build().health().hostName())
        .isNotEqualTo(builder.build().health().hostName());
  }
}
