package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Runs the SDK for JavaScript against the emulator. It requires {@code npm install} in {@code
 * src/test/node}.
 */
class JavaScriptClientTest {
  private static final Path PROJECT = Path.of("src", "test", "node");

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void theSdkForJavaScriptWorks() throws IOException, InterruptedException {
    assumeTrue(hasNode(), "There is no 'node' on the PATH.");
    assumeTrue(
        Files.isDirectory(PROJECT.resolve("node_modules/@azure/cosmos")),
        "@azure/cosmos is not installed: run 'npm install' in cosmos-local/core/src/test/node.");
    try (LocalCosmos emulator = LocalCosmos.start()) {
      Process node = client(emulator).start();
      String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(node.waitFor()).as(output).isZero();
      assertThat(output.lines()).endsWith("done").hasSizeGreaterThan(10);
    }
  }

  private static ProcessBuilder client(LocalCosmos emulator) {
    ProcessBuilder builder = new ProcessBuilder("node", "client.mjs").directory(PROJECT.toFile());
    builder.redirectErrorStream(true);
    builder.environment().put("COSMOSLOCAL_ENDPOINT", emulator.endpoint());
    builder.environment().put("COSMOSLOCAL_KEY", emulator.key());
    return builder;
  }

  private static boolean hasNode() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
  }
}
