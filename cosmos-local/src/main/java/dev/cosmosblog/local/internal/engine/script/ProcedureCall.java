package dev.cosmosblog.local.internal.engine.script;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A call of a stored procedure.
 *
 * @param id its id
 * @param arguments what it is called with
 * @param headers the request's headers that it may see
 * @param logging whether {@code console.log} is to be kept
 */
public record ProcedureCall(
    String id, List<JsonNode> arguments, Map<String, String> headers, boolean logging) {
  /**
   * Copies the arguments and the headers.
   *
   * @param id its id
   * @param arguments what it is called with
   * @param headers the request's headers that it may see
   * @param logging whether {@code console.log} is to be kept
   */
  public ProcedureCall {
    arguments = List.copyOf(arguments);
    headers = Map.copyOf(headers);
  }
}
