package dev.cosmoslocal.internal.query.parse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Thrown for an invalid query: a syntax error, an unbound name, an unsupported feature, or an
 * invalid continuation token. Its message is the message in the body of a 400 response.
 */
public final class QueryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private QueryException(String message) {
    super(message);
  }

  /** An error without a position in the text. */
  public static QueryException badRequest(String message) {
    return new QueryException(message);
  }

  /** The service's error with a code and a position in the text. */
  static QueryException at(int start, int end, String code, String message) {
    ObjectNode error = JsonNodeFactory.instance.objectNode();
    error.put("severity", "Error");
    error.putObject("location").put("start", start).put("end", end);
    error.put("code", code).put("message", message);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putArray("errors").add(error);
    return new QueryException(body.toString());
  }

  /** A part of the language that this engine does not support. */
  public static QueryException unsupported(String what) {
    return new QueryException(what + " is not supported by the emulator.");
  }

  public int status() {
    return 400;
  }
}
