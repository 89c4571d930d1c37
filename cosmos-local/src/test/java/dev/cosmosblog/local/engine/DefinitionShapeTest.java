package dev.cosmosblog.local.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionShapeTest {
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
  void whatIsOfTheWrongTypeOrUnsupportedIsNamed(String setting, String value, String named) {
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
        "{'indexingPolicy':{'indexingMode':'None'},'changeFeedPolicy':{'retentionDuration':8}}"
      })
  void whatIsRightIsTaken(String settings) {
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
        "uniqueKeyPolicy | {'uniqueKeys':[#]}                                | {'paths':['/a']}     | 10",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':[#]}]}                    | '/a'                 | 16",
        "indexingPolicy  | {'includedPaths':[{'path':'/*'}],'excludedPaths':[#]} | {'path':'/a/?'}  | 1500",
        "indexingPolicy  | {'excludedPaths':[{'path':'/*'}],'includedPaths':[#]} | {'path':'/a/?'}  | 1500",
        "indexingPolicy  | {'compositeIndexes':[#],'includedPaths':[{'path':'/*'}]} | [{'path':'/a'},{'path':'/b'}] | 100",
        "indexingPolicy  | {'compositeIndexes':[[#]],'includedPaths':[{'path':'/*'}]} | {'path':'/a'} | 8"
      })
  void whatIsMoreThanTheServiceTakesIsRefused(
      String setting, String value, String element, int most) {
    assertThatCode(() -> repeated(setting, value, element, most)).doesNotThrowAnyException();
    assertThatThrownBy(() -> repeated(setting, value, element, most + 1))
        .hasMessageContaining("at most " + most);
  }

  private static ContainerDefinition repeated(
      String setting, String value, String element, int count) {
    String elements = String.join(",", Collections.nCopies(count, element));
    ObjectNode body = container();
    body.set(setting, Json.parse(value.replace("#", elements).replace('\'', '"')));
    return ContainerDefinition.of(body);
  }

  private static ObjectNode container() {
    return (ObjectNode)
        Json.parse("{\"id\":\"c\",\"partitionKey\":{\"kind\":\"Hash\",\"paths\":[\"/pk\"]}}");
  }
}
