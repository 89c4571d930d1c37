package dev.cosmosblog.local.internal.query.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.query.Items;
import dev.cosmosblog.local.internal.query.compile.AliasScope;
import dev.cosmosblog.local.internal.query.compile.ExpressionCompiler;
import dev.cosmosblog.local.internal.query.compile.QueryEnvironment;
import dev.cosmosblog.local.internal.query.function.BuiltInFunctions;
import dev.cosmosblog.local.internal.query.function.QueryStartTime;
import dev.cosmosblog.local.internal.query.function.UserFunctions;
import dev.cosmosblog.local.internal.query.page.JsonSize;
import dev.cosmosblog.local.internal.query.parse.Expression;
import dev.cosmosblog.local.internal.query.parse.QueryPrinter;
import dev.cosmosblog.local.internal.query.parse.Select;
import dev.cosmosblog.local.internal.query.parse.SelectParser;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** The order of values is total, and the one that is documented. */
final class ValueOrderTest {

  private static final ValueOrder ORDER = ValueOrder.INSTANCE;

  @Test
  void typesAreInTheOrderOfOrderBy() {
    List<JsonNode> values =
        List.of(
            Values.UNDEFINED,
            Items.json("null"),
            Items.json("false"),
            Items.json("true"),
            Items.json("-1"),
            Items.json("0.5"),
            Items.json("''"),
            Items.json("'Z'"),
            Items.json("'a'"),
            Items.json("[]"),
            Items.json("[1]"),
            Items.json("{}"));
    List<JsonNode> shuffled = new ArrayList<>(values);
    Collections.reverse(shuffled);

    shuffled.sort(ORDER);

    assertThat(shuffled).isEqualTo(values);
  }

  @Property
  void stringsAreInTheOrderOfTheirBytes(@ForAll String left, @ForAll String right) {
    int bytes =
        Arrays.compareUnsigned(
            left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));

    // A surrogate without its partner has no UTF-8.
    if (wellFormed(left) && wellFormed(right)) {
      assertThat(Integer.signum(ValueOrder.compareStrings(left, right)))
          .isEqualTo(Integer.signum(bytes));
    }
  }

  private static boolean wellFormed(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  @Property
  void theOrderIsTotal(
      @ForAll("values") JsonNode a, @ForAll("values") JsonNode b, @ForAll("values") JsonNode c) {
    assertThat(ORDER.compare(a, b)).isEqualTo(-ORDER.compare(b, a));
    if (ORDER.compare(a, b) <= 0 && ORDER.compare(b, c) <= 0) {
      assertThat(ORDER.compare(a, c)).isLessThanOrEqualTo(0);
    }
    assertThat(ORDER.compare(a, a.deepCopy())).isZero();
  }

  @Property
  void theSizeOfARowIsNoLessThanItsJson(@ForAll("values") JsonNode value) {
    if (!value.isMissingNode()) {
      assertThat(JsonSize.of(value))
          .isGreaterThanOrEqualTo(value.toString().getBytes(StandardCharsets.UTF_8).length);
    }
  }

  @Property
  void anExpressionMeansTheSameAfterItIsPrinted(@ForAll("values") JsonNode value) {
    Select select =
        SelectParser.query("SELECT VALUE " + QueryPrinter.print(new Expression.Literal(value)));
    Expression read = ((Select.SingleValue) select.projection()).expression();
    JsonNode again =
        new ExpressionCompiler(
                AliasScope.root(),
                new QueryEnvironment(
                    Map.of(), FUNCTIONS, UserFunctions.NONE, new QueryStartTime(0)),
                null)
            .compile(read)
            .evaluate(new JsonNode[1]);

    assertThat(ORDER.compare(again, value)).isZero();
  }

  private static final BuiltInFunctions FUNCTIONS =
      new BuiltInFunctions(Clock.systemUTC(), () -> 0);

  @Provide
  Arbitrary<JsonNode> values() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    Arbitrary<JsonNode> scalars =
        Arbitraries.oneOf(
            Arbitraries.of(Values.UNDEFINED, json.nullNode(), json.booleanNode(true)),
            Arbitraries.doubles().between(-1e6, 1e6).map(json::numberNode),
            Arbitraries.integers().map(json::numberNode),
            Arbitraries.strings().ascii().ofMaxLength(4).map(json::textNode));
    return Arbitraries.lazyOf(
        () -> scalars,
        () ->
            values()
                .filter(v -> !v.isMissingNode())
                .list()
                .ofMaxSize(2)
                .map(list -> json.arrayNode().addAll(list)),
        () ->
            values()
                .filter(v -> !v.isMissingNode())
                .map(v -> json.objectNode().<ObjectNode>set("k", v)));
  }
}
