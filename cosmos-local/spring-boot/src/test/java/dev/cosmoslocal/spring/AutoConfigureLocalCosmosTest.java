package dev.cosmoslocal.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.LocalCosmos;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;

/** A test of an application whose properties set an account, a directory, contents and a port. */
@SpringBootTest(
    properties = {
      "cosmos-local.directory=target/developer-data",
      "cosmos-local.contents=nowhere",
      "cosmos-local.port=4711"
    })
@AutoConfigureLocalCosmos
class AutoConfigureLocalCosmosTest {
  @Autowired LocalCosmos emulator;
  @Autowired CosmosClientBuilder builder;

  @SpringBootApplication
  static class Application {
    @Bean
    CosmosClientBuilder azure() {
      return new CosmosClientBuilder().endpoint("https://[::1]:1/").key("AA==");
    }
  }

  @Test
  void theTestUsesItsOwnEmptyEmulatorInMemory() {
    assertThat(Path.of("target", "developer-data")).doesNotExist();
    assertThat(emulator.port()).isNotEqualTo(4711);
    try (CosmosClient client = builder.buildClient()) {
      assertThat(client.readAllDatabases()).isEmpty();
    }
  }
}
