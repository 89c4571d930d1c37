package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conditions on resources other than items: {@code If-Match} on PUT and DELETE, {@code
 * If-None-Match} on GET (Microsoft Learn, REST API, "Common request headers").
 */
class EntityTagsTest {
  private final Rest rest = new Rest(1);

  @BeforeEach
  void make() {
    rest.send("POST", "dbs", "{'id':'db'}");
    rest.send("POST", "dbs/db/colls", Rest.settings("c", ""));
    rest.send("POST", "dbs/db/colls/c/udfs", "{'id':'f','body':'function(){}'}");
    rest.send("POST", "dbs/db/users", "{'id':'u'}");
    rest.send(
        "POST",
        "dbs/db/users/u/permissions",
        "{'id':'p','permissionMode':'Read','resource':'dbs/db/colls/c'}");
  }

  private String offer() {
    JsonNode offers = Json.parse(rest.send("GET", "offers", "").body()).path("Offers");
    return "offers/" + offers.path(0).path("_rid").asText();
  }

  private String at(String path) {
    return path.equals("offer") ? offer() : path;
  }

  private int status(String method, String path, AsciiString header, String tag, String body) {
    return rest.send(method, at(path), Map.of(header, tag), body).status();
  }

  private String body(String path) {
    return new String(rest.send("GET", at(path), "").body(), StandardCharsets.UTF_8);
  }

  private String tag(String path) {
    return Json.parse(body(path)).path("_etag").asText();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dbs/db/colls/c",
        "dbs/db/colls/c/udfs/f",
        "dbs/db/users/u",
        "dbs/db/users/u/permissions/p",
        "offer"
      })
  void aReplaceWithAnOldEntityTagIsRefused(String path) {
    String tag = tag(path);
    assertThat(status("PUT", path, Headers.IF_MATCH, "\"other\"", body(path))).isEqualTo(412);
    assertThat(tag(path)).isEqualTo(tag);
    assertThat(status("PUT", path, Headers.IF_MATCH, tag, body(path))).isEqualTo(200);
    assertThat(status("PUT", path, Headers.IF_MATCH, tag, body(path))).isEqualTo(412);
    assertThat(status("PUT", path, Headers.IF_MATCH, "*", body(path))).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dbs/db",
        "dbs/db/colls/c",
        "dbs/db/colls/c/udfs/f",
        "dbs/db/users/u",
        "dbs/db/users/u/permissions/p"
      })
  void aDeleteWithAnOldEntityTagIsRefused(String path) {
    String tag = tag(path);
    assertThat(status("DELETE", path, Headers.IF_MATCH, "\"other\"", "")).isEqualTo(412);
    assertThat(status("DELETE", path, Headers.IF_MATCH, tag, "")).isEqualTo(204);
    assertThat(rest.send("GET", path, "").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dbs/db",
        "dbs/db/colls/c",
        "dbs/db/colls/c/udfs/f",
        "dbs/db/users/u",
        "dbs/db/users/u/permissions/p",
        "offer"
      })
  void anUnchangedResourceIsNotSentAgain(String path) {
    String tag = tag(path);
    ApiResponse known = rest.send("GET", at(path), Map.of(Headers.IF_NONE_MATCH, tag), "");
    assertThat(known.status()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
    assertThat(known.headers()).containsEntry(Headers.ETAG, tag);
    assertThat(status("GET", path, Headers.IF_NONE_MATCH, "\"other\"", "")).isEqualTo(200);
  }

  @Test
  void anUpsertOfAPermissionWithAnOldEntityTagIsRefused() {
    Map<AsciiString, String> upsert = Map.of(Headers.UPSERT, "true", Headers.IF_MATCH, "\"other\"");
    assertThat(rest.send("POST", "dbs/db/users", upsert, "{'id':'u'}").status()).isEqualTo(412);
  }
}
