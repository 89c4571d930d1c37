package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests for resources of a missing or different database or container. */
class MissingOwnersTest {
  private final Rest rest = new Rest(1);

  @BeforeEach
  void make() {
    rest.send("POST", "dbs", "{'id':'db'}");
    rest.send("POST", "dbs/db/colls", Rest.settings("c", ""));
  }

  /** SDK for Java, HttpConstants.SubStatusCodes.OWNER_RESOURCE_NOT_EXISTS. */
  @ParameterizedTest
  @CsvSource({
    "GET, dbs/none/colls",
    "GET, dbs/none/colls/c",
    "POST, dbs/none/colls",
    "DELETE, dbs/none/colls/c",
    "GET, dbs/none/users",
    "GET, dbs/none/users/u",
    "GET, dbs/none/colls/c/docs/1",
    "GET, dbs/none/colls/c/udfs"
  })
  void resourcesOfAMissingDatabaseReturn404WithOwnerMissing(String method, String path) {
    ApiResponse response = rest.send(method, path, Rest.settings("c", ""));
    assertThat(response.status()).isEqualTo(404);
    assertThat(response.headers()).containsEntry(Headers.SUB_STATUS, "1003");
  }

  /**
   * SDK for Java, CosmosNotFoundTests#performDocumentOperationOnDeletedContainer, in gateway mode.
   */
  @ParameterizedTest
  @CsvSource({"dbs/none", "dbs/db/colls/none", "dbs/db/users/none", "dbs/db/colls/none/docs/1"})
  void aMissingResourceReturnsAPlain404(String path) {
    ApiResponse response = rest.send("GET", path, "");
    assertThat(response.status()).isEqualTo(404);
    assertThat(response.headers()).doesNotContainKey(Headers.SUB_STATUS);
  }

  @Test
  void aQueryKeyWithTooManyComponentsIsRefused() {
    Map<AsciiString, String> headers =
        Map.of(
            Headers.QUERY, "true",
            Headers.CONTENT_TYPE, "application/query+json",
            Headers.PARTITION_KEY, "[\"a\",\"b\"]");
    ApiResponse response =
        rest.send("POST", "dbs/db/colls/c/docs", headers, "{'query':'SELECT * FROM c'}");
    assertThat(response.status()).isEqualTo(400);
    assertThat(response.headers()).containsEntry(Headers.SUB_STATUS, "1001");
  }

  @Test
  void throughputMustBeEitherManualOrAutoscale() {
    Map<AsciiString, String> both =
        Map.of(Headers.OFFER_THROUGHPUT, "400", Headers.AUTOPILOT, "{\"maxThroughput\":4000}");
    assertThat(rest.send("POST", "dbs", both, "{'id':'two'}").status()).isEqualTo(400);
    assertThat(rest.send("POST", "dbs/db/colls", both, Rest.settings("two", "")).status())
        .isEqualTo(400);
  }
}
