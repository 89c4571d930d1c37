package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Protocol versions before 2018-12-31 have containers without a partition key, which current
 * clients see with the key {@code /_partitionKey} (SDK for Java, CosmosPartitionKeyTests), and
 * upserts of scripts.
 */
class OldProtocolTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String KEY = "a2V5";
  private static final String OLD = "2018-06-18";

  private final HttpServer server =
      HttpServer.start(
          new Account(Clock.systemUTC(), 3),
          new ServerConfig(
              0, KEY, Clock.fixed(NOW, ZoneOffset.UTC), () -> "activity", served -> {}));
  private final Wire wire = new Wire(server.port(), KEY, NOW);

  @BeforeEach
  void make() throws IOException {
    wire.send(WireRequest.of("POST", "dbs").withBody("{\"id\":\"db\"}"));
    assertThat(
            send(
                "POST",
                "dbs/db/colls",
                "{\"id\":\"c\",\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/\"}]}}"))
        .startsWith("HTTP/1.1 201");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private String send(String verb, String path, String body) throws IOException {
    return wire.send(WireRequest.of(verb, path).with("x-ms-version", OLD).withBody(body));
  }

  private static JsonNode json(String response) {
    return Json.parse(response.substring(response.indexOf("\r\n\r\n") + 4));
  }

  @Test
  void onlyCurrentClientsSeeTheSystemPartitionKey() throws IOException {
    assertThat(json(send("GET", "dbs/db/colls/c", "")).has("partitionKey")).isFalse();
    JsonNode today = json(wire.send(WireRequest.of("GET", "dbs/db/colls/c")));
    assertThat(today.path("partitionKey").path("systemKey").asBoolean()).isTrue();
    assertThat(today.path("partitionKey").path("paths").path(0).asText())
        .isEqualTo("/_partitionKey");
    assertThat(wire.send(WireRequest.of("POST", "dbs/db/colls").withBody("{\"id\":\"d\"}")))
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void itemsOfAContainerWithoutAPartitionKeyNeedNoKey() throws IOException {
    assertThat(send("POST", "dbs/db/colls/c/docs", "{\"id\":\"1\"}")).startsWith("HTTP/1.1 201");
    assertThat(json(send("GET", "dbs/db/colls/c/docs/1", "")).path("id").asText()).isEqualTo("1");
    for (String none : new String[] {"[]", "[{}]"}) {
      WireRequest read =
          WireRequest.of("GET", "dbs/db/colls/c/docs/1").with("x-ms-documentdb-partitionkey", none);
      assertThat(wire.send(read)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aContainerWithoutAPartitionKeyCanBeReplaced() throws IOException {
    JsonNode replaced = json(send("PUT", "dbs/db/colls/c", "{\"id\":\"c\",\"defaultTtl\":5}"));
    assertThat(replaced.path("defaultTtl").intValue()).isEqualTo(5);
  }

  /** The SDK for Java 2.x repeats a query for ever if this range is gone. */
  @Test
  void aPartitionKeyRangeMayFollowTheResourceIdOfItsContainer() throws IOException {
    send("POST", "dbs/db/colls/c/docs", "{\"id\":\"1\"}");
    String rid = json(send("GET", "dbs/db/colls/c", "")).path("_rid").asText();
    WireRequest read = WireRequest.of("GET", "dbs/db/colls/c/docs");
    String range = "x-ms-documentdb-partitionkeyrangeid";
    assertThat(json(wire.send(read.with(range, rid + ",0"))).path("_count").intValue())
        .isEqualTo(1);
    assertThat(wire.send(read.with(range, "AAAAAA==,0"))).startsWith("HTTP/1.1 410");
  }

  @Test
  void aScriptIsUpserted() throws IOException {
    String path = "dbs/db/colls/c/triggers";
    String settings =
        "{\"id\":\"t\",\"body\":\"%s\",\"triggerType\":\"pre\",\"triggerOperation\":\"all\"}";
    for (String body : new String[] {"one", "two"}) {
      WireRequest upsert =
          WireRequest.of("POST", path)
              .with("x-ms-documentdb-is-upsert", "true")
              .withBody(settings.formatted(body));
      assertThat(json(wire.send(upsert)).path("body").asText()).isEqualTo(body);
    }
    assertThat(json(send("GET", path + "/t", "")).path("triggerType").asText()).isEqualTo("pre");
  }
}
