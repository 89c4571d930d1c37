package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cost of a list depends on its page size, not on the number of resources. */
class ResourceListsTest {
  private static final int RESOURCES = 300;
  private static final String KEY = "a2V5";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String PERMISSIONS = "dbs/db/users/u/permissions";

  /** The threads that read the clock: an event loop per request, and a worker per token. */
  private static final class AskedClock extends Clock {
    private final List<String> threads = new CopyOnWriteArrayList<>();

    @Override
    public Instant instant() {
      threads.add(Thread.currentThread().getName().replaceAll("cosmos-local-(\\w+)-.*", "$1"));
      return NOW;
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

  @Test
  void workersCreateTokensOnlyForThePageOfPermissions() throws IOException {
    AskedClock clock = new AskedClock();
    HttpServer server =
        HttpServer.start(
            new Account(Clock.systemUTC(), 1),
            new ServerConfig(0, KEY, clock, () -> "activity", served -> {}));
    try {
      Wire wire = new Wire(server.port(), KEY, NOW);
      wire.send(WireRequests.createDatabase());
      wire.send(WireRequest.of("POST", "dbs/db/users").withBody("{\"id\":\"u\"}"));
      for (int i = 0; i < 5; i++) {
        wire.send(
            WireRequest.of("POST", PERMISSIONS)
                .withBody(
                    "{\"id\":\"p%d\",\"permissionMode\":\"Read\",\"resource\":\"dbs/db/colls/c\"}"
                        .formatted(i)));
      }
      clock.threads.clear();
      WireRequest list = WireRequest.of("GET", PERMISSIONS).with("x-ms-max-item-count", "2");
      String first = wire.send(list);
      assertThat(tokens(first)).isEqualTo(2);
      assertThat(clock.threads).containsExactly("http", "query", "query");
      String next = first.replaceAll("(?s).*x-ms-continuation: (\\S+).*", "$1");
      assertThat(tokens(wire.send(list.with("x-ms-continuation", next)))).isEqualTo(2);
      String query = "{\"query\":\"SELECT * FROM p WHERE p.id = 'p3'\"}";
      assertThat(
              tokens(
                  wire.send(
                      WireRequest.of("POST", PERMISSIONS)
                          .with("x-ms-documentdb-isquery", "true")
                          .with("content-type", "application/query+json")
                          .withBody(query))))
          .isEqualTo(1);
    } finally {
      server.close();
    }
  }

  private static int tokens(String answer) {
    assertThat(answer).startsWith("HTTP/1.1 200");
    return answer.split("\"_token\":\"type=resource", -1).length - 1;
  }

  @Test
  void aPageOfScriptsHasAtMost4Megabytes() {
    Rest rest = new Rest(1);
    rest.send("POST", "dbs", "{'id':'db'}");
    rest.send("POST", "dbs/db/colls", Rest.settings("c", ""));
    String sprocs = "dbs/db/colls/c/sprocs";
    for (int i = 0; i < 5; i++) {
      String body = "function () {} // " + "x".repeat(900_000);
      assertThat(rest.send("POST", sprocs, "{'id':'s" + i + "','body':'" + body + "'}").status())
          .isEqualTo(201);
    }
    ApiResponse first = list(rest, sprocs, Map.of(Headers.MAX_ITEM_COUNT, "-1"));
    String next = first.headers().get(Headers.CONTINUATION);
    ApiResponse second =
        list(rest, sprocs, Map.of(Headers.MAX_ITEM_COUNT, "-1", Headers.CONTINUATION, next));
    assertThat(ids(first)).isEqualTo(4);
    assertThat(ids(second)).isEqualTo(1);
    assertThat(second.headers()).doesNotContainKey(Headers.CONTINUATION);
  }

  @ParameterizedTest
  @CsvSource({
    "dbs, GET",
    "dbs, POST",
    "dbs/db/colls, GET",
    "dbs/db/colls, POST",
    "dbs/db/colls/c/sprocs, GET",
    "dbs/db/colls/c/sprocs, POST",
    "dbs/db/colls/c/udfs, GET",
    "dbs/db/users, GET",
    "dbs/db/users, POST",
    "dbs/db/users/u/permissions, GET",
    "dbs/db/users/u/permissions, POST"
  })
  void deletionsBetweenPagesHideNoResource(String path, String method) {
    Rest rest = new Rest(1);
    rest.send("POST", "dbs", "{'id':'db'}");
    rest.send("POST", "dbs/db/colls", Rest.settings("c", ""));
    rest.send("POST", "dbs/db/users", "{'id':'u'}");
    for (int i = 0; i < RESOURCES; i++) {
      rest.send("POST", path, settings(path, "r" + i));
    }
    Map<AsciiString, String> headers = new HashMap<>(Map.of(Headers.MAX_ITEM_COUNT, "3"));
    headers.put(Headers.QUERY, "true");
    Set<String> seen = new HashSet<>();
    do {
      ApiResponse page = rest.send(method, path, headers, "{'query':'SELECT * FROM c'}");
      List<String> ids = Json.parse(page.body()).findValuesAsText("id");
      assertThat(ids).hasSizeLessThanOrEqualTo(3).allMatch(seen::add);
      ids.stream()
          .filter(id -> id.startsWith("r"))
          .forEach(
              id -> assertThat(rest.send("DELETE", path + "/" + id, "").status()).isEqualTo(204));
      headers.put(Headers.CONTINUATION, page.headers().get(Headers.CONTINUATION));
    } while (headers.get(Headers.CONTINUATION) != null);
    assertThat(seen.stream().filter(id -> id.startsWith("r"))).hasSize(RESOURCES);
  }

  private static String settings(String path, String id) {
    return switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "colls" -> Rest.settings(id, "");
      case "sprocs", "udfs" -> "{'id':'" + id + "','body':'function () {}'}";
      case "permissions" ->
          "{'id':'" + id + "','permissionMode':'Read','resource':'dbs/db/colls/" + id + "'}";
      default -> "{'id':'" + id + "'}";
    };
  }

  @Test
  void aMalformedContinuationIsRefused() {
    Rest rest = new Rest(1);
    rest.send("POST", "dbs", "{'id':'db'}");
    assertThat(list(rest, "dbs", Map.of(Headers.CONTINUATION, "~")).status()).isEqualTo(400);
  }

  private static ApiResponse list(Rest rest, String path, Map<AsciiString, String> headers) {
    return rest.send("GET", path, headers, "");
  }

  private static int ids(ApiResponse page) {
    JsonNode json = Json.parse(page.body());
    return json.path("StoredProcedures").findValues("id").size();
  }
}
