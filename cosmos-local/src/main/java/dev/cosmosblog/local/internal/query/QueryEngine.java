package dev.cosmosblog.local.internal.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.compile.CompiledQuery;
import dev.cosmosblog.local.internal.query.compile.QueryCompiler;
import dev.cosmosblog.local.internal.query.compile.QueryEnvironment;
import dev.cosmosblog.local.internal.query.function.BuiltInFunctions;
import dev.cosmosblog.local.internal.query.function.QueryStartTime;
import dev.cosmosblog.local.internal.query.function.UserFunctions;
import dev.cosmosblog.local.internal.query.page.Continuation;
import dev.cosmosblog.local.internal.query.page.PageLimits;
import dev.cosmosblog.local.internal.query.page.QueryPage;
import dev.cosmosblog.local.internal.query.page.QueryRunner;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import dev.cosmosblog.local.internal.query.parse.QueryLimits;
import dev.cosmosblog.local.internal.query.parse.Select;
import dev.cosmosblog.local.internal.query.parse.SelectParser;
import dev.cosmosblog.local.internal.query.plan.Planner;
import dev.cosmosblog.local.internal.query.plan.QueryPlan;
import dev.cosmosblog.local.internal.query.source.ItemSource;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/** Plans and answers queries. Immutable as far as a caller can see, and safe for many threads. */
public final class QueryEngine {

  private final QueryCache cache = new QueryCache();
  private final BuiltInFunctions functions;

  /**
   * An engine that keeps the most recently used queries parsed, on the system's clock and the
   * platform's randomness.
   */
  public QueryEngine() {
    this(Clock.systemUTC(), () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * An engine that keeps the most recently used queries parsed.
   *
   * @param clock what the functions of the current time read
   * @param random what RAND gives, from 0 inclusive to 1 exclusive; called by many threads
   */
  public QueryEngine(Clock clock, DoubleSupplier random) {
    functions = new BuiltInFunctions(clock, random);
  }

  /**
   * The plan by which a client runs a query over several partitions.
   *
   * @param query the query
   * @return the plan
   * @throws QueryException if the query is wrong or can't be run over several partitions
   */
  public QueryPlan plan(QueryText query) {
    CompiledQuery compiled = uncalled(query);
    return new QueryPlan(Planner.plan(compiled), compiled);
  }

  /**
   * The plan of a query that one partition answers alone, because the request names its partition
   * key: what can't be run over several partitions, the client sends as it is.
   *
   * @param query the query
   * @return the plan
   * @throws QueryException if the query is wrong
   */
  public QueryPlan planOfOneKey(QueryText query) {
    CompiledQuery compiled = uncalled(query);
    try {
      return new QueryPlan(Planner.plan(compiled), compiled);
    } catch (QueryException e) {
      return new QueryPlan(Planner.passThrough(compiled), compiled);
    }
  }

  private CompiledQuery uncalled(QueryText query) {
    CompiledQuery compiled = compile(query, UserFunctions.UNCALLED, functions.start());
    long limit = compiled.window().limit();
    if (limit > QueryLimits.MAX_ROWS && limit != Long.MAX_VALUE) {
      throw QueryException.badRequest("The LIMIT count value exceeds the maximum allowed value.");
    }
    return compiled;
  }

  /**
   * One page of a query over one source.
   *
   * @param query the query
   * @param source the items
   * @param limits where the page begins and how long it may get
   * @return the page
   * @throws QueryException if the query or the continuation is wrong
   */
  public QueryPage page(QueryText query, ItemSource source, PageLimits limits) {
    return page(query, source, limits, UserFunctions.NONE);
  }

  /**
   * One page of a query over one source that may call user-defined functions.
   *
   * @param query the query
   * @param source the items
   * @param limits where the page begins and how long it may get
   * @param userFunctions the functions; what they throw ends the page
   * @return the page
   * @throws QueryException if the query or the continuation is wrong or names a function that is
   *     not there
   */
  public QueryPage page(
      QueryText query, ItemSource source, PageLimits limits, UserFunctions userFunctions) {
    long began = limits.continuation() == null ? 0 : Continuation.ticks(limits.continuation());
    QueryStartTime start = began == 0 ? functions.start() : new QueryStartTime(began);
    return QueryRunner.page(compile(query, userFunctions, start), source, limits);
  }

  /**
   * The condition of a partial update, {@code FROM c WHERE …}.
   *
   * @param text the condition
   * @return a test of an item
   * @throws QueryException if the condition is wrong
   */
  public Predicate<JsonNode> condition(String text) {
    CompiledQuery query =
        new QueryCompiler(
                new QueryEnvironment(Map.of(), functions, UserFunctions.NONE, functions.start()))
            .compile(SelectParser.condition(checked(text)));
    return item -> {
      JsonNode[] frame = query.frame();
      frame[0] = item;
      return !query.compiled().run(frame, row -> false);
    };
  }

  private CompiledQuery compile(
      QueryText query, UserFunctions userFunctions, QueryStartTime start) {
    Select select = cache.parse(checked(query.text()));
    return new QueryCompiler(
            new QueryEnvironment(query.parameters(), functions, userFunctions, start))
        .compile(select);
  }

  private static String checked(String text) {
    if (text.length() > QueryLimits.MAX_TEXT) {
      throw QueryException.badRequest(
          "The query text exceeds the maximum of " + QueryLimits.MAX_TEXT + " characters.");
    }
    return text;
  }
}
