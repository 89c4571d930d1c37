package dev.cosmoslocal.internal.http.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListResponseTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 13})
  void rowBytesOfAListEqualTheSumOfItsRows(int count) {
    List<ObjectNode> rows =
        IntStream.range(0, count).mapToObj(i -> Json.object().put("a", "]é[".repeat(i))).toList();
    long alone = rows.stream().mapToLong(row -> Json.bytes(row).length).sum();
    assertThat(ListResponse.rowBytes(ListResponse.of("r+-=", "Documents", rows), count))
        .isEqualTo(alone);
  }
}
