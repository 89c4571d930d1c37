package dev.cosmoslocal.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ConnectionMode;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.LocalCosmos;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** The Java example of docs/guide.md for Spring Cloud Azure. */
@SpringJUnitConfig
class SpringCloudSnippetsTest {
  // region spring-cloud
  static final LocalCosmos emulator = LocalCosmos.start();

  @DynamicPropertySource
  static void connect(DynamicPropertyRegistry properties) {
    properties.add("spring.cloud.azure.cosmos.endpoint", emulator::endpoint);
    properties.add("spring.cloud.azure.cosmos.key", emulator::key);
    properties.add("spring.cloud.azure.cosmos.connection-mode", () -> "gateway");
  }

  // endregion

  @Configuration
  static class NoBeans {}

  @Autowired Environment environment;

  @AfterAll
  static void stop() {
    emulator.close();
  }

  @Test
  void theseSettingsConnectToTheEmulator() {
    ConnectionMode mode =
        ConnectionMode.valueOf(setting("connection-mode").toUpperCase(Locale.ROOT));
    CosmosClientBuilder builder =
        new CosmosClientBuilder().endpoint(setting("endpoint")).key(setting("key"));
    try (CosmosClient client = builder.gatewayMode().buildClient()) {
      client.createDatabase("blog");
      assertThat(client.readAllDatabases()).hasSize(1);
      assertThat(mode).isEqualTo(ConnectionMode.GATEWAY);
    }
  }

  private String setting(String name) {
    return environment.getRequiredProperty("spring.cloud.azure.cosmos." + name);
  }
}
