package dev.cosmosblog.local.query;

import com.fasterxml.jackson.databind.JsonNode;

/** What a built-in function makes of its arguments, which may be undefined. */
interface BuiltIn {

  JsonNode apply(JsonNode[] arguments);
}
