package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.internal.storage.FullDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskRequestsTest {
  private static final String KEY = "a2V5";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String ITEMS = "dbs/db/colls/c/docs";

  @TempDir private Path directory;
  private final FullDisk disk = new FullDisk();

  @Test
  void writesReturn503AndReadsWorkWhileTheDiskIsFull() throws IOException {
    Path file = directory.resolve("account.mv");
    List<String> acknowledged = new ArrayList<>();
    try (Account account = account(file);
        HttpServer server = start(account)) {
      Wire wire = new Wire(server.port(), KEY, NOW);
      assertThat(post(wire, "dbs", "{\"id\":\"db\"}")).startsWith("HTTP/1.1 201");
      assertThat(
              post(
                  wire,
                  "dbs/db/colls",
                  "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}"))
          .startsWith("HTTP/1.1 201");
      disk.fill(Files.size(file) + 20_000);
      int i = 0;
      String answer = create(wire, i);
      while (answer.startsWith("HTTP/1.1 201")) {
        acknowledged.add("i" + i++);
        answer = create(wire, i);
      }
      assertThat(answer)
          .startsWith("HTTP/1.1 503")
          .contains("The emulator can't write its file and refuses writes until it can")
          .doesNotContain(directory.toString());
      // The rejected write left no item, so a retry must not report a conflict.
      assertThat(create(wire, i)).startsWith("HTTP/1.1 503");
      assertThat(create(wire, i + 1)).startsWith("HTTP/1.1 503");
      assertThat(read(wire, "i" + (i + 1))).startsWith("HTTP/1.1 404");
      assertThat(post(wire, "dbs", "{\"id\":\"other\"}")).startsWith("HTTP/1.1 503");
      assertThat(wire.send(WireRequest.of("DELETE", "dbs/db"))).startsWith("HTTP/1.1 503");
      assertThat(acknowledged)
          .isNotEmpty()
          .allSatisfy(id -> assertThat(read(wire, id)).contains("200"));

      disk.makeRoom();
      assertThat(create(wire, i + 2)).startsWith("HTTP/1.1 201");
      acknowledged.add("i" + (i + 2));
      assertThat(post(wire, "dbs", "{\"id\":\"other\"}")).startsWith("HTTP/1.1 201");
    }
    try (Account account = account(file);
        HttpServer server = start(account)) {
      Wire wire = new Wire(server.port(), KEY, NOW);
      assertThat(acknowledged)
          .allSatisfy(id -> assertThat(read(wire, id)).startsWith("HTTP/1.1 200"));
    }
  }

  private Account account(Path file) {
    ScriptEngine scripts = new ScriptEngine(ScriptLimits.DEFAULT, System::nanoTime, () -> "");
    return new Account(Clock.systemUTC(), new Partitioning(2, false), disk.open(file), scripts);
  }

  private static HttpServer start(Account account) {
    return HttpServer.start(
        account,
        new ServerConfig(0, KEY, Clock.fixed(NOW, ZoneOffset.UTC), () -> "activity", served -> {}));
  }

  private static String create(Wire wire, int i) throws IOException {
    return wire.send(
        WireRequest.of("POST", ITEMS)
            .with("x-ms-documentdb-partitionkey", "[\"p\"]")
            .withBody("{\"id\":\"i" + i + "\",\"pk\":\"p\",\"x\":\"" + "x".repeat(500) + "\"}"));
  }

  private static String read(Wire wire, String id) throws IOException {
    return wire.send(
        WireRequest.of("GET", ITEMS + "/" + id).with("x-ms-documentdb-partitionkey", "[\"p\"]"));
  }

  private static String post(Wire wire, String path, String body) throws IOException {
    return wire.send(WireRequest.of("POST", path).withBody(body));
  }
}
