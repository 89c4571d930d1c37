package dev.cosmoslocal.internal.query.parse;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Limits of a query's text (Microsoft Learn, "Azure Cosmos DB service quotas", SQL query limits).
 */
public final class QueryLimits {
  /** 512 KB. */
  public static final int MAX_TEXT = 524_288;

  /** The greatest TOP, OFFSET and LIMIT: a plan holds them as 32-bit integers. */
  public static final long MAX_ROWS = Integer.MAX_VALUE;

  private static final int MAX_JOINS = 10;
  private static final int MAX_USER_FUNCTIONS = 10;

  private QueryLimits() {}

  static void check(List<Token> tokens) {
    long joins = tokens.stream().filter(token -> token.isWord("JOIN")).count();
    if (joins > MAX_JOINS) {
      throw exceeded("joins", MAX_JOINS);
    }
    long calls =
        IntStream.range(1, tokens.size())
            .filter(i -> tokens.get(i - 1).isWord("udf") && tokens.get(i).isSymbol("."))
            .count();
    if (calls > MAX_USER_FUNCTIONS) {
      throw exceeded("user-defined functions", MAX_USER_FUNCTIONS);
    }
  }

  /** The service's message (azure-cosmos-dotnet-v2, issue 723). */
  private static QueryException exceeded(String what, int limit) {
    return QueryException.badRequest(
        "The SQL query exceeded the maximum number of "
            + what
            + ". The allowed limit is "
            + limit
            + ".");
  }
}
