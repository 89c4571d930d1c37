package dev.cosmosblog.local.internal.script;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What a script left behind.
 *
 * @param requestBody the request's body; a missing node for nothing
 * @param responseBody the response's body; a missing node for nothing
 * @param log what it logged
 */
public record ScriptOutcome(JsonNode requestBody, JsonNode responseBody, String log) {}
