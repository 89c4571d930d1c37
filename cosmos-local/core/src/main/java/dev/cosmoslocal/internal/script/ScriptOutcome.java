package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The outcome of a script.
 *
 * @param requestBody the request's body; a missing node if there is none
 * @param responseBody the response's body; a missing node if there is none
 * @param log the log
 */
public record ScriptOutcome(JsonNode requestBody, JsonNode responseBody, String log) {}
