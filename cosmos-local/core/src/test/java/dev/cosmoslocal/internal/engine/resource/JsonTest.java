package dev.cosmoslocal.internal.engine.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.EventLoopException;
import dev.cosmoslocal.internal.budget.NonBlocking;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  private static byte[] named(String name) {
    return "{\"%s\":1}".formatted(name).getBytes(StandardCharsets.UTF_8);
  }

  private static String nameIn(byte[] json) {
    return Json.parseObject(json).fieldNames().next();
  }

  /** A cached name is the same object each time. */
  @ParameterizedTest
  @ValueSource(ints = {600, 10_000, 40_000})
  void longNamesAreNotCached(int length) {
    byte[] json = named("n".repeat(length));

    assertThat(nameIn(json)).hasSize(length).isNotSameAs(nameIn(json));
    assertThat(Json.stored(json).fieldNames().next()).isNotSameAs(nameIn(json));
  }

  @Test
  void anEventLoopParsesNothingLarge() throws Exception {
    for (int length : new int[] {64 << 10, (64 << 10) + 1}) {
      byte[] json = ("[" + " ".repeat(length - 2) + "]").getBytes(StandardCharsets.UTF_8);
      FutureTask<JsonNode> parsed = new FutureTask<>(() -> Json.parse(json));
      new EventLoopThread(parsed).start();
      if (length > 64 << 10) {
        assertThatThrownBy(parsed::get).hasCauseInstanceOf(EventLoopException.class);
      } else {
        assertThat(parsed.get()).isEmpty();
      }
      assertThat(Json.parse(json)).as("another thread").isEmpty();
    }
  }

  /** A thread that serves connections. */
  private static final class EventLoopThread extends Thread implements NonBlocking {
    EventLoopThread(Runnable work) {
      super(work);
    }
  }

  @Test
  void shortNamesAreShared() {
    byte[] json = named("n".repeat(100));

    assertThat(nameIn(json)).isSameAs(nameIn(json));
  }

  @Test
  void longNamesAreParsedCorrectly() {
    String rest = "\"a\":[1.0,12345678901234567890,\"\\u00e9\",null,{\"b\":true}]";
    JsonNode shorter = Json.parse("{\"n\":0," + rest + "}");
    JsonNode longer = Json.parse("{\"" + "n".repeat(5_000) + "\":0," + rest + "}");

    assertThat(longer.path("a")).isEqualTo(shorter.path("a"));
    assertThatThrownBy(() -> Json.parse("{\"" + "n".repeat(5_000) + "\":0}}"))
        .isInstanceOf(EngineException.class);
  }

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
        "{\"author\":\"user-000123\",\"title\":\"On the sizes of things\",\"likes\":12,"
            + "\"createdAt\":\"2026-01-01T00:00:00Z\",\"tags\":[\"a\",\"b\"]} | 5 | 12",
      })
  void memoryIsReservedWhileATreeGrows(String value, double least, double most) {
    byte[] json =
        ("[" + (value + ",").repeat(9_999) + value + "]").getBytes(StandardCharsets.UTF_8);
    Budget.runRequest(
        () -> {
          JsonNode counted = Json.parse(json);
          assertThat((double) Budget.current().allocated() / json.length).isBetween(least, most);
          long before = Budget.current().allocated();
          assertThat(Json.parse("{\"" + "x".repeat(300) + "\":" + value + "}")).hasSize(1);
          assertThat(Budget.current().allocated()).isGreaterThan(before);
          assertThat(Budget.<JsonNode>runUncounted(() -> Json.parse(json))).isEqualTo(counted);
          assertThatThrownBy(() -> Json.parse("[" + value + "]]"))
              .isInstanceOf(EngineException.class);
          assertThatThrownBy(() -> Json.parse(" ")).isInstanceOf(EngineException.class);
        });
  }
}
