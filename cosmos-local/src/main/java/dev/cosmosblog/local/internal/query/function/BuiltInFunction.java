package dev.cosmosblog.local.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;

/** What a built-in function makes of its arguments, which may be undefined. */
public interface BuiltInFunction {

  JsonNode apply(JsonNode[] arguments);
}
