package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.differences.Difference;
import dev.cosmoslocal.differences.Differences;
import dev.cosmoslocal.internal.engine.resource.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The default settings of a container. */
class ContainerSettingsTest {
  private static final String DEFAULT =
      "{'indexingMode':'consistent','automatic':true,'includedPaths':[{'path':'/*'}],"
          + "'excludedPaths':[{'path':'/\\\"_etag\\\"/?'}]}";

  private final Rest rest = new Rest(1);

  @BeforeEach
  void make() {
    rest.send("POST", "dbs", "{'id':'db'}");
  }

  private JsonNode made(String settings) {
    return rest.json("POST", "dbs/db/colls", Rest.settings("c", settings));
  }

  private static JsonNode json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  /** SDK for JavaScript, container.spec.ts, "Create container with default indexing policy". */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",'indexingPolicy':{}",
        ",'indexingPolicy':{'includedPaths':[{'path':'/*'}]}",
        ",'indexingPolicy':{'indexingMode':'Consistent'}",
        ",'indexingPolicy':{'excludedPaths':[]}"
      })
  void anIncompletePolicyIsCompleted(String settings) {
    assertThat(made(settings).path("indexingPolicy")).isEqualTo(json(DEFAULT));
    assertThat(rest.json("GET", "dbs/db/colls/c", "").path("indexingPolicy"))
        .isEqualTo(json(DEFAULT));
  }

  /**
   * SDK for JavaScript, container.spec.ts, "Create container with default indexing policy" and "…
   * correct …".
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'includedPaths':[{'path':'/*','indexes':[{'kind':'Range','dataType':'String'}]}] | 1 | 1",
        "'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/\"systemMetadata\"/*'}] | 1 |"
            + " 2",
        "'excludedPaths':[{'path':'/a/?'}] | 1 | 2",
        "'excludedPaths':[{'path':'/*'}] | 0 | 2",
        "'excludedPaths':[{'path':'/*'},{'path':'/\"_etag\"/?'}],'includedPaths':[{'path':'/a/?'}]"
            + " | 1 | 2"
      })
  void aPolicyIsStoredAndTheEntityTagExcluded(String policy, int included, int excluded) {
    String escaped = policy.replace("\"", "\\\"");
    JsonNode kept = made(",'indexingPolicy':{" + escaped + "}").path("indexingPolicy");
    assertThat(kept.path("includedPaths")).hasSize(included);
    assertThat(kept.path("excludedPaths")).hasSize(excluded);
    assertThat(kept.path("excludedPaths").findValuesAsText("path")).contains("/\"_etag\"/?");
    assertThat(kept.path("automatic").booleanValue()).isTrue();
  }

  /** Microsoft Learn, "Indexing policies in Azure Cosmos DB". */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/a/?'},{'path':'/_etag/?'}]}",
        "{'includedPaths':[{'path':'/\\\"_etag\\\"/?'}],'excludedPaths':[{'path':'/*'}]}"
      })
  void theEntityTagIsNotExcludedIfThePolicyNamesIt(String policy) {
    JsonNode kept = made(",'indexingPolicy':" + policy).path("indexingPolicy");
    JsonNode sent = Json.parse(policy.replace('\'', '"'));
    assertThat(kept.path("includedPaths")).isEqualTo(sent.path("includedPaths"));
    assertThat(kept.path("excludedPaths")).isEqualTo(sent.path("excludedPaths"));
  }

  @Test
  void aPolicyWithoutIndexingHasNoPaths() {
    JsonNode kept = made(",'indexingPolicy':{'indexingMode':'None'}").path("indexingPolicy");
    assertThat(kept)
        .isEqualTo(
            json(
                "{'indexingMode':'none','automatic':false,'includedPaths':[],'excludedPaths':[]}"));
  }

  @Test
  void lazyIndexingIsStoredAndListedAsADifference() {
    JsonNode kept = made(",'indexingPolicy':{'indexingMode':'Lazy'}").path("indexingPolicy");
    assertThat(kept.path("indexingMode").asText()).isEqualTo("lazy");
    assertThat(kept.path("includedPaths").findValuesAsText("path")).containsExactly("/*");
    assertThat(Differences.all())
        .extracting(Difference::service)
        .anyMatch(service -> service.contains("indexing mode lazy"));
  }

  @Test
  void compositePathsAscendByDefault() {
    JsonNode kept =
        made(
            ",'indexingPolicy':{'compositeIndexes':[[{'path':'/a'},{'path':'/b',"
                + "'order':'descending'}]]}");
    assertThat(kept.at("/indexingPolicy/compositeIndexes/0").findValuesAsText("order"))
        .containsExactly("ascending", "descending");
  }

  /**
   * As in recorded responses of the service (SDK for Java, GeospatialConfig and
   * ConflictResolutionPolicy).
   */
  @Test
  void defaultsAreGeographyAndLastWriterWins() {
    JsonNode made = made("");
    assertThat(made.path("geospatialConfig")).isEqualTo(json("{'type':'Geography'}"));
    assertThat(made.path("conflictResolutionPolicy"))
        .isEqualTo(
            json(
                "{'mode':'LastWriterWins','conflictResolutionPath':'/_ts',"
                    + "'conflictResolutionProcedure':''}"));
  }

  @Test
  void geometryAndACustomResolutionAreStored() {
    JsonNode made =
        made(
            ",'geospatialConfig':{'type':'Geometry'},"
                + "'conflictResolutionPolicy':{'mode':'Custom',"
                + "'conflictResolutionProcedure':'dbs/db/colls/c/sprocs/s'}");
    assertThat(made.path("geospatialConfig").path("type").asText()).isEqualTo("Geometry");
    assertThat(made.path("conflictResolutionPolicy"))
        .isEqualTo(
            json(
                "{'mode':'Custom','conflictResolutionPath':'',"
                    + "'conflictResolutionProcedure':'dbs/db/colls/c/sprocs/s'}"));
    assertThat(made(",'geospatialConfig':{'type':'Sphere'}").path("code").asText())
        .isEqualTo("BadRequest");
  }
}
