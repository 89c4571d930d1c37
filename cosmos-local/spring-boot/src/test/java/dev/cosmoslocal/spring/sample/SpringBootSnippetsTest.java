package dev.cosmoslocal.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.spring.AutoConfigureLocalCosmos;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;

/** The Java example of README.md for Spring Boot. */
class SpringBootSnippetsTest {
  @SpringBootApplication
  static class Shop {}

  @Nested
  // region test
  @SpringBootTest
  @AutoConfigureLocalCosmos
  class ShopTest {
    @Test
    void theApplicationUsesTheEmulator(@Autowired CosmosClientBuilder builder) {
      try (CosmosClient client = builder.buildClient()) {
        client.createDatabaseIfNotExists("shop");
        // hide
        assertThat(client.readAllDatabases()).hasSize(1);
        // show
      }
    }
  }

  // endregion
}
