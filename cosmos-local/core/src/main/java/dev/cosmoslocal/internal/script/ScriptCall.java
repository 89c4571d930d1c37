package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call of a stored procedure or a trigger.
 *
 * @param name the script's id, for messages
 * @param body the text of the script, a function
 * @param arguments the arguments of the function
 * @param operation the result of {@code getOperationType}
 * @param messages the request and the response
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
   * @param request the request
   * @param response the response, null in a pre-trigger
   */
  public record Messages(ScriptMessage request, @Nullable ScriptMessage response) {}

  /**
   * Copies the arguments.
   *
   * @param operation the result of {@code getOperationType}
   * @param logging whether to keep the output of {@code console.log}
   */
  public ScriptCall {
    arguments = List.copyOf(arguments);
  }
}
