package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Map.Entry;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The emulator accepts and returns every setting of the SDK's classes of resources other than
 * containers. This test fails for a new version of the SDK that adds setters.
 */
class ResourceSettingsTest {
  private static final JsonNode VALUES =
      Json.parse(
          """
          {"id":"x","body":"function () {}","triggerType":"Pre","triggerOperation":"Create",
           "resource":"dbs/db/colls/c","permissionMode":"Read","resourcePartitionKey":["p"],
           "offerThroughput":700,"offerAutopilotSettings":{"maxThroughput":4000}}
          """);

  private final Rest rest = new Rest(1);

  @BeforeEach
  void make() {
    rest.send("POST", "dbs", "{'id':'db'}");
    rest.send("POST", "dbs/db/colls", Rest.settings("c", ""));
    rest.send("POST", "dbs/db/users", "{'id':'u'}");
  }

  /** The property of each setter, as in {@code setId=id setBody=body}. */
  private static Map<String, String> table(String rows) {
    Map<String, String> table = new TreeMap<>();
    Arrays.stream(rows.split(" "))
        .map(row -> row.split("="))
        .forEach(row -> table.put(row[0], row[1]));
    return table;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Database            | dbs                          | setId=id
          User                | dbs/db/users                 | setId=id
          StoredProcedure     | dbs/db/colls/c/sprocs        | setId=id setBody=body
          UserDefinedFunction | dbs/db/colls/c/udfs          | setId=id setBody=body
          Trigger             | dbs/db/colls/c/triggers      | setId=id setBody=body \
          setTriggerType=triggerType setTriggerOperation=triggerOperation
          Permission          | dbs/db/users/u/permissions   | setId=id setContainerName=resource \
          setResourcePath=resource setPermissionMode=permissionMode \
          setResourcePartitionKey=resourcePartitionKey
          """)
  void allSettingsOfTheSdkAreAcceptedAndReturned(String type, String path, String rows)
      throws ClassNotFoundException {
    Map<String, String> told = table(rows);
    Class<?> properties = Class.forName("com.azure.cosmos.models.Cosmos" + type + "Properties");
    assertThat(properties.getMethods())
        .extracting(Method::getName)
        .filteredOn(name -> name.startsWith("set"))
        .containsExactlyInAnyOrderElementsOf(told.keySet());
    ObjectNode body = Json.object();
    told.values().forEach(name -> body.set(name, VALUES.path(name)));
    ApiResponse made = rest.send("POST", path, body.toString());
    assertThat(made.status()).isEqualTo(201);
    JsonNode shown = rest.json("GET", path + "/x", "");
    for (Entry<String, JsonNode> setting : body.properties()) {
      assertThat(shown.path(setting.getKey())).isEqualTo(setting.getValue());
    }
  }

  @Test
  void allThroughputSettingsOfTheSdkAreAcceptedAndReturned() {
    Map<String, String> told =
        table(
            "createManualThroughput=offerThroughput"
                + " createAutoscaledThroughput=offerAutopilotSettings");
    assertThat(ThroughputProperties.class.getMethods())
        .filteredOn(method -> method.getReturnType() == ThroughputProperties.class)
        .allMatch(method -> Modifier.isStatic(method.getModifiers()))
        .extracting(Method::getName)
        .containsExactlyInAnyOrderElementsOf(told.keySet());
    for (String name : told.values()) {
      assertThat(replaceOffer(Json.object().set(name, VALUES.path(name))).status()).isEqualTo(200);
      assertThat(offer().path("content").path(name)).isEqualTo(VALUES.path(name));
    }
  }

  @Test
  void unknownThroughputSettingsAreRejectedByName() {
    for (String content :
        new String[] {
          "{'offerThroughput':700,'burst':7}", "{'offerAutopilotSettings':{'burst':7}}"
        }) {
      ApiResponse refused = replaceOffer(Json.parse(content.replace('\'', '"')));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(Json.parse(refused.body()).path("message").asText()).contains("property burst");
    }
  }

  private ObjectNode offer() {
    return (ObjectNode) rest.json("GET", "offers", "").path("Offers").path(0);
  }

  private ApiResponse replaceOffer(JsonNode content) {
    ObjectNode offer = offer();
    offer.set("content", content);
    return rest.send("PUT", "offers/" + offer.path("_rid").asText(), offer.toString());
  }
}
