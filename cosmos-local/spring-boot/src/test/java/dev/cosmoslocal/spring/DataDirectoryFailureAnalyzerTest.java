package dev.cosmoslocal.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmoslocal.DataDirectoryException;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The log of an application that can't start on its emulator's directory. */
@ExtendWith(OutputCaptureExtension.class)
class DataDirectoryFailureAnalyzerTest {
  @TempDir Path directory;

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    String endpoint(LocalCosmosConnectionDetails connection, CosmosClientBuilder builder) {
      return connection.endpoint();
    }
  }

  private void fails() {
    assertThatThrownBy(
            () ->
                SpringApplication.run(Application.class, "--cosmos-local.directory=" + directory)
                    .close())
        .hasRootCauseInstanceOf(Exception.class)
        .hasStackTraceContaining(DataDirectoryException.class.getName());
  }

  @Test
  void aDirectoryThatIsInUseIsNamed(CapturedOutput output) {
    try (LocalCosmos emulator = LocalCosmos.builder().directory(directory).start()) {
      assertThat(emulator.port()).isPositive();
      fails();
    }
    assertThat(output)
        .contains(
            "APPLICATION FAILED TO START",
            "The emulator can't use the directory " + directory,
            "is open in this process",
            "End the process that uses the directory, or set cosmos-local.directory to another.")
        .doesNotContain("\tat ");
  }

  @Test
  void aDamagedDirectoryIsNamed(CapturedOutput output) throws IOException {
    LocalCosmos.builder().directory(directory).start().close();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.writeString(file, "damaged");
      }
    }
    fails();
    assertThat(output)
        .contains("is damaged", "Correct the directory as described, or set cosmos-local.directory")
        .doesNotContain("\tat ");
  }
}
