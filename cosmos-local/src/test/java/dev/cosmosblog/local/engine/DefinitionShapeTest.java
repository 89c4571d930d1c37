package dev.cosmosblog.local.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
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

  private static ObjectNode container() {
    return (ObjectNode)
        Json.parse("{\"id\":\"c\",\"partitionKey\":{\"kind\":\"Hash\",\"paths\":[\"/pk\"]}}");
  }
}
