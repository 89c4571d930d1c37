package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/operating-the-change-feed.md. */
class OperatingSnippetsTest {
  @Test
  void aHostStartsAndCloses() {
    try (LocalCosmos account = LocalCosmos.start()) {
      CosmosClientBuilder clientBuilder =
          new CosmosClientBuilder().endpoint(account.endpoint()).key(account.key()).gatewayMode();
      // region host
      BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog").provision();
      BlogChangeFeed changeFeed = BlogChangeFeed.start(database);
      // hide
      assertThat(changeFeed.lifecycle()).isEqualTo(Lifecycle.RUNNING);
      // show
      // at the end of the process
      changeFeed.close(Duration.ofSeconds(30));
      database.close();
      // endregion
      assertThat(changeFeed.lifecycle()).isEqualTo(Lifecycle.CLOSED);
    }
  }
}
