package dev.cosmosblog.local.internal.engine.resource;

import java.time.Duration;

/** A request that the account refuses, with the status that the service gives for it. */
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
   * @param message what was wrong
   */
  public EngineException(int status, int subStatus, String message) {
    this(status, subStatus, message, Duration.ZERO);
  }

  private EngineException(int status, int subStatus, String message, Duration retryAfter) {
    // Refusals are answers, and frequent: nobody looks at where they were made.
    super(message, null, false, false);
    this.status = status;
    this.subStatus = subStatus;
    this.retryAfter = retryAfter;
  }

  /**
   * The HTTP status.
   *
   * @return 400 or more
   */
  public int status() {
    return status;
  }

  /**
   * What {@code x-ms-substatus} says.
   *
   * @return the sub-status, 0 for none
   */
  public int subStatus() {
    return subStatus;
  }

  /**
   * When the client is to come again.
   *
   * @return zero if the refusal does not say
   */
  public Duration retryAfter() {
    return retryAfter;
  }

  /**
   * The same refusal with a time to come again.
   *
   * @param time how long to wait, in steps of 1 ms
   * @return a new refusal
   */
  public EngineException retryAfter(Duration time) {
    return new EngineException(status, subStatus, String.valueOf(getMessage()), time);
  }

  /**
   * 400.
   *
   * @param message what was wrong
   * @return the refusal
   */
  public static EngineException badRequest(String message) {
    return new EngineException(400, 0, message);
  }

  /**
   * 400 for something that the service has and this account has not.
   *
   * @param what its name
   * @return the refusal
   */
  public static EngineException unsupported(String what) {
    return badRequest(what + " is not supported by the local account.");
  }

  /**
   * 404.
   *
   * @param what the missing resource
   * @return the refusal
   */
  public static EngineException notFound(String what) {
    return new EngineException(404, 0, "Resource Not Found: " + what);
  }

  /**
   * 409.
   *
   * @return the refusal
   */
  public static EngineException conflict() {
    return new EngineException(
        409, 0, "Entity with the specified id already exists in the system.");
  }

  /**
   * 412 for an entity tag that is no longer the current one.
   *
   * @return the refusal
   */
  public static EngineException preconditionFailed() {
    return new EngineException(
        412,
        0,
        "Operation cannot be performed because one of the specified precondition is not met.");
  }

  /**
   * 413.
   *
   * @param message which bound was passed
   * @return the refusal
   */
  public static EngineException tooLarge(String message) {
    return new EngineException(413, 0, message);
  }
}
