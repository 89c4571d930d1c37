package dev.cosmosblog.local.http;

import java.time.Duration;

/** What is to go wrong with a request that arrived intact and well signed. */
public sealed interface Interference {
  /**
   * It is executed later.
   *
   * @param time how much later
   */
  record Wait(Duration time) implements Interference {}

  /**
   * It is executed at once, and answered later.
   *
   * @param time how much later
   */
  record Hold(Duration time) implements Interference {}

  /**
   * It is answered with an error, and not executed.
   *
   * @param status the HTTP status
   * @param subStatus the sub-status, 0 for none
   * @param retryAfter when to come again; zero for no such header
   */
  record Refuse(int status, int subStatus, Duration retryAfter) implements Interference {}

  /** The connection is cut, and it is not executed. */
  record CutBefore() implements Interference {}

  /** It is executed, and then the connection is cut without an answer. */
  record CutAfter() implements Interference {}

  /**
   * A page of the change feed begins earlier than the client asked.
   *
   * @param transactions by how many LSNs
   */
  record Redeliver(int transactions) implements Interference {}

  /**
   * Something else happens first.
   *
   * @param action what; it must be quick
   */
  record First(Runnable action) implements Interference {}
}
