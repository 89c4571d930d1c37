package dev.cosmoslocal.internal.engine.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionKeyValueTest {
  /** Most headers are read without a JSON parser; the space forces the use of one. */
  @ParameterizedTest
  @ValueSource(
      strings = {"\"\"", "\"a\"", "\"]\"", "\"p-1 ~\"", "\"a\\\"b\"", "\"a\",\"b\"", "\"ä\""})
  void aHeaderIsParsedAsJson(String array) {
    assertThat(PartitionKeyValue.parse("[" + array + "]"))
        .isEqualTo(PartitionKeyValue.parse("[ " + array + "]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"]", "[\"a\\\"]", "[\"a\"b\"]", "[\"a\tb\"]", "[\"a\""})
  void malformedJsonIsRefused(String header) {
    assertThatThrownBy(() -> PartitionKeyValue.parse(header)).isInstanceOf(EngineException.class);
  }

  @Test
  void differentKeysHaveDifferentTexts() {
    List<String> texts =
        Stream.of(
                "[\"1\"]",
                "[1]",
                "[\"1.0]\"]",
                "[\"\"]",
                "[null]",
                "[{}]",
                "[true]",
                "[\"true\"]",
                "[\"a\",\"b\"]",
                "[\"[\\\"a\\\",\\\"b\\\"]\"]",
                "[\"a\"]",
                "[\"\\\"a\"]")
            .map(header -> PartitionKeyValue.parse(header).text())
            .toList();
    assertThat(texts).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "é", "鱀"})
  void aKeyHasAtMost2048Bytes(String character) {
    int bytes = character.getBytes(StandardCharsets.UTF_8).length;
    String most = character.repeat(2_048 / bytes) + "x".repeat(2_048 % bytes);
    assertThat(PartitionKeyValue.parse("[\"" + most + "\"]").components()).hasSize(1);
    assertThatThrownBy(() -> PartitionKeyValue.parse("[\"" + most + "x\"]"))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("2,048");
  }
}
