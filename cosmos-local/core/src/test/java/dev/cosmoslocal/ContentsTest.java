package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Import of contents from files, and export to files. */
class ContentsTest {
  private static final String DEFINITION =
      "{'container':{'partitionKey':{'paths':['/pk'],'kind':'Hash','version':2}}}";

  @TempDir private Path folder;

  private Path file(String database, String name, String... lines) throws IOException {
    Path file = folder.resolve("in").resolve(database).resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, String.join("\n", lines).replace('\'', '"') + "\n");
  }

  private LocalCosmosBuilder loading() {
    return LocalCosmos.builder().contents(folder.resolve("in"));
  }

  private static Map<String, String> files(Path root) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return contents;
  }

  @Test
  void exportedContentsAreUnchangedAfterLoading() throws IOException {
    Path first = folder.resolve("in");
    Path second = folder.resolve("second");
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder())) {
      emulator
          .database()
          .createContainer(
              new CosmosContainerProperties("größe 1.5", "/pk").setDefaultTimeToLiveInSeconds(-1),
              ThroughputProperties.createManualThroughput(700));
      CosmosContainer container = emulator.database().getContainer("größe 1.5");
      for (int i = 0; i < 30; i++) {
        container.createItem(SdkEmulator.item("i" + i, "p" + i % 7).put("text", "a\nb\u2028c"));
      }
      container
          .getScripts()
          .createStoredProcedure(
              new CosmosStoredProcedureProperties("hello", "function () {\n return 1; }"));
      emulator.container("empty");
      emulator.local().export(first);
    }
    try (LocalCosmos emulator = loading().start()) {
      emulator.export(second);
    }
    assertThat(files(second)).isEqualTo(files(first));
    assertThat(files(first)).containsKey("db/gr%C3%B6%C3%9Fe%201.5.jsonl").hasSize(2);
    assertThat(files(first).get("db/gr%C3%B6%C3%9Fe%201.5.jsonl").lines()).hasSize(31);
    try (SdkEmulator emulator = new SdkEmulator(loading())) {
      CosmosContainer container = emulator.database().getContainer("größe 1.5");
      assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(700);
      assertThat(container.getScripts().getStoredProcedure("hello").read().getStatusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void longNamesAreShortenedInFiles() throws IOException {
    Path first = folder.resolve("in");
    Path second = folder.resolve("second");
    String name = "\u96fb".repeat(85);
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder())) {
      emulator.client().createDatabase(name, ThroughputProperties.createManualThroughput(500));
      emulator.client().createDatabase(name + "x");
      for (String container : List.of(name + "1", name + "2", "a~0123456789abcdef")) {
        emulator.client().getDatabase(name).createContainer(container, "/pk");
      }
      emulator.local().export(first);
    }
    try (SdkEmulator emulator = new SdkEmulator(loading())) {
      assertThat(emulator.client().getDatabase(name).readAllContainers())
          .extracting(CosmosContainerProperties::getId)
          .containsExactlyInAnyOrder(name + "1", name + "2", "a~0123456789abcdef");
      assertThat(emulator.client().getDatabase(name + "x").read().getStatusCode()).isEqualTo(200);
      emulator.local().export(second);
    }
    assertThat(files(second)).isEqualTo(files(first)).hasSize(5);
  }

  @Test
  void aContainerThatCannotBeWrittenDoesNotEndAnExport() throws IOException {
    Path deep = folder.resolve("in");
    while (deep.toString().length() < 3_780) {
      deep = deep.resolve("d".repeat(200));
    }
    // The path of the file would have more than 4,096 characters.
    Path out = Files.createDirectories(deep).resolve("x".repeat(4_000 - deep.toString().length()));
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder())) {
      emulator.container("a");
      emulator.container("b".repeat(100));
      emulator.container("c");
      assertThatThrownBy(() -> emulator.local().export(out))
          .isInstanceOf(ContentsException.class)
          .hasMessageContaining("b".repeat(100) + ".jsonl (")
          .hasMessageNotContaining("a.jsonl")
          .hasMessageNotContaining("c.jsonl");
    }
    assertThat(out.resolve("db/a.jsonl")).exists();
    assertThat(out.resolve("db/c.jsonl")).exists();
  }

  /** A read-only file system throws an unchecked exception. */
  @Test
  void everyDatabaseThatCannotBeWrittenIsReported() {
    Path out = Path.of(URI.create("jrt:/out"));
    try (SdkEmulator emulator = new SdkEmulator(LocalCosmos.builder())) {
      emulator.container("c");
      emulator.client().createDatabase("other");
      assertThatThrownBy(() -> emulator.local().export(out))
          .isInstanceOf(ContentsException.class)
          .hasMessageContaining("/out/db (java.nio.file.ReadOnlyFileSystemException)")
          .hasMessageContaining("/out/other (");
    }
  }

  @Test
  void existingContainersAreUnchanged() throws IOException {
    file("db", "c.jsonl", DEFINITION, "{'id':'1','pk':'p','n':1}");
    Path directory = folder.resolve("directory");
    PartitionKey key = new PartitionKey("p");
    try (SdkEmulator emulator = new SdkEmulator(loading().directory(directory))) {
      emulator.database().getContainer("c").upsertItem(SdkEmulator.item("1", "p").put("n", 2));
    }
    file("db", "d.jsonl", DEFINITION, "{'id':'1','pk':'p','n':1}");
    try (SdkEmulator emulator = new SdkEmulator(loading().directory(directory))) {
      JsonNode item =
          emulator.database().getContainer("c").readItem("1", key, JsonNode.class).getItem();
      assertThat(item.path("n").asInt()).isEqualTo(2);
      assertThat(
              emulator
                  .database()
                  .getContainer("d")
                  .readItem("1", key, JsonNode.class)
                  .getStatusCode())
          .isEqualTo(200);
    }
  }

  /** The copied file has the state that a process leaves if it is killed at that time. */
  @Test
  void aPartialLoadOfAKilledProcessIsRemovedAndRepeated() throws IOException {
    Path directory = folder.resolve("directory");
    file("db", "before.jsonl", DEFINITION, "{'id':'1','pk':'p'}");
    stored(directory).start().close();
    String[] lines = new String[301];
    for (int i = 1; i < lines.length; i++) {
      lines[i] = "{'id':'%d','pk':'p%d'}".formatted(i, i % 9);
    }
    lines[0] = DEFINITION;
    file("db", "c.jsonl", lines);
    file("new", "c.jsonl", lines);
    Path killed = Files.createDirectory(folder.resolve("killed"));
    CopyingClock clock =
        new CopyingClock(directory.resolve("account.mv"), killed.resolve("account.mv"), 450);
    stored(directory).clock(clock).start().close();
    assertThat(killed).isNotEmptyDirectory();

    try (LocalCosmos emulator = LocalCosmos.builder().directory(killed).start()) {
      emulator.export(folder.resolve("left"));
    }
    assertThat(files(folder.resolve("left"))).containsOnlyKeys("db/before.jsonl");
    try (LocalCosmos emulator = stored(killed).start()) {
      emulator.export(folder.resolve("whole"));
    }
    assertThat(files(folder.resolve("whole")))
        .hasSize(3)
        .hasEntrySatisfying("db/c.jsonl", text -> assertThat(text.lines()).hasSize(301))
        .hasEntrySatisfying("new/c.jsonl", text -> assertThat(text.lines()).hasSize(301));
  }

  /** A clock that copies a file when it is read for the n-th time. */
  private static final class CopyingClock extends Clock {
    private final AtomicInteger left;
    private final Path from;
    private final Path to;

    CopyingClock(Path from, Path to, int count) {
      this.from = from;
      this.to = to;
      this.left = new AtomicInteger(count);
    }

    @Override
    public Instant instant() {
      if (left.decrementAndGet() == 0) {
        try {
          Files.copy(from, to);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':'2','pk':'p' | line 3: it is not a JSON object",
        "{'id':'2','pk':'p'} {'id':'3','pk':'p'} | line 3: it is not a JSON object",
        "['id'] | line 3: it is not a JSON object",
        "{'pk':'p'} | line 3: The input content is invalid because the required properties",
        "{'id':'1','pk':'p'} | line 3: ",
        "{'id':'2','pk':'p','ttl':-7} | line 3: The input ttl '-7' is invalid"
      })
  void aMalformedLineIsReportedAndNothingIsLoaded(String line, String message) throws IOException {
    file("before", "c.jsonl", DEFINITION, "{'id':'1','pk':'p'}");
    Path wrong = file("db", "c.jsonl", DEFINITION, "{'id':'1','pk':'p'}", line);
    Path directory = folder.resolve("directory");
    for (LocalCosmosBuilder builder : new LocalCosmosBuilder[] {loading(), stored(directory)}) {
      ContentsException refusal = catchThrowableOfType(ContentsException.class, builder::start);
      assertThat(refusal.getMessage()).startsWith(wrong + ", " + message);
    }
    try (LocalCosmos emulator = LocalCosmos.builder().directory(directory).start()) {
      emulator.export(folder.resolve("nothing"));
    }
    assertThat(folder.resolve("nothing")).doesNotExist();
  }

  private LocalCosmosBuilder stored(Path directory) {
    return loading().directory(directory);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':'1','pk':'p'} | line 1: the first line must have a member \"container\"",
        "{'container':{}} | line 1: The container needs a partitionKey",
        "{'container':{'id':'x','partitionKey':{'paths':['/pk']}}} | line 1: the id of the",
        "{'container':{'partitionKey':{'paths':['/pk']}},'more':1} | line 1: a definition has no",
        "{'container':{'partitionKey':{'paths':['/pk']},'more':1}} | line 1: The container property"
            + " more",
        "{'container':{'partitionKey':{'paths':['/pk']}},'throughput':20000} | line 1: the member"
            + " \"throughput\" must be an object",
        "{'container':{'partitionKey':{'paths':['/pk']}},'throughput':null} | line 1: the member"
            + " \"throughput\" must be an object",
        "{'container':{'partitionKey':{'paths':['/pk']}},'throughput':{'offerThroughput':7}} | line"
            + " 1: The offer should have valid throughput values",
        "{'container':{'partitionKey':{'paths':['/pk']}},'storedProcedures':'x'} | line 1: the"
            + " member \"storedProcedures\" must be an array of scripts",
        "{'container':{'partitionKey':{'paths':['/pk']}},'triggers':{'id':'t'}} | line 1: the"
            + " member \"triggers\" must be an array of scripts",
        "{'container':{'partitionKey':{'paths':['/pk']}},'triggers':['t']} | line 1: each of the"
            + " triggers must be an object"
      })
  void aMalformedDefinitionIsReported(String line, String message) throws IOException {
    Path wrong = file("db", "c.jsonl", line);
    ContentsException refusal =
        catchThrowableOfType(ContentsException.class, () -> loading().start());
    assertThat(refusal.getMessage()).startsWith(wrong + ", " + message);
  }

  @Test
  void invalidUtf8IsReportedWithItsLine() throws IOException {
    Path wrong = file("db", "c.jsonl", DEFINITION, "{'id':'1','pk':'ü'}", "{'id':'2','pk':'?'}");
    byte[] bytes = Files.readAllBytes(wrong);
    bytes[bytes.length - 4] = (byte) 0xfc;
    Files.write(wrong, bytes);
    ContentsException refusal =
        catchThrowableOfType(ContentsException.class, () -> loading().start());
    assertThat(refusal).hasMessage(wrong + ", line 3: it is not text in UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "., c.jsonl, ': its folder must be that of its database'",
    "db, c.json, ': a container''s file is named NAME.jsonl'",
    "db, database.json, ', line 1: The input content is invalid'"
  })
  void aMisplacedFileIsReported(String place, String name, String message) throws IOException {
    Path wrong = file(place, name, "[]");
    file("db", "README.md", "no data");
    ContentsException refusal =
        catchThrowableOfType(ContentsException.class, () -> loading().start());
    assertThat(refusal).hasMessageContaining(name + message);
    Files.delete(wrong);
    try (LocalCosmos emulator = loading().start()) {
      assertThat(emulator.port()).isPositive();
    }
  }

  @Test
  void anExportNeedsAnEmptyFolder() throws IOException {
    Files.writeString(folder.resolve("mine"), "text");
    try (LocalCosmos emulator = LocalCosmos.start()) {
      ContentsException refusal =
          catchThrowableOfType(ContentsException.class, () -> emulator.export(folder));
      assertThat(refusal).hasMessageContaining("missing or empty");
    }
    assertThat(folder.resolve("mine")).hasContent("text");
  }

  @ParameterizedTest
  @CsvSource({"ready, 200", "alive, 200", "other, 401"})
  void probesNeedNoKey(String path, int status) throws IOException, InterruptedException {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(emulator.endpoint() + path)).build();
      assertThat(
              HttpClient.newHttpClient()
                  .send(request, HttpResponse.BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(status);
    }
  }
}
