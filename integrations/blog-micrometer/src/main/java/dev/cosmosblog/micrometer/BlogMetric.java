package dev.cosmosblog.micrometer;

import java.util.List;

/**
 * The meters of the blog. Tags have few values: operations, outcomes, containers, names of custom
 * views, exception classes and statuses of Cosmos DB, but no ids or usernames.
 */
public enum BlogMetric {
  /** RU by cause. */
  CHARGE(
      "cosmosblog.charge",
      Kind.COUNTER,
      "request_units",
      "RU that Cosmos DB charged this process; polls and leases need the database's RequestMeter",
      Tag.CAUSE),
  /** Requests by cause. */
  REQUESTS(
      "cosmosblog.requests",
      Kind.COUNTER,
      "requests",
      "requests that this process sent",
      Tag.CAUSE),
  /** Operations of the store, the change feed and maintenance, as observations. */
  OPERATION(
      "cosmosblog.operation",
      Kind.TIMER,
      "seconds",
      "completed operations, and their duration",
      Tag.OPERATION,
      Tag.OUTCOME,
      Tag.ERROR),
  /** Operations in progress. */
  OPERATION_ACTIVE(
      "cosmosblog.operation.active",
      Kind.LONG_TASK_TIMER,
      "seconds",
      "operations in progress, and their duration so far",
      Tag.OPERATION),
  /** RU of operations. */
  OPERATION_CHARGE(
      "cosmosblog.operation.charge",
      Kind.COUNTER,
      "request_units",
      "RU that Cosmos DB charged for operations, failed requests included",
      Tag.OPERATION),
  /** Requests of operations. */
  OPERATION_REQUESTS(
      "cosmosblog.operation.requests",
      Kind.COUNTER,
      "requests",
      "requests that operations sent",
      Tag.OPERATION),
  /** Retries of operations. */
  OPERATION_RETRIES(
      "cosmosblog.operation.retries",
      Kind.COUNTER,
      "retries",
      "retries of requests after transient failures",
      Tag.OPERATION),
  /** Rejected and failed operations. */
  OPERATION_FAILURES(
      "cosmosblog.operation.failures",
      Kind.COUNTER,
      "failures",
      "rejected and failed operations; the status is 0 without a response from Cosmos DB",
      Tag.OPERATION,
      Tag.OUTCOME,
      Tag.ERROR_TYPE,
      Tag.STATUS,
      Tag.SUB_STATUS),
  /** Malformed items. */
  OPERATION_MALFORMED(
      "cosmosblog.operation.malformed",
      Kind.COUNTER,
      "items",
      "malformed items that were left out of results",
      Tag.OPERATION),
  /** Batches of the change feed. */
  BATCH(
      "cosmosblog.changefeed.batch",
      Kind.TIMER,
      "seconds",
      "batches of changes that this host handled, and their duration",
      Tag.SOURCE,
      Tag.VIEW),
  /** Batches that failed. */
  BATCH_FAILURES(
      "cosmosblog.changefeed.batch.failures",
      Kind.COUNTER,
      "failures",
      "batches that failed on this host; they are redelivered",
      Tag.SOURCE,
      Tag.VIEW),
  /** Handled changes. */
  CHANGES(
      "cosmosblog.changefeed.changes",
      Kind.COUNTER,
      "changes",
      "changes that this host handled",
      Tag.SOURCE,
      Tag.VIEW),
  /** New dead letters. */
  DEAD_LETTERS(
      "cosmosblog.changefeed.dead.letters",
      Kind.COUNTER,
      "letters",
      "items that this host dead-lettered",
      Tag.SOURCE,
      Tag.VIEW),
  /** Dead letters that were not replayed yet. */
  DEAD_LETTERS_WAITING(
      "cosmosblog.changefeed.dead.letters.waiting",
      Kind.GAUGE,
      "",
      "dead letters of all hosts that were not replayed yet, at most 1,000; sampled"),
  /** Stalled processors. */
  STALLS(
      "cosmosblog.changefeed.stalls",
      Kind.COUNTER,
      "stalls",
      "suspected stalls of processors on this host",
      Tag.SOURCE,
      Tag.VIEW),
  /** Restarts of processors. */
  RESTARTS(
      "cosmosblog.changefeed.restarts",
      Kind.COUNTER,
      "restarts",
      "restarts of processors on this host by the watchdog",
      Tag.SOURCE,
      Tag.VIEW),
  /** Lease moves. */
  LEASE_MOVES(
      "cosmosblog.changefeed.lease.moves",
      Kind.COUNTER,
      "moves",
      "moves of leases between hosts that this host noticed",
      Tag.SOURCE,
      Tag.VIEW),
  /** Health of the change feed on this host. */
  STATUS(
      "cosmosblog.changefeed.status",
      Kind.GAUGE,
      "",
      "health on this host: 0 is UP, 1 is DEGRADED, 2 is DOWN",
      Tag.SOURCE,
      Tag.VIEW),
  /** Ranges that this host holds. */
  RANGES(
      "cosmosblog.changefeed.ranges",
      Kind.GAUGE,
      "ranges",
      "ranges that this host held at the watchdog's last check",
      Tag.SOURCE,
      Tag.VIEW),
  /** Unhandled changes. */
  LAG(
      "cosmosblog.changefeed.lag",
      Kind.GAUGE,
      "changes",
      "unhandled changes over all hosts; sampled",
      Tag.SOURCE,
      Tag.VIEW),
  /** Age of the oldest unhandled change. */
  LAG_AGE(
      "cosmosblog.changefeed.lag.age",
      Kind.GAUGE,
      "seconds",
      "age of the oldest change that no host has handled yet; sampled",
      Tag.SOURCE,
      Tag.VIEW);

  private final String meterName;
  private final Kind kind;
  private final String unit;
  private final String description;
  private final List<String> tags;

  /** The kinds of meters in Micrometer. */
  public enum Kind {
    /** A count, a total duration and a maximum. */
    TIMER,
    /** A count of what is in progress, and a total duration. */
    LONG_TASK_TIMER,
    /** A number that only grows. */
    COUNTER,
    /** A number that changes in both directions; NaN while unknown. */
    GAUGE
  }

  /** The tag keys; those of operations follow OpenTelemetry's conventions for databases. */
  static final class Tag {
    /** A {@link dev.cosmosblog.store.observe.BlogOperation} in lower case. */
    static final String OPERATION = "db.operation.name";

    /** An {@link dev.cosmosblog.store.observe.OperationOutcome} in lower case. */
    static final String OUTCOME = "outcome";

    /** The exception's class, or {@code none}; Micrometer sets it. */
    static final String ERROR = "error";

    /** The exception's class. */
    static final String ERROR_TYPE = "error.type";

    /** The HTTP status. */
    static final String STATUS = "db.response.status_code";

    /** The substatus. */
    static final String SUB_STATUS = "azure.cosmosdb.response.sub_status_code";

    /** The container of the changes. */
    static final String SOURCE = "source";

    /** The name of the custom view, or {@link #COPIES}. */
    static final String VIEW = "view";

    /** The value of {@link #VIEW} for the library's own copies. */
    static final String COPIES = "none";

    /** A {@link dev.cosmosblog.store.observe.RequestCause} in lower case. */
    static final String CAUSE = "cause";

    private Tag() {}
  }

  BlogMetric(String meterName, Kind kind, String unit, String description, String... tags) {
    this.meterName = meterName;
    this.kind = kind;
    this.unit = unit;
    this.description = description;
    this.tags = List.of(tags);
  }

  /** {@return the name in Micrometer} */
  public String meterName() {
    return meterName;
  }

  /** {@return the kind of meter} */
  public Kind kind() {
    return kind;
  }

  /** {@return the base unit, or an empty string} */
  public String unit() {
    return unit;
  }

  /** {@return what the meter measures} */
  public String description() {
    return description;
  }

  /** {@return the keys of the tags} */
  public List<String> tags() {
    return tags;
  }
}
