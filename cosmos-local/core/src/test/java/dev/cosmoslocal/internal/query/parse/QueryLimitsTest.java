package dev.cosmoslocal.internal.query.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.query.Queries;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.TestItems;
import dev.cosmoslocal.internal.query.function.UserFunctions;
import dev.cosmoslocal.internal.query.page.PageLimits;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Microsoft Learn, "Azure Cosmos DB service quotas", SQL query limits. */
final class QueryLimitsTest {
  private static final TestItems ITEM = TestItems.of("{'id':'1','t':[1],'s':'JOIN x IN y JOIN'}");

  @Test
  void aQueryCanHaveTenJoins() {
    assertThat(Queries.rows(ITEM, joins(10))).containsExactly("1");
    assertThatThrownBy(() -> Queries.rows(ITEM, joins(11)))
        .hasMessageContaining(
            "The SQL query exceeded the maximum number of joins. The allowed limit is 10.");
    String texts = "SELECT VALUE c.id FROM c WHERE c.s != '" + "JOIN ".repeat(11) + "'";
    assertThat(Queries.rows(ITEM, texts)).hasSize(1);
  }

  @Test
  void aQueryCanCallTenUserDefinedFunctions() {
    UserFunctions double2 = name -> arguments -> arguments.get(0);
    assertThat(
            Queries.ENGINE
                .page(
                    new QueryText(calls(10), Map.of()),
                    ITEM,
                    new PageLimits(-1, 1_000, null),
                    double2)
                .documents())
        .hasSize(1);
    assertThatThrownBy(() -> Queries.rows(ITEM, calls(11)))
        .hasMessageContaining("maximum number of user-defined functions");
  }

  @Test
  void aTextCanHaveHalfAMegabyte() {
    String text = "SELECT VALUE c.id FROM c WHERE c.s != '";
    String most = text + "x".repeat(512 * 1024 - text.length() - 1) + "'";
    assertThat(Queries.rows(ITEM, most)).hasSize(1);
    assertThatThrownBy(() -> Queries.rows(ITEM, most + " ")).hasMessageContaining("524288");
  }

  private static String joins(int count) {
    return "SELECT VALUE t1 FROM c "
        + IntStream.rangeClosed(1, count)
            .mapToObj(i -> "JOIN t" + i + " IN c.t")
            .collect(Collectors.joining(" "));
  }

  private static String calls(int count) {
    return "SELECT "
        + IntStream.rangeClosed(1, count)
            .mapToObj(i -> "udf.f" + i + "(c.id)")
            .collect(Collectors.joining(", "))
        + " FROM c";
  }
}
