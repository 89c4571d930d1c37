package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;

/** A built-in function. Its arguments and its result can be undefined. */
public interface BuiltInFunction {

  JsonNode apply(JsonNode[] arguments);

  /** Returns the function for one call in a query's text, in which it can keep what it compiles. */
  default BuiltInFunction ofCall() {
    return this;
  }
}
