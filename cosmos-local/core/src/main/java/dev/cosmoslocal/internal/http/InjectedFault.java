package dev.cosmoslocal.internal.http;

import java.time.Duration;

/** A fault that is injected into a request with a valid signature. */
public sealed interface InjectedFault {
  /** Executes the request later. */
  record Wait(Duration time) implements InjectedFault {}

  /** Executes the request at once and answers later. */
  record Hold(Duration time) implements InjectedFault {}

  /**
   * Executes the request later, and answers later still.
   *
   * @param there the delay before the request
   * @param back the delay before the response
   */
  record Travel(Duration there, Duration back) implements InjectedFault {}

  /**
   * Answers with an error and does not execute the request.
   *
   * @param status the HTTP status
   * @param subStatus the sub-status, 0 for none
   * @param retryAfter the retry time; zero for no such header
   */
  record Refuse(int status, int subStatus, Duration retryAfter) implements InjectedFault {}

  /** Closes the connection without executing the request. */
  record CloseBefore() implements InjectedFault {}

  /** Executes the request and closes the connection without a response. */
  record CloseAfter() implements InjectedFault {}

  /** Begins a page of the change feed earlier than the client asked. */
  record Redeliver(int transactions) implements InjectedFault {}

  /** Runs an action before the request. */
  record First(Runnable action) implements InjectedFault {}
}
