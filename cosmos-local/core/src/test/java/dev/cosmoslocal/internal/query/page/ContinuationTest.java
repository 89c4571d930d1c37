package dev.cosmoslocal.internal.query.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContinuationTest {
  /** The checksum isn't a secret. A cached name is the same object each time. */
  @ParameterizedTest
  @ValueSource(ints = {10, 2_000})
  void namesInTokensAreNotCached(int length) {
    ObjectNode value = JsonNodeFactory.instance.objectNode().put("n".repeat(length), 1);
    String token = new Continuation(0, 0, 0, -1, 0, List.of(value)).encode(0);
    assertThat(nameIn(token)).hasSize(length).isNotSameAs(nameIn(token));
  }

  private static String nameIn(String token) {
    return Objects.requireNonNull(Continuation.decode(token, 1).values())
        .get(0)
        .fieldNames()
        .next();
  }
}
