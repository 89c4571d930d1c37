package dev.cosmoslocal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.Setting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CosmosLocalTest {
  private static final String DEFINITION =
      "{\"container\":{\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}},"
          + "\"throughput\":{\"offerThroughput\":20000}}\n";

  @TempDir private Path folder;
  private final List<String> said = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  /** Runs an action once the emulator has started, then stops it. */
  private static final class AtOnce implements Stop {
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Runnable action;

    AtOnce(Runnable action) {
      this.action = action;
    }

    @Override
    public void await() {
      action.run();
    }

    @Override
    public void stop() {
      ended.countDown();
    }

    @Override
    public void ended(int code) {
      ended.countDown();
    }
  }

  private int run(String... words) {
    return run(() -> {}, words);
  }

  private int run(Runnable action, String... words) {
    return CosmosLocal.run(
        List.of(words), said::add, refused::add, new AtOnce(action), InputStream.nullInputStream());
  }

  /** Returns the rest of the line that starts with a word. */
  private String told(String word) {
    return said.stream()
        .filter(line -> line.startsWith(word + " "))
        .map(line -> line.substring(word.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the faults and service conditions that the explorer shows. */
  private String switches() {
    String[] explorer = told("explorer").split("#");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(explorer[0] + "switches"))
            .header("x-cosmos-local-token", explorer[1])
            .build();
    try {
      return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Creates a resource and waits for the response. */
  private void create(String path, String body) {
    String[] explorer = told("explorer").split("#");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(explorer[0] + "api/" + path))
            .header("x-cosmos-local-token", explorer[1])
            .header("x-ms-documentdb-partitionkey", "[\"p\"]")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      assertThat(
              HttpClient.newHttpClient()
                  .send(request, HttpResponse.BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(201);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the status line of the response to a request with this Host header. */
  private String statusAt(String host) {
    URI endpoint = URI.create(told("endpoint"));
    try (Socket socket = new Socket(endpoint.getHost(), endpoint.getPort())) {
      String request = "GET /dbs HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Path seed(String... items) throws IOException {
    Path file = folder.resolve("seed").resolve("db").resolve("c.jsonl");
    Files.createDirectories(file.getParent());
    Files.writeString(file, DEFINITION + String.join("\n", items));
    return folder.resolve("seed");
  }

  @Test
  void helpListsEveryOption() {
    assertThat(run("--help")).isZero();
    assertThat(Setting.values())
        .allSatisfy(
            setting -> assertThat(said.get(0)).contains("\n  --" + setting.optionName() + " "));
    assertThat(said.get(0)).contains("--export", "--faults", "(default: 8081)", "/ready", "/alive");
    assertThat(said.get(0).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(110).doesNotEndWith(" "));
    assertThat(run("-V")).isZero();
    assertThat(said.get(1)).startsWith("cosmos-local ");
  }

  @Test
  void contentsAreImportedAtStartupAndExportedAtTheEnd() throws IOException {
    String item = "{\"id\":\"1\",\"pk\":\"p\"}";
    Path export = folder.resolve("export");
    assertThat(run("--port", "0", "--contents", "" + seed(item), "--export", "" + export)).isZero();
    assertThat(Files.readString(export.resolve("db").resolve("c.jsonl")))
        .contains("\"offerThroughput\":20000")
        .endsWith(item + "\n");
    assertThat(said.get(0)).startsWith("endpoint http://localhost:");
    assertThat(said).endsWith("stopped");
  }

  /** As in the service, there is one physical partition for each 10,000 RU/s. */
  @ParameterizedTest
  @CsvSource({"'', 2", "7, 7"})
  void throughputDeterminesThePartitionsUnlessTheirNumberIsSet(String number, int partitions)
      throws IOException {
    Path directory = folder.resolve("data");
    List<String> words = new ArrayList<>(List.of("--port", "0", "--contents", "" + seed()));
    words.addAll(List.of("--directory", directory.toString()));
    if (!number.isEmpty()) {
      words.addAll(List.of("--physical-partitions", number));
    }
    assertThat(run(words.toArray(String[]::new))).isZero();
    try (LocalCosmos emulator = LocalCosmos.builder().directory(directory).start()) {
      assertThat(emulator.partitionIds("db", "c")).hasSize(partitions);
    }
  }

  @Test
  void theExplorerOptionPrintsItsAddress() {
    assertThat(run("--port", "0")).isZero();
    assertThat(said).noneMatch(line -> line.contains("explorer"));
    assertThat(run("--port", "0", "--explorer")).isZero();
    assertThat(said)
        .anyMatch(line -> line.matches("explorer http://localhost:\\d+/_explorer/#[0-9a-f]{48}"));
  }

  @Test
  void optionsEnableThroughputLimitsAndFaults() {
    List<String> states = new ArrayList<>();
    Runnable look = () -> states.add(switches());
    assertThat(run(look, "--port", "0", "--explorer")).isZero();
    said.clear();
    String[] asked = {"--port", "0", "--explorer", "--enforce-throughput", "--faults", "7"};
    assertThat(run(look, asked)).isZero();
    assertThat(states.get(0)).contains("\"enforceThroughput\":false", "\"otherFaults\":0");
    assertThat(states.get(1))
        .contains("\"enforceThroughput\":true")
        .containsPattern("\"otherFaults\":[1-9]");
  }

  @Test
  void clientsCanUseTheConfiguredHostNames() {
    List<String> statuses = new ArrayList<>();
    Runnable ask =
        () ->
            List.of("one.example", "two.example", "three.example")
                .forEach(host -> statuses.add(statusAt(host)));
    assertThat(run(ask, "--port", "0", "--hosts", "one.example,two.example")).isZero();
    assertThat(statuses).hasSize(3);
    assertThat(statuses.subList(0, 2)).allMatch(status -> status.startsWith("HTTP/1.1 401 "));
    assertThat(statuses.get(2)).startsWith("HTTP/1.1 403 ");
  }

  @Test
  void theConnectionStringIsPrinted() {
    assertThat(run("--port", "0")).isZero();
    assertThat(told("connection-string"))
        .isEqualTo("AccountEndpoint=%s;AccountKey=%s;", told("endpoint"), told("key"));
  }

  /** This module doesn't depend on the SDK, so that all tests of this class run without it. */
  @Test
  void theEmulatorRunsWithoutTheSdk() {
    assertThatThrownBy(() -> Class.forName("com.azure.cosmos.CosmosClientBuilder"))
        .isInstanceOf(ClassNotFoundException.class);
    try (LocalCosmos emulator = LocalCosmos.start()) {
      assertThat(emulator.connectionString()).contains(emulator.endpoint(), emulator.key());
    }
  }

  @Test
  void aSecretKeyIsNotPrinted() {
    String key =
        Base64.getEncoder().encodeToString("secret of mine".getBytes(StandardCharsets.UTF_8));
    assertThat(run("--port", "0", "--key", key)).isZero();
    assertThat(String.join("\n", said)).contains("key as given").doesNotContain(key);
  }

  @Test
  void aMalformedImportFileIsReportedWithItsLine() throws IOException {
    Path wrong = seed("{\"id\":\"1\",\"pk\":\"p\"}", "{\"id\":");
    assertThat(run("--port", "0", "--contents", wrong.toString())).isEqualTo(2);
    assertThat(refused)
        .containsExactly(wrong.resolve("db/c.jsonl") + ", line 3: it is not a JSON object");
    assertThat(said).isEmpty();
  }

  @Test
  void aPortInUseIsReported() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(run("--port", "" + taken.getLocalPort())).isEqualTo(2);
      assertThat(refused).hasSize(1);
      assertThat(refused.get(0))
          .startsWith("Port " + taken.getLocalPort() + " on 127.0.0.1 can't be used: ")
          .contains("in use");
    }
  }

  @Test
  void aDirectoryInUseOrDamagedIsReported() throws IOException {
    Path directory = folder.resolve("data");
    String[] words = {"--port", "0", "--directory", directory.toString()};
    try (LocalCosmos other = LocalCosmos.builder().directory(directory).start()) {
      assertThat(run(words)).isEqualTo(2);
      assertThat(other.port()).isPositive();
    }
    Files.writeString(directory.resolve("account.mv"), "not what the emulator stores");
    assertThat(run(words)).isEqualTo(2);
    assertThat(refused).hasSize(2);
    assertThat(refused.get(0)).contains("account.mv is open in this process");
    assertThat(refused.get(1)).contains("account.mv is damaged");
  }

  /** The JVM counts how often the file is forced to disk. */
  @ParameterizedTest
  @CsvSource({"'', false", "process, false", "power-loss, true"})
  void powerLossDurabilityForcesEachWriteToDisk(String durability, boolean forced)
      throws IOException {
    Path directory = Files.createDirectory(folder.resolve("data")).toRealPath();
    List<String> words = new ArrayList<>(List.of("--port", "0", "--explorer"));
    words.addAll(List.of("--directory", directory.toString()));
    if (!durability.isEmpty()) {
      words.addAll(List.of("--durability", durability));
    }
    int items = 10;
    Path record = folder.resolve("record.jfr");
    Runnable writes =
        () -> {
          try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withoutThreshold();
            recording.start();
            create("dbs", "{\"id\":\"db\"}");
            create("dbs/db/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
            for (int i = 0; i < items; i++) {
              create("dbs/db/colls/c/docs", "{\"id\":\"%d\",\"pk\":\"p\"}".formatted(i));
            }
            recording.stop();
            recording.dump(record);
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        };
    assertThat(run(writes, words.toArray(String[]::new))).isZero();
    String file = directory.resolve("account.mv").toString();
    assertThat(RecordingFile.readAllEvents(record))
        .filteredOn(event -> file.equals(event.getString("path")))
        .as("calls that force the data file to disk")
        .hasSizeBetween(forced ? items + 2 : 0, forced ? Integer.MAX_VALUE : 0);
  }

  @Test
  void aDirectoryOfAnotherVersionIsReported() throws ReflectiveOperationException {
    Path directory = folder.resolve("data");
    String[] words = {"--port", "0", "--durability", "power-loss", "--directory", "" + directory};
    assertThat(run(words)).isZero();
    Class<?> store = Class.forName("org.h2.mvstore.MVStore");
    String file = directory.resolve("account.mv").toString();
    Object open = store.getMethod("open", String.class).invoke(null, file);
    store.getMethod("setStoreVersion", int.class).invoke(open, 99);
    store.getMethod("commit").invoke(open);
    store.getMethod("close").invoke(open);
    assertThat(run(words)).isEqualTo(2);
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0)).contains("another version of cosmos-local (format 99;");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--port http | --port: 'http' is not a whole number",
        "--port | --port: the value N is missing",
        "--port=1 --port 2 | --port: the option is given twice",
        "--explorer=yes | --explorer: the option has no value",
        "folder | folder: unknown option",
        "--port 70000 | --port: port must be 0 to 65535: 70000",
        "--key ??? | --key or COSMOS_LOCAL_KEY: The key must be Base64",
        "--durability always | --durability: 'always' is not one of process, power-loss",
        "--tls nowhere.p12 | --tls: the file nowhere.p12 doesn't exist",
        "--tls pom.xml | --tls: pom.xml is not a PKCS12 key store; create one",
        "--contents nowhere | --contents: nowhere is not a directory",
        "--orders file | --orders: the value must be stdin",
        "--clock-ms -1 | --clock-ms: '-1' is not a whole number from 0 to 3600000",
        "--physical-partitions -1 | --physical-partitions: physicalPartitions must be 0 to 1000:"
            + " -1",
        "--replica-lag 5 | --replica-lag: '5' is not a time such as 100ms",
        "--consistency weak | --consistency: 'weak' is not one of strong, bounded-staleness,",
        "--faults=-1 | --faults: '-1' is not a whole number from 0 to 2147483647",
        "--service-conditions x | --service-conditions: 'x' is not a whole number",
        "--unknown | --unknown"
      })
  void aWrongOptionIsReportedInOneSentence(String line, String sentence) {
    assertThat(run(line.split(" "))).isEqualTo(2);
    assertThat(refused).hasSize(1);
    assertThat(refused.get(0)).contains(sentence).doesNotContain("\n");
    assertThat(said).isEmpty();
  }

  @Test
  void aNonEmptyExportFolderIsReportedAtStartup() throws IOException {
    Files.writeString(folder.resolve("mine"), "text");
    assertThat(run("--port", "0", "--export", folder.toString())).isEqualTo(2);
    assertThat(refused).containsExactly("--export: " + folder + " must be missing or empty");
  }

  @Test
  void ordersAreHandledUntilEndOfInput() throws Exception {
    CompletableFuture<Integer> ended = new CompletableFuture<>();
    Stop stop =
        new Stop() {
          private final CountDownLatch asked = new CountDownLatch(1);

          @Override
          public void await() throws InterruptedException {
            asked.await();
          }

          @Override
          public void stop() {
            asked.countDown();
          }

          @Override
          public void ended(int code) {
            ended.complete(code);
          }
        };
    InputStream orders =
        new ByteArrayInputStream("calm\nsplit a b\ndance\n".getBytes(StandardCharsets.UTF_8));
    List<String> words = List.of("--port", "0", "--orders", "stdin");
    assertThat(CosmosLocal.run(words, said::add, refused::add, stop, orders)).isZero();
    assertThat(ended.get()).isZero();
    assertThat(said).filteredOn(line -> line.startsWith(Orders.ANSWER)).hasSize(3);
  }
}
