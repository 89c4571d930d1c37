package dev.cosmoslocal.internal.engine.resource;

import java.time.Duration;

/** A refusal of a request, with the status that the service answers. */
public final class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final int subStatus;
  private final Duration retryAfter;

  /**
   * A refusal.
   *
   * @param status the HTTP status
   * @param subStatus the sub-status, 0 for none
   */
  public EngineException(int status, int subStatus, String message) {
    this(status, subStatus, message, Duration.ZERO);
  }

  private EngineException(int status, int subStatus, String message, Duration retryAfter) {
    // Refusals are frequent answers: nobody needs their stack traces.
    super(message, null, false, false);
    this.status = status;
    this.subStatus = subStatus;
    this.retryAfter = retryAfter;
  }

  public int status() {
    return status;
  }

  /**
   * The sub-status for the header {@code x-ms-substatus}.
   *
   * @return the sub-status, 0 for none
   */
  public int subStatus() {
    return subStatus;
  }

  /** The time after which the client may retry, zero if the refusal names none. */
  public Duration retryAfter() {
    return retryAfter;
  }

  /**
   * The same refusal with a retry time.
   *
   * @param time the time to wait, in steps of 1 ms
   */
  public EngineException retryAfter(Duration time) {
    return new EngineException(status, subStatus, String.valueOf(getMessage()), time);
  }

  /** 400. */
  public static EngineException badRequest(String message) {
    return new EngineException(400, 0, message);
  }

  /** 400 for a feature of the service that this account lacks. */
  public static EngineException unsupported(String what) {
    return badRequest(what + " is not supported by the emulator.");
  }

  /** 404. */
  public static EngineException notFound(String what) {
    return new EngineException(404, 0, "Resource Not Found: " + what);
  }

  /** 409. */
  public static EngineException conflict() {
    return new EngineException(
        409, 0, "Entity with the specified id already exists in the system.");
  }

  /** Returns 412 for an entity tag that isn't current. */
  public static EngineException preconditionFailed() {
    return new EngineException(
        412,
        0,
        "Operation cannot be performed because one of the specified precondition is not met.");
  }

  /** 413. */
  public static EngineException tooLarge(String message) {
    return new EngineException(413, 0, message);
  }
}
