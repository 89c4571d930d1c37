package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;

/** A built-in function. Its arguments and its result can be undefined. */
public interface BuiltInFunction {

  JsonNode apply(JsonNode[] arguments);
}
