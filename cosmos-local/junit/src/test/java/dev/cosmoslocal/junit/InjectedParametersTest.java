package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmoslocal.LocalCosmos;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LocalCosmosExtension.class)
class InjectedParametersTest {
  @BeforeAll
  static void makeAContainer(CosmosDatabase database) {
    database.createContainerIfNotExists("posts", "/postId");
  }

  @Test
  void testMethodsShareTheDatabase(CosmosDatabase database, CosmosClient client) {
    CosmosContainer posts = client.getDatabase(database.getId()).getContainer("posts");
    posts.createItem(Map.of("id", "1", "postId", "1"));
    assertThat(posts.readItem("1", new PartitionKey("1"), Map.class).getStatusCode())
        .isEqualTo(200);
  }

  @Test
  void theEmulatorIsInjected(LocalCosmos emulator, CosmosDatabase database) {
    assertThat(emulator.partitionIds(database.getId(), "posts")).hasSize(5);
  }
}
