package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import java.util.List;

/** The user-defined functions that a query may call as {@code udf.name(…)}. */
@FunctionalInterface
public interface UserFunctions {

  /** None: a query that calls one is refused. */
  UserFunctions NONE =
      name -> {
        throw QueryException.unsupported("The user-defined function udf." + name + " here");
      };

  /** Any, as long as nobody calls it: to plan a query. */
  UserFunctions UNCALLED =
      name ->
          arguments -> {
            throw new IllegalStateException("A plan calls no function: " + name);
          };

  /**
   * Finds a function. Called once for each place where a query names it, before any row is made.
   *
   * @param name its id
   * @return the function
   * @throws QueryException if there is none
   */
  UserFunction find(String name);

  /**
   * A function. It gives the same value for the same arguments, and is called by one thread at a
   * time.
   */
  @FunctionalInterface
  interface UserFunction {

    /**
     * Calls the function.
     *
     * @param arguments the values, missing nodes for undefined
     * @return its value, a missing node for undefined
     */
    JsonNode call(List<JsonNode> arguments);
  }
}
