package dev.cosmoslocal.internal.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.BudgetLimits;
import dev.cosmoslocal.internal.budget.EventLoopException;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.compile.QueryCompiler;
import dev.cosmoslocal.internal.query.compile.QueryEnvironment;
import dev.cosmoslocal.internal.query.function.BuiltInFunctions;
import dev.cosmoslocal.internal.query.function.QueryStartTime;
import dev.cosmoslocal.internal.query.function.UserFunctions;
import dev.cosmoslocal.internal.query.page.Continuation;
import dev.cosmoslocal.internal.query.page.PageLimits;
import dev.cosmoslocal.internal.query.page.PageRunner;
import dev.cosmoslocal.internal.query.page.QueryPage;
import dev.cosmoslocal.internal.query.parse.QueryException;
import dev.cosmoslocal.internal.query.parse.QueryLimits;
import dev.cosmoslocal.internal.query.parse.Select;
import dev.cosmoslocal.internal.query.parse.SelectParser;
import dev.cosmoslocal.internal.query.plan.Planner;
import dev.cosmoslocal.internal.query.plan.QueryPlan;
import dev.cosmoslocal.internal.query.source.ItemSource;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/** Plans and runs queries. Thread-safe. */
public final class QueryEngine {
  private final QueryCache queries = new QueryCache(SelectParser::query);
  private final QueryCache conditions = new QueryCache(SelectParser::condition);
  private final BuiltInFunctions functions;
  private final BudgetLimits limits;

  /**
   * Creates an engine with the system clock and the platform's random numbers. It caches the most
   * recently used parsed queries.
   */
  public QueryEngine() {
    this(Clock.systemUTC(), () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Creates an engine. It caches the most recently used parsed queries.
   *
   * @param random the source of RAND, from 0 inclusive to 1 exclusive; must be thread-safe
   */
  public QueryEngine(Clock clock, DoubleSupplier random) {
    this(clock, random, BudgetLimits.DEFAULT);
  }

  /**
   * Creates an engine. It caches the most recently used parsed queries.
   *
   * @param random the source of RAND, from 0 inclusive to 1 exclusive; must be thread-safe
   */
  public QueryEngine(Clock clock, DoubleSupplier random, BudgetLimits limits) {
    this.limits = limits;
    functions = new BuiltInFunctions(clock, random);
  }

  /**
   * Plans how a client runs a query over several partitions.
   *
   * @throws QueryException if the query is invalid or cannot run over several partitions
   */
  public QueryPlan plan(QueryText query) {
    return Budget.run(
        limits,
        () -> {
          CompiledQuery compiled = compileForPlan(query);
          return new QueryPlan(Planner.plan(compiled), compiled);
        });
  }

  /**
   * Plans a query that one partition answers alone, because the request names its partition key. If
   * the query cannot run over several partitions, the plan tells the client to send it unchanged.
   *
   * @throws QueryException if the query is invalid
   */
  public QueryPlan planOfOneKey(QueryText query) {
    return Budget.run(limits, () -> planned(compileForPlan(query)));
  }

  private static QueryPlan planned(CompiledQuery compiled) {
    try {
      return new QueryPlan(Planner.plan(compiled), compiled);
    } catch (QueryException e) {
      return new QueryPlan(Planner.passThrough(compiled), compiled);
    }
  }

  private CompiledQuery compileForPlan(QueryText query) {
    CompiledQuery compiled = compile(query, UserFunctions.UNCALLED, functions.start());
    long limit = compiled.window().limit();
    if (limit > QueryLimits.MAX_ROWS && limit != Long.MAX_VALUE) {
      throw QueryException.badRequest("The LIMIT count value exceeds the maximum allowed value.");
    }
    return compiled;
  }

  /**
   * Runs one page of a query over one source.
   *
   * @throws QueryException if the query or the continuation is invalid
   */
  public QueryPage page(QueryText query, ItemSource source, PageLimits page) {
    return page(query, source, page, UserFunctions.NONE);
  }

  /**
   * Runs one page of a query that can call user-defined functions.
   *
   * @param userFunctions the functions; this method rethrows their exceptions
   * @throws QueryException if the query or the continuation is invalid, or the query calls an
   *     unknown function
   */
  public QueryPage page(
      QueryText query, ItemSource source, PageLimits page, UserFunctions userFunctions) {
    return Budget.run(
        limits,
        () -> {
          long began = page.continuation() == null ? 0 : Continuation.ticks(page.continuation());
          QueryStartTime start = began == 0 ? functions.start() : new QueryStartTime(began);
          return PageRunner.page(compile(query, userFunctions, start), source, page);
        });
  }

  /**
   * Compiles the condition of a partial update, {@code FROM c WHERE …}.
   *
   * @throws QueryException if the condition is invalid
   * @throws EventLoopException if the thread is an event loop; the result throws it, too
   */
  public Predicate<JsonNode> condition(String text) {
    QueryEnvironment environment =
        new QueryEnvironment(Map.of(), functions, UserFunctions.NONE, functions.start());
    CompiledQuery query =
        Budget.run(
            limits, () -> new QueryCompiler(environment).compile(conditions.parse(checked(text))));
    return item -> Budget.run(limits, () -> meets(item, query));
  }

  private static boolean meets(JsonNode item, CompiledQuery condition) {
    Budget budget = Budget.current();
    long before = budget.allocated();
    JsonNode[] frame = condition.frame();
    frame[0] = item;
    boolean met = !condition.compiled().run(frame, row -> false);
    budget.release(before);
    return met;
  }

  private CompiledQuery compile(
      QueryText query, UserFunctions userFunctions, QueryStartTime start) {
    Select select = queries.parse(checked(query.text()));
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
