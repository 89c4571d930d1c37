package dev.cosmosblog.local.internal.query.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.AnyJsonValue;
import dev.cosmosblog.local.internal.query.Items;
import dev.cosmosblog.local.internal.query.Queries;
import dev.cosmosblog.local.internal.query.QueryText;
import dev.cosmosblog.local.internal.query.value.ValueOrder;
import dev.cosmosblog.local.internal.query.value.Values;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class QueryPrinterTest {

  @Property
  void aPrintedValueIsReadBackAsTheSameValue(
      @ForAll(supplier = AnyJsonValue.class) JsonNode value) {
    String printed = QueryPrinter.print(new Expression.Literal(value));

    List<JsonNode> rows =
        Queries.page(Items.of(), QueryText.of("SELECT VALUE " + printed), -1, null).documents();

    JsonNode read = rows.isEmpty() ? Values.UNDEFINED : rows.get(0);
    assertThat(ValueOrder.INSTANCE.compare(read, value)).isZero();
  }
}
