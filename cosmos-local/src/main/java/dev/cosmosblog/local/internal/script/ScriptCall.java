package dev.cosmosblog.local.internal.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of a stored procedure or a trigger.
 *
 * @param name the script's id, for messages
 * @param body its text, a function
 * @param arguments what the function is called with
 * @param operation what {@code getOperationType} says
 * @param messages the request and the response
 * @param logging whether {@code console.log} is to be kept
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
   * @param name the script's id, for messages
   * @param body its text, a function
   * @param arguments what the function is called with
   * @param operation what {@code getOperationType} says
   * @param messages the request and the response
   * @param logging whether {@code console.log} is to be kept
   */
  public ScriptCall {
    arguments = List.copyOf(arguments);
  }
}
