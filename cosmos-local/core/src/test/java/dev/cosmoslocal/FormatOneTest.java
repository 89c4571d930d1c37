package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every version must be able to open a file of format 1. */
class FormatOneTest {
  @TempDir private Path directory;

  @Test
  void aFormat1FileOpensWithAllContents() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(getClass().getResourceAsStream("/format-1/account.mv"))) {
      Files.copy(file, directory.resolve("account.mv"));
    }
    LocalCosmosBuilder builder = LocalCosmos.builder().directory(directory);
    try (SdkEmulator emulator = new SdkEmulator(builder)) {
      CosmosContainer container = emulator.database().getContainer("c");
      PartitionKey key = new PartitionKey("p");
      JsonNode item = container.readItem("1", key, JsonNode.class).getItem();
      assertThat(item.path("n").longValue()).isEqualTo(9_007_199_254_740_993L);
      assertThat(item.path("text").textValue()).isEqualTo("grüße");
      JsonNode other = container.readItem("2", new PartitionKey("q"), JsonNode.class).getItem();
      assertThat(other.path("list").toString()).isEqualTo("[1,2.5,null,true,{\"a\":[]}]");
      assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(500);
      CosmosStoredProcedureRequestOptions options =
          new CosmosStoredProcedureRequestOptions().setPartitionKey(key);
      assertThat(
              container
                  .getScripts()
                  .getStoredProcedure("hello")
                  .execute(List.of(), options)
                  .getResponseAsString())
          .isEqualTo("1");
      container.upsertItem(SdkEmulator.item("3", "p"));
    }
  }
}
