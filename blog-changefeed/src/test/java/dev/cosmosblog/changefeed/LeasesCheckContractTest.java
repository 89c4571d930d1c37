package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.models.CosmosContainerProperties;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.SchemaMissingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trap 15: what the SDK needs of the leases and of the client, and tells late or never. */
class LeasesCheckContractTest {
  private TestBlog blog;

  @BeforeEach
  void aBlog() {
    blog = new TestBlog(1);
  }

  @AfterEach
  void close() {
    blog.close();
  }

  private void start(String leases) {
    ContainerNames names = new ContainerNames("users", "posts", "feed", leases);
    try (BlogChangeFeed feed = blog.changeFeed().names(names).build()) {
      feed.start();
    }
  }

  private void container(String partitionKey, Integer timeToLive) {
    blog.database.createContainer(
        new CosmosContainerProperties("other", partitionKey)
            .setDefaultTimeToLiveInSeconds(timeToLive));
  }

  @Test
  void missingLeasesAreTold() {
    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMissingException.class)
        .hasMessageContaining("BlogSchema");
  }

  @Test
  void leasesByAnotherPartitionKeyAreTold() {
    container("/host", -1);

    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("'other'")
        .hasMessageContaining("[/id]");
  }

  @Test
  void leasesWhoseTimeToLiveIsOffAreTold() {
    container("/id", null);

    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("no time to live")
        .hasMessageContaining("-1");
  }

  @Test
  void leasesThatWouldExpireAreTold() {
    container("/id", 60);

    assertThatThrownBy(() -> start("other"))
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("time to live 60");
  }

  @Test
  void aClientThatReadsWithTooWeakAConsistencyIsTold() {
    try (CosmosAsyncClient eventual =
        blog.clientBuilder()
            .consistencyLevel(ConsistencyLevel.EVENTUAL)
            .contentResponseOnWriteEnabled(true)
            .buildAsyncClient()) {
      BlogChangeFeed feed = blog.changeFeed().client(eventual, "blog").build();

      assertThatThrownBy(feed::start)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("SESSION");

      assertThat(feed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    }
  }

  @Test
  void theLeasesThatTheSchemaMakesWillDo() {
    assertThatCode(() -> new LeasesCheck(blog.asyncContainer("leases")).check())
        .doesNotThrowAnyException();
  }

  @Test
  void everyBuildIsAHostOfItsOwn() {
    BlogChangeFeedBuilder builder = blog.changeFeed();

    assertThat(builder.build().health().hostName())
        .isNotEqualTo(builder.build().health().hostName());
  }
}
