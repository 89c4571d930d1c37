package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a stored procedure or a trigger.
 *
 * @param logging whether to keep the output of {@code console.log}
 */
public record ScriptCall(
    String name,
    String body,
    List<JsonNode> arguments,
    String operation,
    Messages messages,
    boolean logging) {
  /**
   * The messages of a call.
   *
   * @param response the response, null in a pre-trigger
   */
  public record Messages(ScriptMessage request, @Nullable ScriptMessage response) {}

  public ScriptCall {
    arguments = List.copyOf(arguments);
  }
}
