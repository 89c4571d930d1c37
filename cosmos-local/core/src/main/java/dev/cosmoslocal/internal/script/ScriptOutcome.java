package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The outcome of a script.
 *
 * @param requestBody the request's body; a missing node without one
 * @param responseBody the response's body; a missing node without one
 * @param log the log
 */
public record ScriptOutcome(JsonNode requestBody, JsonNode responseBody, String log) {}
