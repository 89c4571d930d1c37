package dev.cosmosblog.local.internal.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  private static byte[] named(String name) {
    return "{\"%s\":1}".formatted(name).getBytes(StandardCharsets.UTF_8);
  }

  private static String nameIn(byte[] json) {
    return Json.parseObject(json).fieldNames().next();
  }

  /** A kept name is the same object each time. */
  @ParameterizedTest
  @ValueSource(ints = {600, 10_000, 40_000})
  void keepsNoLongNamesOfWhatItReads(int length) {
    byte[] json = named("n".repeat(length));

    assertThat(nameIn(json)).hasSize(length).isNotSameAs(nameIn(json));
    assertThat(Json.stored(json).fieldNames().next()).isNotSameAs(nameIn(json));
  }

  @Test
  void keepsShortNamesWhichItemsShare() {
    byte[] json = named("n".repeat(100));

    assertThat(nameIn(json)).isSameAs(nameIn(json));
  }

  @Test
  void readsTheSameWithALongNameAsWithout() {
    String rest = "\"a\":[1.0,12345678901234567890,\"\\u00e9\",null,{\"b\":true}]";
    JsonNode shorter = Json.parse("{\"n\":0," + rest + "}");
    JsonNode longer = Json.parse("{\"" + "n".repeat(5_000) + "\":0," + rest + "}");

    assertThat(longer.path("a")).isEqualTo(shorter.path("a"));
    assertThatThrownBy(() -> Json.parse("{\"" + "n".repeat(5_000) + "\":0}}"))
        .isInstanceOf(EngineException.class);
  }
}
