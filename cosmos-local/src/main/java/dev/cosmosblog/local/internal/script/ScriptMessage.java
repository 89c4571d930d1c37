package dev.cosmosblog.local.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A request or a response as a script sees it.
 *
 * @param headers what {@code getValue} finds, by name
 * @param body what {@code getBody} gives; a missing node for nothing
 * @param writable whether the script may set the body and the headers' values
 */
public record ScriptMessage(Map<String, String> headers, JsonNode body, boolean writable) {
  /**
   * Copies the headers.
   *
   * @param headers what {@code getValue} finds, by name
   * @param body what {@code getBody} gives; a missing node for nothing
   * @param writable whether the script may set the body and the headers' values
   */
  public ScriptMessage {
    headers = Map.copyOf(headers);
  }
}
