package dev.cosmoslocal.internal.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  /** Memory in bytes per byte of JSON. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                     | 25 | 33",
        "[]                                                     | 25 | 40",
        "{\"a\":0}                                              | 25 | 45",
        "{\"a\":null,\"b\":true}                                  | 15 | 25",
        "0                                                      | 10 | 14",
        "\"\"                                                   | 20 | 40",
        "\"a text of some fifty characters, as a title may be\"  |  2 |  5",
        "\"a \\\" and [then] {some}: more, and more, characters\" |  1 |  3",
        "{\"author\":\"user-000123\",\"title\":\"On the sizes of things\",\"likes\":12,"
            + "\"createdAt\":\"2026-01-01T00:00:00Z\",\"tags\":[\"a\",\"b\"]} | 5 | 15",
      })
  void memoryIsReservedForATree(String value, double least, double most) {
    byte[] json =
        ("[" + (value + ",").repeat(9_999) + value + "]").getBytes(StandardCharsets.UTF_8);
    Budget.runRequest(
        () -> {
          JsonNode counted = Json.parse(json);
          assertThat((double) Budget.current().allocated() / json.length).isBetween(least, most);
          assertThat(Budget.<JsonNode>runUncounted(() -> Json.parse(json))).isEqualTo(counted);
          assertThatThrownBy(() -> Json.parse("[" + value + "]]"))
              .isInstanceOf(EngineException.class);
          assertThatThrownBy(() -> Json.parse(" ")).isInstanceOf(EngineException.class);
        });
  }
}
