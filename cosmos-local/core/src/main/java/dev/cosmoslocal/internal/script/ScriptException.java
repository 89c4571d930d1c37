package dev.cosmoslocal.internal.script;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Signals that a script failed or was stopped. Its writes must be rolled back. */
public final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final int subStatus;
  private final String log;

  ScriptException(int status, int subStatus, String message) {
    this(status, subStatus, message, "");
  }

  private ScriptException(int status, int subStatus, String message, String log) {
    super(message, null, false, false);
    this.status = status;
    this.subStatus = subStatus;
    this.log = log;
  }

  /** A failure of the script itself, in the words of the service. */
  static ScriptException failed(int subStatus, String error) {
    return new ScriptException(400, subStatus, errors(error));
  }

  static ScriptException timedOut() {
    return new ScriptException(
        408, 0, errors("The requested operation exceeded maximum alloted time."));
  }

  static ScriptException tooLarge() {
    return new ScriptException(
        413, 0, errors("The script needs more memory than the emulator allows."));
  }

  static ScriptException busy() {
    return new ScriptException(
        429,
        0,
        errors("Request rate is large: other scripts take the memory that this one needs."));
  }

  static ScriptException cancelled() {
    return new ScriptException(503, 0, "The emulator is closing, or the client is gone.");
  }

  ScriptException withLog(String written) {
    return new ScriptException(status, subStatus, String.valueOf(getMessage()), written);
  }

  /** The error body that the service gives inside of scripts. */
  static String errors(String error) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.putArray("Errors").add(error);
    return body.toString();
  }

  /**
   * The status of the response.
   *
   * @return 400, or 408 if the script took too long, 413 for too large a response or too much
   *     memory, 429 if other scripts take the memory, 503 if it could not run
   */
  public int status() {
    return status;
  }

  public int subStatus() {
    return subStatus;
  }

  /** The log of the script up to its failure. */
  public String log() {
    return log;
  }
}
