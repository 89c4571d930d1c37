package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;

public record ScriptOutcome(JsonNode requestBody, JsonNode responseBody, String log) {}
