package dev.cosmoslocal.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.LocalCosmos;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the jar as a process. */
class RunnableJarIT {
  private static final Path JAR = Path.of("target", "cosmos-local.jar");

  /** Environment variables of each process. */
  private static final String KEY = "c2VjcmV0IG9mIG1pbmU=";

  @TempDir private Path folder;

  private static Process start(String... words) throws IOException {
    return start(List.of(), words);
  }

  private static Process start(List<String> virtualMachine, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(virtualMachine);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(words));
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process.environment().put("COSMOS_LOCAL_KEY", KEY);
    return process.start();
  }

  private static int status(String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    return HttpClient.newHttpClient()
        .send(request, HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void servesImportedContentsUntilSigterm() throws Exception {
    Path file = folder.resolve("seed").resolve("db").resolve("c.jsonl");
    Files.createDirectories(file.getParent());
    String definition =
        "{\"container\":{\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}}";
    Files.writeString(file, definition + "\n{\"id\":\"1\",\"pk\":\"p\"}\n");
    Path export = folder.resolve("export");
    Process process =
        start("--port", "0", "--contents", "" + folder.resolve("seed"), "--export", "" + export);
    try (BufferedReader output = process.inputReader()) {
      String endpoint = output.readLine().replace("endpoint ", "");
      assertThat(output.readLine()).as("a key of the environment").isEqualTo("key as given");
      for (String probe : List.of("ready", "alive")) {
        assertThat(status(endpoint + probe)).isEqualTo(200);
      }
      // Process.destroy would close the output.
      process.toHandle().destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(output.lines().toList()).endsWith("stopped");
    } finally {
      process.destroyForcibly();
    }
    assertThat(export.resolve("db").resolve("c.jsonl")).exists();
  }

  @Test
  void theExplorerQueriesImportedContentsAndTheExportEqualsThem() throws Exception {
    Path written = folder.resolve("written").resolve("shop").resolve("orders.jsonl");
    Files.createDirectories(written.getParent());
    List<String> lines = new ArrayList<>();
    lines.add("{\"container\":{\"partitionKey\":{\"paths\":[\"/customer\"],\"kind\":\"Hash\"}}}");
    for (int i = 0; i < 30; i++) {
      lines.add("{\"id\":\"%d\",\"customer\":\"c%d\",\"total\":%d}".formatted(i, i % 4, i * 10));
    }
    Files.write(written, lines);
    Path seed = folder.resolve("seed");
    try (LocalCosmos emulator = LocalCosmos.builder().contents(folder.resolve("written")).start()) {
      emulator.export(seed);
    }
    Path export = folder.resolve("export");
    Process process =
        start("--port", "0", "--contents", "" + seed, "--export", "" + export, "--explorer");
    try (BufferedReader output = process.inputReader()) {
      output.readLine();
      output.readLine();
      String[] explorer = output.readLine().replace("explorer ", "").split("#");
      String query = "SELECT c.customer, SUM(c.total) AS total FROM c GROUP BY c.customer";
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(explorer[0] + "merged/dbs/shop/colls/orders"))
              .header("x-cosmos-local-token", explorer[1])
              .POST(HttpRequest.BodyPublishers.ofString("{\"query\":\"" + query + "\"}"))
              .build();
      String answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
      assertThat(answer)
          .contains("{\"customer\":\"c0\",\"total\":1120}", "{\"customer\":\"c3\",\"total\":1050}");
      process.toHandle().destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    Path same = Path.of("shop", "orders.jsonl");
    assertThat(export.resolve(same)).hasSameTextualContentAs(seed.resolve(same));
    assertThat(export.resolve(same)).content().hasLineCount(31);
  }

  /**
   * Loading classes determines the time until the first response. Unlike the time, their number
   * doesn't depend on the load of the machine. With 3,180 classes, the response took a second.
   */
  @Test
  void theFirstResponseLoadsFewClasses() throws Exception {
    Path log = folder.resolve("classes");
    Process process = start(List.of("-Xlog:class+load:file=" + log), "--port", "0");
    try (BufferedReader output = process.inputReader()) {
      assertThat(status(output.readLine().replace("endpoint ", "") + "ready")).isEqualTo(200);
      assertThat(Files.readAllLines(log)).hasSizeBetween(1_000, 3_000);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void theArchiveOfTheBuildHoldsTheClassesOfTheStart() throws Exception {
    Path log = folder.resolve("classes");
    Process process =
        start(
            List.of(
                "-XX:SharedArchiveFile=" + Path.of("target", "cosmos-local.jsa"),
                "-Xlog:class+load:file=" + log),
            "--port",
            "0");
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).startsWith("endpoint ");
      assertThat(Files.readAllLines(log))
          .filteredOn(line -> line.contains("source: shared objects file (top)"))
          .hasSizeGreaterThan(1_000);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aWrongOptionExitsWithCode2AndOneSentence() throws Exception {
    Process process = start("--port", "http");
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.lines().toList()).hasSize(1).first().asString().contains("--port");
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
  }
}
