package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connections of clients other than the SDK for Java in gateway mode. */
class OtherSuitesClientsTest {
  private static LocalCosmos emulator;
  private static CosmosClient client;
  private static CosmosContainer container;

  @BeforeAll
  static void start() {
    emulator = LocalCosmos.start();
    client = builder().gatewayMode().buildClient();
    client.createDatabase("db");
    client.getDatabase("db").createContainer("c", "/pk");
    container = client.getDatabase("db").getContainer("c");
  }

  private static CosmosClientBuilder builder() {
    return new CosmosClientBuilder().endpoint(emulator.endpoint()).key(emulator.key());
  }

  @AfterAll
  static void stop() {
    client.close();
    emulator.close();
  }

  private static ObjectNode item(String id, String key) {
    return Json.object().put("id", id).put("pk", key);
  }

  @Test
  void directModeIsReportedToTheClient() {
    try (CosmosClient direct = builder().directMode().buildClient()) {
      CosmosContainer same = direct.getDatabase("db").getContainer("c");
      CosmosException refusal =
          catchThrowableOfType(
              CosmosException.class,
              () -> same.readItem("1", new PartitionKey("p"), JsonNode.class));
      assertThat(refusal.getMessage()).contains("gateway mode only", "gatewayMode()");
    }
  }

  /** The SDK for JavaScript doesn't encode a question mark in an id. */
  @ParameterizedTest
  @CsvSource({"what?, what?", "?a=b&c, ?a=b&c", "a%20b?c, a b?c"})
  void idsMayContainAQuestionMark(String raw, String id) throws IOException {
    container.createItem(item(id, "p"));
    Wire wire = new Wire(emulator.port(), emulator.key(), Instant.now());
    WireRequest named = WireRequest.of("GET", "dbs/db/colls/c/docs/" + id).inPartition("p");
    String signed = new String(wire.signed(named), StandardCharsets.UTF_8);
    int end = signed.indexOf(" HTTP/1.1");
    String sent = "GET /dbs/db/colls/c/docs/" + raw + signed.substring(end);
    assertThat(wire.send(sent.getBytes(StandardCharsets.UTF_8))).startsWith("HTTP/1.1 200");
  }

  /** The body of an unsigned request is discarded. */
  @ParameterizedTest
  @CsvSource({"0, 200", "1, 401"})
  void aProbeHasNoBody(int length, int status) throws IOException {
    Wire wire = new Wire(emulator.port(), emulator.key(), Instant.now());
    String head =
        "GET /alive HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: "
            + length
            + "\r\n\r\n"
            + "x".repeat(length);
    assertThat(wire.send(head.getBytes(StandardCharsets.UTF_8))).startsWith("HTTP/1.1 " + status);
  }

  /**
   * SDK for JavaScript 3.2, offer.spec.ts, "Replace an offer with a bad id". It appends the offer's
   * link to the path of offers, but signs the type {@code offers} and the name {@code
   * offers/<rid>/}, which differ from the path that it sends.
   */
  @ParameterizedTest
  @CsvSource({
    "offers/offers/AQAA/, 400",
    "offers/AQAA/x/y, 400",
    "offers/AQAA, 401",
    "offers, 401",
    "dbs/offers/colls, 401"
  })
  void tooLongPathsOfOffersAreRejectedBeforeTheSignatureCheck(String path, int status)
      throws IOException {
    Wire wire = new Wire(emulator.port(), emulator.key(), Instant.now());
    String sent =
        "PUT /"
            + path
            + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";
    String answer = wire.send(sent.getBytes(StandardCharsets.UTF_8));
    assertThat(answer).startsWith("HTTP/1.1 " + status);
    if (status == 400) {
      assertThat(answer).contains("The path of an offer is /offers/{_rid}");
    }
  }

  @Test
  void aDistinctOrderedByAnotherPropertyReturnsEachValueOnce() {
    for (int i = 0; i < 30; i++) {
      container.createItem(item("d" + i, "d" + i).put("city", "city" + i % 3).put("age", i));
    }
    String query = "SELECT DISTINCT c.city FROM c WHERE IS_DEFINED(c.age) ORDER BY c.age";
    assertThat(
            container.queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class).stream())
        .hasSize(3);
  }
}
