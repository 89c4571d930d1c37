package dev.cosmoslocal;

import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/** A fault that is injected into a request. Immutable. */
public sealed interface Fault {
  /**
   * A part of the id of every lease of the SDK's ChangeFeedProcessor. The ids of its other items
   * don't contain it.
   */
  String LEASE_ID_PART = "..";

  /**
   * Returns the kind of fault.
   *
   * @return the kind
   */
  FaultKind kind();

  /**
   * Responds with an error instead of executing the request. The error has no sub-status and no
   * retry time.
   *
   * @param status 400 to 599, such as 408, 410, 429, 449 or 503
   * @return the fault
   * @throws IllegalArgumentException if the status is not an error
   */
  static Status status(int status) {
    return new Status(status, 0, Duration.ZERO);
  }

  /**
   * Delays the execution of the request, and so its response.
   *
   * @param time the delay
   * @return the fault
   * @throws IllegalArgumentException if the time is negative
   */
  static Fault delay(Duration time) {
    return new Delay(time);
  }

  /**
   * Executes the request at once but delays the response. A client may time out although its write
   * took effect.
   *
   * @param time the delay
   * @return the fault
   * @throws IllegalArgumentException if the time is negative
   */
  static Fault lateResponse(Duration time) {
    return new LateResponse(time);
  }

  /**
   * Closes the connection without executing the request.
   *
   * @return the fault
   */
  static Fault cutBefore() {
    return new CutBefore();
  }

  /**
   * Executes the request and closes the connection without a response.
   *
   * @return the fault
   */
  static Fault cutAfter() {
    return new CutAfter();
  }

  /**
   * Starts a page of the change feed before the client's continuation, so that changes are
   * redelivered. Requests that start from now, without a continuation, are not affected.
   *
   * @param transactions the number of transactions of the physical partition to repeat
   * @return the fault, for requests of kind {@link RequestKind#CHANGE_FEED} only
   * @throws IllegalArgumentException if the number is not positive
   */
  static Fault redelivery(int transactions) {
    return new Redelivery(transactions);
  }

  /**
   * Makes another host the owner of every lease in a lease container before the request is
   * executed. Leases are written as the SDK's class ServiceItemLease does. When the previous owner
   * renews a lease, it gets 412 and releases the lease.
   *
   * @param leaseContainer the name of the lease container, in any database
   * @param thief the name of the other host
   * @param at the renewal time that the leases show
   * @return the fault
   */
  static Fault leaseStolen(String leaseContainer, String thief, Instant at) {
    Objects.requireNonNull(leaseContainer, "leaseContainer");
    Objects.requireNonNull(thief, "thief");
    Objects.requireNonNull(at, "at");
    return new ItemChange(
        leaseContainer, LEASE_ID_PART, Map.of("Owner", thief, "timestamp", at.toString()));
  }

  /**
   * Makes every lease in a lease container look expired before the request is executed, so that
   * other hosts take it (the SDK's class EqualPartitionsBalancingStrategy).
   *
   * @param leaseContainer the name of the lease container, in any database
   * @return the fault
   */
  static Fault leaseExpired(String leaseContainer) {
    Objects.requireNonNull(leaseContainer, "leaseContainer");
    return new ItemChange(
        leaseContainer, LEASE_ID_PART, Map.of("timestamp", Instant.EPOCH.toString()));
  }

  /**
   * Changes items before the request is executed, as another client would.
   *
   * @param container the name of the container, in any database
   * @param idPart a part of the ids of the items
   * @param properties new text values of root properties
   * @return the fault
   */
  static Fault itemChange(String container, String idPart, Map<String, String> properties) {
    return new ItemChange(container, idPart, properties);
  }

  /**
   * Moves a clock before the request is executed.
   *
   * @param clock the clock, for example that of the emulator
   * @param by the amount; negative to go back
   * @return the fault
   */
  static Fault clockJump(SettableClock clock, Duration by) {
    return new ClockJump(clock, by);
  }

  /**
   * An error response instead of executing the request.
   *
   * @param status 400 to 599
   * @param subStatus the header {@code x-ms-substatus}, 0 for none
   * @param retryAfter the header {@code x-ms-retry-after-ms}, in steps of 1 ms, zero for none
   */
  record Status(int status, int subStatus, Duration retryAfter) implements Fault {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if one of them is out of range
     */
    public Status {
      Objects.requireNonNull(retryAfter, "retryAfter");
      if (status < 400 || status > 599 || subStatus < 0) {
        throw new IllegalArgumentException(
            "The status is %d/%d; it must be 400 to 599, with a sub-status of 0 or more."
                .formatted(status, subStatus));
      }
      Checks.notNegative(retryAfter, "retryAfter");
    }

    /**
     * Returns the same error with a sub-status.
     *
     * @param code the sub-status, such as 1002 for 410
     * @return a new fault
     */
    public Status subStatus(int code) {
      return new Status(status, code, retryAfter);
    }

    /**
     * Returns the same error with a retry time.
     *
     * @param time the time that the client is to wait
     * @return a new fault
     */
    public Status retryAfter(Duration time) {
      Objects.requireNonNull(time, "time");
      return new Status(status, subStatus, time);
    }

    @Override
    public FaultKind kind() {
      return FaultKind.STATUS;
    }
  }

  /**
   * A delayed execution.
   *
   * @param time the delay
   */
  record Delay(Duration time) implements Fault {
    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Delay {
      Objects.requireNonNull(time, "time");
      Checks.notNegative(time, "time");
    }

    @Override
    public FaultKind kind() {
      return FaultKind.DELAY;
    }
  }

  /**
   * A delayed response.
   *
   * @param time the delay
   */
  record LateResponse(Duration time) implements Fault {
    /**
     * Checks the time.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public LateResponse {
      Objects.requireNonNull(time, "time");
      Checks.notNegative(time, "time");
    }

    @Override
    public FaultKind kind() {
      return FaultKind.LATE_RESPONSE;
    }
  }

  /** A connection that closes before the request is executed. */
  record CutBefore() implements Fault {
    @Override
    public FaultKind kind() {
      return FaultKind.CUT_BEFORE;
    }
  }

  /** A connection that closes after the request was executed. */
  record CutAfter() implements Fault {
    @Override
    public FaultKind kind() {
      return FaultKind.CUT_AFTER;
    }
  }

  /**
   * Changes that are redelivered.
   *
   * @param transactions the number of transactions to repeat
   */
  record Redelivery(int transactions) implements Fault {
    /**
     * Checks the number.
     *
     * @throws IllegalArgumentException if the number is not positive
     */
    public Redelivery {
      if (transactions < 1) {
        throw new IllegalArgumentException("transactions must be at least 1: " + transactions);
      }
    }

    @Override
    public FaultKind kind() {
      return FaultKind.REDELIVERY;
    }
  }

  /**
   * Items that another client changes.
   *
   * @param container the name of their container
   * @param idPart a part of the ids of the items
   * @param properties new text values of root properties
   */
  record ItemChange(String container, String idPart, Map<String, String> properties)
      implements Fault {
    /** Copies the properties. */
    public ItemChange {
      Objects.requireNonNull(container, "container");
      Objects.requireNonNull(idPart, "idPart");
      Objects.requireNonNull(properties, "properties");
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
   * @param by the amount; negative to go back
   */
  record ClockJump(SettableClock clock, Duration by) implements Fault {
    /** Checks the values. */
    public ClockJump {
      Objects.requireNonNull(clock, "clock");
      Objects.requireNonNull(by, "by");
    }

    @Override
    public FaultKind kind() {
      return FaultKind.CLOCK_JUMP;
    }
  }
}
