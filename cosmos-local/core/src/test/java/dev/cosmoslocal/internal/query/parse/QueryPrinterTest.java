package dev.cosmoslocal.internal.query.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.AnyJsonValue;
import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.TestItems;
import dev.cosmoslocal.internal.query.value.ValueOrder;
import dev.cosmoslocal.internal.query.value.Values;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class QueryPrinterTest {

  @Property(seed = "1")
  void aPrintedValueIsReadBackAsTheSameValue(
      @ForAll(supplier = AnyJsonValue.class) JsonNode value) {
    String printed = QueryPrinter.print(new Expression.Literal(value));

    List<JsonNode> rows =
        Queries.page(TestItems.of(), QueryText.of("SELECT VALUE " + printed), -1, null).documents();

    JsonNode read = rows.isEmpty() ? Values.UNDEFINED : rows.get(0);
    assertThat(ValueOrder.INSTANCE.compare(read, value)).isZero();
  }
}
