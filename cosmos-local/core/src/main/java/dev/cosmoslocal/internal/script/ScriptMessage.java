package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A request or a response as a script sees it.
 *
 * @param headers the values for {@code getValue}, by name
 * @param body the value of {@code getBody}; a missing node without one
 */
public record ScriptMessage(Map<String, String> headers, JsonNode body, boolean writable) {
  public ScriptMessage {
    headers = Map.copyOf(headers);
  }
}
