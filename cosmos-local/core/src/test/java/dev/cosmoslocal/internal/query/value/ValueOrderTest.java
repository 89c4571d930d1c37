package dev.cosmoslocal.internal.query.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.AnyJsonValue;
import dev.cosmoslocal.internal.query.TestItems;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The order of values is total and matches the documentation. */
final class ValueOrderTest {

  private static final ValueOrder ORDER = ValueOrder.INSTANCE;

  @Test
  void typesSortInTheOrderOfOrderBy() {
    List<JsonNode> values =
        List.of(
            Values.UNDEFINED,
            TestItems.json("null"),
            TestItems.json("false"),
            TestItems.json("true"),
            TestItems.json("-1"),
            TestItems.json("0.5"),
            TestItems.json("''"),
            TestItems.json("'Z'"),
            TestItems.json("'a'"),
            TestItems.json("[]"),
            TestItems.json("[1]"),
            TestItems.json("{}"));
    List<JsonNode> shuffled = new ArrayList<>(values);
    Collections.reverse(shuffled);

    shuffled.sort(ORDER);

    assertThat(shuffled).isEqualTo(values);
  }

  @Property(seed = "1")
  void stringsSortByTheirUtf8Bytes(@ForAll String left, @ForAll String right) {
    int bytes =
        Arrays.compareUnsigned(
            left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

    // An unpaired surrogate has no UTF-8 encoding.
    if (wellFormed(left) && wellFormed(right)) {
      assertThat(Integer.signum(ValueOrder.compareStrings(left, right)))
          .isEqualTo(Integer.signum(bytes));
    }
  }

  private static boolean wellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  @Property(seed = "1")
  void theOrderIsTotal(
      @ForAll(supplier = AnyJsonValue.class) JsonNode a,
      @ForAll(supplier = AnyJsonValue.class) JsonNode b,
      @ForAll(supplier = AnyJsonValue.class) JsonNode c) {
    assertThat(ORDER.compare(a, b)).isEqualTo(-ORDER.compare(b, a));
    if (ORDER.compare(a, b) <= 0 && ORDER.compare(b, c) <= 0) {
      assertThat(ORDER.compare(a, c)).isLessThanOrEqualTo(0);
    }
    assertThat(ORDER.compare(a, a.deepCopy())).isZero();
  }
}
