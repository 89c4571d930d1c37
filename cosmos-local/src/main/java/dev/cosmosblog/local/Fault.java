package dev.cosmosblog.local;

import dev.cosmosblog.local.request.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** One thing that goes wrong with a request. Immutable. */
public sealed interface Fault {
  /**
   * What stands in the id of a lease of the SDK's ChangeFeedProcessor, and in none of its locks and
   * marks.
   */
  String LEASE_ID_PART = "..";

  /**
   * What kind it is.
   *
   * @return the kind
   */
  FaultKind kind();

  /**
   * The request is not executed and answered with an error, without sub-status and time to come
   * again.
   *
   * @param status 400 to 599, such as 408, 410, 429, 449 or 503
   * @return the fault
   * @throws IllegalArgumentException if the status is no error
   */
  static Status status(int status) {
    return new Status(status, 0, Duration.ZERO);
  }

  /**
   * The request is executed later, and so answered later.
   *
   * @param time how much later
   * @return the fault
   * @throws IllegalArgumentException if the time is negative
   */
  static Fault delay(Duration time) {
    return new Delay(time);
  }

  /**
   * The request is executed at once and answered later: a client may give up waiting for what has
   * been done.
   *
   * @param time how much later
   * @return the fault
   * @throws IllegalArgumentException if the time is negative
   */
  static Fault lateAnswer(Duration time) {
    return new LateAnswer(time);
  }

  /**
   * The connection is closed and the request is not executed.
   *
   * @return the fault
   */
  static Fault cutBefore() {
    return new CutBefore();
  }

  /**
   * The request is executed, and the connection is closed without an answer.
   *
   * @return the fault
   */
  static Fault cutAfter() {
    return new CutAfter();
  }

  /**
   * A page of the change feed begins before the client's continuation, so that it gets changes
   * again. A request from now on, without a continuation, is not affected.
   *
   * @param transactions by how many transactions of the physical partition it begins earlier
   * @return the fault, for requests of kind {@link RequestKind#CHANGE_FEED} only
   * @throws IllegalArgumentException if it is not positive
   */
  static Fault redelivery(int transactions) {
    return new Redelivery(transactions);
  }

  /**
   * Before the request is executed, another host takes every lease of a lease container, as the
   * SDK's class ServiceItemLease writes leases. The host that held one gets 412 when it renews it
   * and lets go of it.
   *
   * @param leaseContainer the name of the lease container, in whatever database
   * @param thief the name of the other host
   * @param at what the leases say of when they were renewed last
   * @return the fault
   */
  static Fault leaseStolen(String leaseContainer, String thief, Instant at) {
    return new ItemChange(
        leaseContainer, LEASE_ID_PART, Map.of("Owner", thief, "timestamp", at.toString()));
  }

  /**
   * Before the request is executed, every lease of a lease container looks as if its host had not
   * renewed it for years, so that other hosts take it (the SDK's class
   * EqualPartitionsBalancingStrategy).
   *
   * @param leaseContainer the name of the lease container, in whatever database
   * @return the fault
   */
  static Fault leaseExpired(String leaseContainer) {
    return new ItemChange(
        leaseContainer, LEASE_ID_PART, Map.of("timestamp", Instant.EPOCH.toString()));
  }

  /**
   * Before the request is executed, somebody else changes items.
   *
   * @param container the name of their container, in whatever database
   * @param idPart what their ids contain
   * @param properties the text that properties at their root get
   * @return the fault
   */
  static Fault itemChange(String container, String idPart, Map<String, String> properties) {
    return new ItemChange(container, idPart, properties);
  }

  /**
   * Before the request is executed, a clock jumps.
   *
   * @param clock the clock, such as the one that the account was built with
   * @param by how far; negative for back
   * @return the fault
   */
  static Fault clockJump(SettableClock clock, Duration by) {
    return new ClockJump(clock, by);
  }

  /**
   * An answer that is an error, for a request that was not executed.
   *
   * @param status 400 to 599
   * @param subStatus what {@code x-ms-substatus} says, 0 for no such header
   * @param retryAfter what {@code x-ms-retry-after-ms} says, in steps of 1 ms, zero for no such
   *     header
   */
  record Status(int status, int subStatus, Duration retryAfter) implements Fault {
    /**
     * Checks the numbers.
     *
     * @param status 400 to 599
     * @param subStatus 0 for none
     * @param retryAfter zero for none
     * @throws IllegalArgumentException if one of them is out of bounds
     */
    public Status {
      if (status < 400 || status > 599 || subStatus < 0) {
        throw new IllegalArgumentException("No error: " + status + "/" + subStatus);
      }
      Checks.notNegative(retryAfter);
    }

    /**
     * The same error with a sub-status.
     *
     * @param code the sub-status, such as 1002 for 410
     * @return another fault
     */
    public Status subStatus(int code) {
      return new Status(status, code, retryAfter);
    }

    /**
     * The same error with a time to come again.
     *
     * @param time how long the client is to wait
     * @return another fault
     */
    public Status retryAfter(Duration time) {
      return new Status(status, subStatus, time);
    }

    @Override
    public FaultKind kind() {
      return FaultKind.STATUS;
    }
  }

  /**
   * A request that is executed later.
   *
   * @param time how much later
   */
  record Delay(Duration time) implements Fault {
    /**
     * Checks the time.
     *
     * @param time how much later
     * @throws IllegalArgumentException if it is negative
     */
    public Delay {
      Checks.notNegative(time);
    }

    @Override
    public FaultKind kind() {
      return FaultKind.DELAY;
    }
  }

  /**
   * An answer that comes later.
   *
   * @param time how much later
   */
  record LateAnswer(Duration time) implements Fault {
    /**
     * Checks the time.
     *
     * @param time how much later
     * @throws IllegalArgumentException if it is negative
     */
    public LateAnswer {
      Checks.notNegative(time);
    }

    @Override
    public FaultKind kind() {
      return FaultKind.LATE_ANSWER;
    }
  }

  /** A connection that is cut before the request is executed. */
  record CutBefore() implements Fault {
    @Override
    public FaultKind kind() {
      return FaultKind.CUT_BEFORE;
    }
  }

  /** A connection that is cut after the request was executed. */
  record CutAfter() implements Fault {
    @Override
    public FaultKind kind() {
      return FaultKind.CUT_AFTER;
    }
  }

  /**
   * Changes that are delivered again.
   *
   * @param transactions by how many transactions a page begins earlier
   */
  record Redelivery(int transactions) implements Fault {
    /**
     * Checks the number.
     *
     * @param transactions by how many transactions a page begins earlier
     * @throws IllegalArgumentException if it is not positive
     */
    public Redelivery {
      if (transactions < 1) {
        throw new IllegalArgumentException("At least one transaction: " + transactions);
      }
    }

    @Override
    public FaultKind kind() {
      return FaultKind.REDELIVERY;
    }
  }

  /**
   * Items that somebody else changes.
   *
   * @param container the name of their container
   * @param idPart what their ids contain
   * @param properties the text that properties at their root get
   */
  record ItemChange(String container, String idPart, Map<String, String> properties)
      implements Fault {
    /**
     * Copies the properties.
     *
     * @param container the name of their container
     * @param idPart what their ids contain
     * @param properties the text that properties at their root get
     */
    public ItemChange {
      properties = Map.copyOf(properties);
    }

    @Override
    public FaultKind kind() {
      return FaultKind.ITEM_CHANGE;
    }
  }

  /**
   * A clock that jumps.
   *
   * @param clock the clock
   * @param by how far; negative for back
   */
  record ClockJump(SettableClock clock, Duration by) implements Fault {
    @Override
    public FaultKind kind() {
      return FaultKind.CLOCK_JUMP;
    }
  }
}
