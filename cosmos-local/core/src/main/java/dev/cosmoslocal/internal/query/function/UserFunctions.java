package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.List;

/** The user-defined functions that a query can call as {@code udf.name(…)}. */
@FunctionalInterface
public interface UserFunctions {

  /** No functions: a query that calls one is rejected. */
  UserFunctions NONE =
      name -> {
        throw QueryException.unsupported("The user-defined function udf." + name + " here");
      };

  /** Placeholders for every function, to plan a query without calling any. */
  UserFunctions UNCALLED =
      name ->
          arguments -> {
            throw new IllegalStateException("A plan must not call the function " + name);
          };

  /**
   * Finds a function. Called once for each call in the query text, before the first row.
   *
   * @param name its id
   * @return the function
   * @throws QueryException if the function doesn't exist
   */
  UserFunction find(String name);

  /**
   * A function. It returns the same value for the same arguments, and is called by one thread at a
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
