package dev.cosmoslocal.internal.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberNodesTest {

  /**
   * The service compares numbers by value. Number64 of azure-cosmos-dotnet-v3 serializes integral
   * values as integers.
   */
  @ParameterizedTest
  @CsvSource({
    "1.0, 1",
    "1e3, 1000",
    "-0.0, 0",
    "-7.00, -7",
    "1.7E12, 1700000000000",
    "9007199254740992.0, 9007199254740992",
    "-9007199254740992.0, -9007199254740992",
    "9007199254740993, 9007199254740993",
    "9223372036854775807, 9223372036854775807",
    "0.5, 0.5"
  })
  void equalNumbersHaveOneForm(String written, String read) {
    assertThat(Json.parse("[" + written + "]")).hasToString("[" + read + "]");
    assertThat(Json.parse(written)).isEqualTo(Json.parse(read));
  }

  @Property(seed = "1")
  void aDoubleRoundTrips(@ForAll double number) {
    JsonNode read = Json.parse(Double.toString(number));
    assertThat(read.doubleValue()).isEqualTo(number + 0.0);
    String written = new String(Json.bytes(read), StandardCharsets.UTF_8);
    assertThat(Json.parse(written)).isEqualTo(read);
  }

  @Example
  void aNumberWithManyDigitsBecomesADouble() {
    assertThat(Json.parse("100000000000000000000")).isEqualTo(Json.parse("1e20"));
  }
}
