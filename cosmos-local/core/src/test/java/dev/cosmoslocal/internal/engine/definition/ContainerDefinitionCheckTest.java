package dev.cosmoslocal.internal.engine.definition;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerDefinitionCheckTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "computedProperties    | [{'name':'x','query':'q'}]             | computedProperties",
        "vectorEmbeddingPolicy | {'vectorEmbeddings':[{'path':'/v'}]}   | vectorEmbeddingPolicy",
        "fullTextPolicy        | {'defaultLanguage':'en-US'}            | fullTextPolicy",
        "indexingPolicy        | {'vectorIndexes':[{'path':'/v'}]}      | vectorIndexes",
        "indexingPolicy        | 'text'                                 | indexingPolicy",
        "indexingPolicy        | {'indexingMode':'eager'}               | indexingMode",
        "indexingPolicy        | {'includedPaths':{}}                   | includedPaths",
        "indexingPolicy        | {'includedPaths':[{'path':1}]}         | includedPaths",
        "indexingPolicy        | {'compositeIndexes':[{}]}              | compositeIndexes",
        "uniqueKeyPolicy       | []                                     | uniqueKeyPolicy",
        "uniqueKeyPolicy       | {'uniqueKeys':{}}                      | uniqueKeys",
        "changeFeedPolicy      | 5                                      | changeFeedPolicy",
        "changeFeedPolicy      | {'retentionDuration':'five'}           | retentionDuration"
      },
      quoteCharacter = '`')
  void wrongTypesAndUnsupportedSettingsAreNamed(String setting, String value, String named) {
    ObjectNode body = container();
    body.set(setting, Json.parse(value.replace('\'', '"')));
    assertThatThrownBy(() -> ContainerDefinition.of(body))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'computedProperties':[],'uniqueKeyPolicy':{},'changeFeedPolicy':null}",
        "{'indexingPolicy':{'indexingMode':'None'},'changeFeedPolicy':{'retentionDuration':8}}",
        "{'indexingPolicy':{'spatialIndexes':[{'path':'/a/*','types':['point','Polygon',"
            + "'LineString','MultiPolygon']}]}}",
        "{'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/a/b','/\\\"x-y\\\"']}]}}"
      })
  void validSettingsAreAccepted(String settings) {
    ObjectNode body = container();
    body.setAll((ObjectNode) Json.parse(settings.replace('\'', '"')));
    assertThatCode(() -> ContainerDefinition.of(body)).doesNotThrowAnyException();
  }

  /** Microsoft Learn, "Azure Cosmos DB service quotas". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "uniqueKeyPolicy | {'uniqueKeys':[#]}                                | {'paths':['/a']}    "
            + " | 10",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':[#]}]}                    | '/a%'               "
            + " | 16",
        "indexingPolicy  | {'includedPaths':[{'path':'/*'}],'excludedPaths':[#]} | {'path':'/a/?'} "
            + " | 1500",
        "indexingPolicy  | {'excludedPaths':[{'path':'/*'}],'includedPaths':[#]} | {'path':'/a/?'} "
            + " | 1500",
        "indexingPolicy  | {'compositeIndexes':[#],'includedPaths':[{'path':'/*'}]} |"
            + " [{'path':'/a'},{'path':'/b'}] | 100",
        "indexingPolicy  | {'compositeIndexes':[[#]],'includedPaths':[{'path':'/*'}]} |"
            + " {'path':'/a'} | 8"
      })
  void settingsBeyondTheServicesLimitsAreRefused(
      String setting, String value, String element, int most) {
    assertThatCode(() -> repeated(setting, value, element, most)).doesNotThrowAnyException();
    assertThatThrownBy(() -> repeated(setting, value, element, most + 1))
        .hasMessageContaining("at most " + most);
  }

  private static ContainerDefinition repeated(
      String setting, String value, String element, int count) {
    String elements =
        IntStream.range(0, count)
            .mapToObj(number -> element.replace("%", "" + number))
            .collect(Collectors.joining(","));
    ObjectNode body = container();
    body.set(setting, Json.parse(value.replace("#", elements).replace('\'', '"')));
    return ContainerDefinition.of(body);
  }

  /**
   * Characters of paths are from Microsoft Learn, "Partitioning"; the message is the service's
   * (CosmosDB issue 153).
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pk", "/a/", "//a", "/a/*", "/a/?", "/a/[]", "/a-b", "/a b", "/a+", "/\"a", "/\"a\"b"
      })
  void aPartitionKeyHasAPathOfNames(String path) {
    ObjectNode body = container();
    body.withObjectProperty("partitionKey").putArray("paths").add(path);
    assertThatThrownBy(() -> ContainerDefinition.of(body))
        .hasMessageContaining("The partition key component definition path '" + path + "'");
  }

  @Test
  void aVeryLongPathOfAPartitionKeyIsCheckedWithoutAStackOverflow() {
    ObjectNode body = container();
    ArrayNode paths = body.withObjectProperty("partitionKey").putArray("paths");
    paths.add("/a".repeat(50_000));
    assertThatCode(() -> ContainerDefinition.of(body)).doesNotThrowAnyException();
    paths.set(0, "/a".repeat(50_000) + "/");
    assertThatThrownBy(() -> ContainerDefinition.of(body)).isInstanceOf(EngineException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pk", "/a/b_1", "/\"a-b\"", "/\"a b\"/c", "/é", "/_partitionKey"})
  void namesOfAPartitionKeyMayBeQuoted(String path) {
    ObjectNode body = container();
    body.withObjectProperty("partitionKey").putArray("paths").add(path);
    assertThatCode(() -> ContainerDefinition.of(body)).doesNotThrowAnyException();
  }

  /**
   * Microsoft Learn: "Hierarchical partition keys", "Unique key constraints", "Indexing policies".
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "partitionKey | {'kind':'MultiHash','version':2,'paths':['/a','/a']} | twice",
        "partitionKey | {'kind':'MultiHash','version':1,'paths':['/a','/b']} | version",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':['/a/*']}]} | /a/*",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':['/a/?']}]} | /a/?",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':['/a/[]/b']}]} | /a/[]/b",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':['/a/']}]} | /a/",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':['/a','/b','/a']}]} | twice",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':[]}]} | uniqueKeys",
        "uniqueKeyPolicy | {'uniqueKeys':[{}]} | uniqueKeys",
        "indexingPolicy | {'compositeIndexes':[[{'path':'/a/*'},{'path':'/b'}]]} | /a/*",
        "indexingPolicy | {'compositeIndexes':[[{'path':'/a'},{'path':'/b/?'}]]} | /b/?",
        "indexingPolicy | {'compositeIndexes':[[{'path':'/a'},{'path':'/b/[]/c'}]]} | /b/[]/c",
        "indexingPolicy | {'spatialIndexes':[{'path':'/a/*','types':['Circle']}]} | Circle",
        "defaultTtl | 5 | indexingMode",
        "id | 'c ' | id"
      })
  void unusablePathsAreRefused(String setting, String value, String named) {
    ObjectNode body = container();
    if (setting.equals("defaultTtl")) {
      body.putObject("indexingPolicy").put("indexingMode", "none");
    }
    body.set(setting, Json.parse(value.replace('\'', '"')));
    assertThatThrownBy(() -> ContainerDefinition.of(body))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(named);
  }

  private static ObjectNode container() {
    return (ObjectNode)
        Json.parse("{\"id\":\"c\",\"partitionKey\":{\"kind\":\"Hash\",\"paths\":[\"/pk\"]}}");
  }
}
