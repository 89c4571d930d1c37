package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Container settings and offers, as the test suites of other SDKs send them. */
class OtherSuitesContainersTest {
  private final Rest rest = new Rest(1);

  @BeforeEach
  void make() {
    rest.send("POST", "dbs", "{'id':'db'}");
  }

  private ApiResponse create(String settings) {
    return rest.send("POST", "dbs/db/colls", Rest.settings("c", settings));
  }

  private static JsonNode json(ApiResponse response) {
    return Json.parse(response.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "globalSecondaryIndexDefinition | {'sourceCollectionId':'s','definition':'SELECT c.a FROM"
            + " c'}",
        "materializedViews | [{'id':'v'}]",
        "materializedViewDefinition | {'sourceCollectionId':'s','definition':'SELECT c.a FROM c'}",
        "dataMaskingPolicy | {'includedPaths':[{'path':'/a'}]}",
        "clientEncryptionPolicy | {'includedPaths':[]}",
        "anythingElse | 1",
        "indexingPolicy.semanticIndexes | [{'path':'/a'}]",
        "uniqueKeyPolicy.strict | true",
        "changeFeedPolicy.mode | 'all'",
        "partitionKey.salt | 7"
      })
  void anUnknownSettingIsRejectedByName(String name, String value) {
    int dot = name.indexOf('.');
    ObjectNode settings = (ObjectNode) Json.parse(Rest.settings("c", "").replace('\'', '"'));
    JsonNode parsed = Json.parse(value.replace('\'', '"'));
    if (dot < 0) {
      settings.set(name, parsed);
    } else {
      String owner = name.substring(0, dot);
      ObjectNode inner =
          settings.path(owner) instanceof ObjectNode there ? there : settings.putObject(owner);
      inner.set(name.substring(dot + 1), parsed);
    }
    ApiResponse refused = rest.send("POST", "dbs/db/colls", settings.toString());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText()).contains(name.substring(dot + 1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "dbs | {'id':'x','offer':7}",
        "dbs/db/users | {'id':'x','offer':7}",
        "dbs/db/colls/c/sprocs | {'id':'x','body':'function () {}','offer':7}",
        "dbs/db/colls/c/udfs | {'id':'x','body':'function () {}','offer':7}",
        "dbs/db/colls/c/triggers | {'id':'x','body':'function () {}','triggerType':'Pre',"
            + "'triggerOperation':'All','offer':7}",
        "dbs/db/users/u/permissions | {'id':'x','permissionMode':'Read',"
            + "'resource':'dbs/db/colls/c','offer':7}"
      })
  void anUnknownPropertyOfAResourceIsRejectedByName(String path, String body) {
    create("");
    rest.send("POST", "dbs/db/users", "{'id':'u'}");
    ApiResponse refused = rest.send("POST", path, body);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText()).contains("property offer");
    assertThat(rest.send("POST", path, body.replace("'offer':7", "'_offer':7")).status())
        .isEqualTo(201);
  }

  /** Clients send settings that they read from another account. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        ",'computedProperties':[],'materializedViews':null,'fullTextPolicy':{}",
        ",'analyticalStorageTtl':0",
        ",'allowMaterializedViews':false"
      })
  void anEmptyUnknownSettingIsAccepted(String settings) {
    assertThat(create(settings).status()).isEqualTo(201);
    JsonNode shown = rest.json("GET", "dbs/db/colls/c", "");
    assertThat(rest.send("PUT", "dbs/db/colls/c", shown.toString()).status()).isEqualTo(200);
  }

  /** SDK for JavaScript, ttl.spec.ts. */
  @Test
  void aDefaultTimeToLiveOfNullIsRefused() {
    ApiResponse refused = create(",'defaultTtl':null");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText()).contains("ttl");
  }

  @ParameterizedTest
  @CsvSource({"invalid, 400", "ascending, 201", "Descending, 201"})
  void theOrderOfACompositePathIsChecked(String order, int status) {
    String policy =
        ",'indexingPolicy':{'compositeIndexes':[[{'path':'/a','order':'%s'},{'path':'/b'}]]}";
    assertThat(create(policy.formatted(order)).status()).isEqualTo(status);
  }

  @Test
  void aSpatialIndexHasAllFourTypes() {
    JsonNode made =
        json(create(",'indexingPolicy':{'spatialIndexes':[{'path':'/a/*','types':['Point']}]}"));
    JsonNode types = made.at("/indexingPolicy/spatialIndexes/0/types");
    assertThat(types.toString())
        .isEqualTo("[\"Point\",\"LineString\",\"Polygon\",\"MultiPolygon\"]");
  }

  @Test
  void aKeyPathMayBeInSingleQuotes() {
    String quoted =
        "{'id':'q','partitionKey':{'paths':['/\\u0027first level\\u0027/b'],'kind':'Hash'}}";
    assertThat(rest.send("POST", "dbs/db/colls", quoted).status()).isEqualTo(201);
    String item = "{'id':'1','first level':{'b':'p'}}";
    Map<AsciiString, String> key = Map.of(Headers.PARTITION_KEY, "[\"p\"]");
    assertThat(rest.send("POST", "dbs/db/colls/q/docs", key, item).status()).isEqualTo(201);
  }

  /** SDK for Python, test_crud.py, "replacing an offer with a bad rid". */
  @ParameterizedTest
  @ValueSource(strings = {"\"InvalidRid\"", "null", "7"})
  void anOfferIsReplacedUnderItsOwnResourceId(String rid) {
    create("");
    ObjectNode offer = (ObjectNode) rest.json("GET", "offers", "").at("/Offers/0");
    String path = "offers/" + offer.path("_rid").asText();
    offer.withObject("/content").put("offerThroughput", 500);
    assertThat(rest.send("PUT", path, offer.toString()).status()).isEqualTo(200);
    offer.set("_rid", Json.parse(rid));
    assertThat(rest.send("PUT", path, offer.toString()).status()).isEqualTo(400);
  }

  /** SDK for Java, DatabaseAccount; the SDK for JavaScript reads them as numbers. */
  @Test
  void theAccountReportsItsMediaStorage() {
    Map<AsciiString, String> headers = rest.send("GET", "", "").headers();
    assertThat(headers)
        .containsEntry(AsciiString.of("x-ms-max-media-storage-usage-mb"), "10240")
        .containsEntry(AsciiString.of("x-ms-media-storage-usage-mb"), "0")
        .containsKey(AsciiString.of("x-ms-databaseaccount-consumed-mb"))
        .containsKey(AsciiString.of("x-ms-databaseaccount-reserved-mb"))
        .containsKey(AsciiString.of("x-ms-databaseaccount-provisioned-mb"));
  }

  @ParameterizedTest
  @CsvSource({
    "x-ms-cosmos-priority-level, High, 201",
    "x-ms-cosmos-priority-level, low, 201",
    "x-ms-cosmos-priority-level, Medium, 400",
    "x-ms-cosmos-throughput-bucket, 1, 201",
    "x-ms-cosmos-throughput-bucket, 5, 201",
    "x-ms-cosmos-throughput-bucket, 6, 400",
    "x-ms-cosmos-throughput-bucket, x, 400",
    "x-ms-cosmos-read-consistency-strategy, Default, 201",
    "x-ms-cosmos-read-consistency-strategy, Eventual, 201",
    "x-ms-cosmos-read-consistency-strategy, LatestCommitted, 201",
    "x-ms-cosmos-read-consistency-strategy, GlobalStrong, 400",
    "x-ms-cosmos-read-consistency-strategy, Latest, 400",
    "x-ms-cosmos-is-client-encrypted, true, 400",
    "x-ms-documentdb-pre-trigger-exclude, t, 400",
    "x-ms-documentdb-post-trigger-exclude, t, 400",
    "x-ms-is-readonly-script, true, 400"
  })
  void headersWithoutEffectAreValidatedOrRejected(String header, String value, int status) {
    create("");
    Map<AsciiString, String> headers =
        Map.of(Headers.PARTITION_KEY, "[\"p\"]", AsciiString.of(header), value);
    String item = "{'id':'1','pk':'p'}";
    ApiResponse response = rest.send("POST", "dbs/db/colls/c/docs", headers, item);
    assertThat(response.status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-ms-cosmos-is-client-encrypted",
        "x-ms-documentdb-pre-trigger-exclude",
        "x-ms-documentdb-post-trigger-exclude",
        "x-ms-is-readonly-script"
      })
  void aRejectedHeaderIsNamed(String header) {
    create("");
    Map<AsciiString, String> headers =
        Map.of(Headers.PARTITION_KEY, "[\"p\"]", AsciiString.of(header), "true");
    ApiResponse refused = rest.send("GET", "dbs/db/colls/c/docs/1", headers, "");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText()).contains("The header " + header);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "offerBurst | {'offerThroughput':500,'offerBurst':true}",
        "boost | {'offerAutopilotSettings':{'maxThroughput':4000,'boost':2}}"
      })
  void anUnknownThroughputPropertyIsRejectedByName(String name, String content) {
    create("");
    ObjectNode offer = (ObjectNode) rest.json("GET", "offers", "").at("/Offers/0");
    String path = "offers/" + offer.path("_rid").asText();
    offer.set("content", Json.parse(content.replace('\'', '"')));
    ApiResponse refused = rest.send("PUT", path, offer.toString());
    assertThat(refused.status()).isEqualTo(400);
    assertThat(json(refused).path("message").asText()).contains("property " + name);
  }

  /** SDK for Python, ThroughputProperties; SDK for Java, AutoscaleAutoUpgradeProperties. */
  @Test
  void anAutoscaleUpgradePolicyIsStoredWithoutEffect() {
    create("");
    ObjectNode offer = (ObjectNode) rest.json("GET", "offers", "").at("/Offers/0");
    String path = "offers/" + offer.path("_rid").asText();
    String policy = "{\"autoUpgradePolicy\":{\"throughputPolicy\":{\"incrementPercent\":10}},";
    offer.set(
        "content",
        Json.parse("{\"offerAutopilotSettings\":" + policy + "\"maxThroughput\":4000}}"));
    JsonNode made = json(rest.send("PUT", path, offer.toString()));
    assertThat(made.at("/content/offerAutopilotSettings").toString())
        .isEqualTo(policy + "\"maxThroughput\":4000}");
  }

  /** SDK for Java, ReadConsistencyStrategy. A quorum read has twice the charge. */
  @Test
  void readingTheLatestCommittedVersionCostsTwiceAsMuch() {
    create("");
    String docs = "dbs/db/colls/c/docs";
    Map<AsciiString, String> headers = Map.of(Headers.PARTITION_KEY, "[\"p\"]");
    rest.send("POST", docs, headers, "{'id':'1','pk':'p'}");
    assertThat(charge(docs + "/1", "LatestCommitted"))
        .isEqualTo(2 * charge(docs + "/1", "Session"));
  }

  private double charge(String path, String strategy) {
    Map<AsciiString, String> headers =
        Map.of(
            Headers.PARTITION_KEY,
            "[\"p\"]",
            AsciiString.of("x-ms-cosmos-read-consistency-strategy"),
            strategy);
    return rest.charge("GET", path, headers);
  }
}
