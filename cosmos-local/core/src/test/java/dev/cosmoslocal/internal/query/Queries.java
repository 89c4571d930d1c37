package dev.cosmoslocal.internal.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.page.PageLimits;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.source.ItemSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs queries in tests. */
public final class Queries {

  public static final QueryEngine ENGINE = new QueryEngine();

  private Queries() {}

  /** Returns all rows, as one page. */
  public static List<String> rows(ItemSource source, String query, Object... parameters) {
    return texts(page(source, query(query, parameters), -1, null).documents());
  }

  public static QueryText query(String text, Object... parameters) {
    Map<String, JsonNode> values = new HashMap<>();
    for (int i = 0; i < parameters.length; i += 2) {
      values.put((String) parameters[i], TestItems.JSON.valueToTree(parameters[i + 1]));
    }
    return new QueryText(text, values);
  }

  public static QueryPage page(
      ItemSource source, QueryText query, int maxItems, @Nullable String continuation) {
    return ENGINE.page(query, source, new PageLimits(maxItems, 4_000_000, continuation));
  }

  /** Returns all rows, page by page, and runs an action after each page. */
  public static List<String> paged(
      ItemSource source, QueryText query, int maxItems, Runnable between) {
    List<String> rows = new ArrayList<>();
    String continuation = null;
    do {
      QueryPage page = page(source, query, maxItems, continuation);
      rows.addAll(texts(page.documents()));
      continuation = page.continuation();
      between.run();
    } while (continuation != null);
    return rows;
  }

  static List<String> texts(List<JsonNode> rows) {
    return rows.stream().map(row -> row.toString().replace('"', '\'')).toList();
  }

  /** Returns the value of an expression, or "undefined". */
  public static String value(String expression) {
    List<String> rows = rows(TestItems.of(), "SELECT VALUE " + expression);
    return rows.isEmpty() ? "undefined" : rows.get(0);
  }
}
