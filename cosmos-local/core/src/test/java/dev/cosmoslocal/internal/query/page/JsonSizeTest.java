package dev.cosmoslocal.internal.query.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.AnyJsonValue;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class JsonSizeTest {

  @Property(seed = "1")
  void theComputedSizeIsAtLeastTheLengthOfTheJson(
      @ForAll(supplier = AnyJsonValue.class) JsonNode value) {
    if (!value.isMissingNode()) {
      assertThat(JsonSize.of(value))
          .isGreaterThanOrEqualTo(value.toString().getBytes(StandardCharsets.UTF_8).length);
    }
  }
}
