package dev.cosmosblog.local.internal.http;

import java.time.Duration;

/** What is to go wrong with a request that arrived intact and well signed. */
public sealed interface InjectedFault {
  /**
   * It is executed later.
   *
   * @param time how much later
   */
  record Wait(Duration time) implements InjectedFault {}

  /**
   * It is executed at once, and answered later.
   *
   * @param time how much later
   */
  record Hold(Duration time) implements InjectedFault {}

  /**
   * It is answered with an error, and not executed.
   *
   * @param status the HTTP status
   * @param subStatus the sub-status, 0 for none
   * @param retryAfter when to come again; zero for no such header
   */
  record Refuse(int status, int subStatus, Duration retryAfter) implements InjectedFault {}

  /** The connection is cut, and it is not executed. */
  record CutBefore() implements InjectedFault {}

  /** It is executed, and then the connection is cut without an answer. */
  record CutAfter() implements InjectedFault {}

  /**
   * A page of the change feed begins earlier than the client asked.
   *
   * @param transactions by how many LSNs
   */
  record Redeliver(int transactions) implements InjectedFault {}

  /**
   * Something else happens first.
   *
   * @param action what; it must be quick
   */
  record First(Runnable action) implements InjectedFault {}
}
