package dev.cosmosblog.local.internal.query.parse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A query that can't be answered: wrong syntax, a name that nothing binds, a feature that is not
 * supported, a continuation that no page gave. Its message is the message for the body of a 400
 * response.
 */
public final class QueryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private QueryException(String message) {
    super(message);
  }

  /** An error without a place in the text. */
  public static QueryException badRequest(String message) {
    return new QueryException(message);
  }

  /** An error in the words of the service, with its code and its place in the text. */
  static QueryException at(int start, int end, String code, String message) {
    ObjectNode error = JsonNodeFactory.instance.objectNode();
    error.put("severity", "Error");
    error.putObject("location").put("start", start).put("end", end);
    error.put("code", code).put("message", message);
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putArray("errors").add(error);
    return new QueryException(body.toString());
  }

  /** Something of the language that this engine does not have. */
  public static QueryException unsupported(String what) {
    return new QueryException(what + " is not supported by the local account.");
  }

  /**
   * The status of the response.
   *
   * @return 400
   */
  public int status() {
    return 400;
  }
}
