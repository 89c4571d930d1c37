package dev.cosmosblog.micrometer;

import java.util.List;

/**
 * The meters of the blog. The values of every tag are few and known in advance: operations,
 * outcomes, containers, views of the host's own, classes of exceptions and statuses of Cosmos DB;
 * never an id or a user's name.
 */
public enum BlogMetric {
  /** Operations of the store, the change feed and maintenance, as observations. */
  OPERATION(
      "cosmosblog.operation",
      Kind.TIMER,
      "seconds",
      "operations that ended, and how long they took",
      Tag.OPERATION,
      Tag.OUTCOME,
      Tag.ERROR),
  /** Operations under way. */
  OPERATION_ACTIVE(
      "cosmosblog.operation.active",
      Kind.LONG_TASK_TIMER,
      "seconds",
      "operations in progress, and how long they have taken so far",
      Tag.OPERATION),
  /** The charge for operations. */
  OPERATION_CHARGE(
      "cosmosblog.operation.charge",
      Kind.COUNTER,
      "request_units",
      "RU that Cosmos DB charged for operations, failed requests included",
      Tag.OPERATION),
  /** The requests of operations. */
  OPERATION_REQUESTS(
      "cosmosblog.operation.requests",
      Kind.COUNTER,
      "requests",
      "requests that operations sent",
      Tag.OPERATION),
  /** The retries of operations. */
  OPERATION_RETRIES(
      "cosmosblog.operation.retries",
      Kind.COUNTER,
      "requests",
      "requests that were repeated after a transient failure",
      Tag.OPERATION),
  /** Operations that were rejected or failed. */
  OPERATION_FAILURES(
      "cosmosblog.operation.failures",
      Kind.COUNTER,
      "operations",
      "operations that were rejected or failed; the status is 0 where Cosmos DB gave none",
      Tag.OPERATION,
      Tag.OUTCOME,
      Tag.ERROR_TYPE,
      Tag.STATUS,
      Tag.SUB_STATUS),
  /** Stored items that cannot be read. */
  OPERATION_MALFORMED(
      "cosmosblog.operation.malformed",
      Kind.COUNTER,
      "items",
      "stored items that were left out of a result because they cannot be read",
      Tag.OPERATION),
  /** Batches of the change feed. */
  BATCH(
      "cosmosblog.changefeed.batch",
      Kind.TIMER,
      "seconds",
      "batches of changes that this host handled, and how long they took",
      Tag.SOURCE,
      Tag.VIEW),
  /** Batches that failed. */
  BATCH_FAILURES(
      "cosmosblog.changefeed.batch.failures",
      Kind.COUNTER,
      "batches",
      "batches that failed on this host; each is redelivered",
      Tag.SOURCE,
      Tag.VIEW),
  /** Changes that were handled. */
  CHANGES(
      "cosmosblog.changefeed.changes",
      Kind.COUNTER,
      "changes",
      "changes that this host handled",
      Tag.SOURCE,
      Tag.VIEW),
  /** Items that were dead-lettered. */
  DEAD_LETTER(
      "cosmosblog.changefeed.dead.letters",
      Kind.COUNTER,
      "items",
      "dead letters that this host stored because a change could not be handled",
      Tag.SOURCE,
      Tag.VIEW),
  /** Items that wait for a replay. */
  DEAD_LETTER_WAITING(
      "cosmosblog.changefeed.dead.letters.waiting",
      Kind.GAUGE,
      "items",
      "dead letters of all hosts that were not replayed yet, at most 1,000; sampled"),
  /** Processors that stalled. */
  STALLS(
      "cosmosblog.changefeed.stalls",
      Kind.COUNTER,
      "stalls",
      "stalls of this host's processors",
      Tag.SOURCE,
      Tag.VIEW),
  /** Restarts of processors. */
  RESTARTS(
      "cosmosblog.changefeed.restarts",
      Kind.COUNTER,
      "restarts",
      "restarts of this host's processors by the watchdog",
      Tag.SOURCE,
      Tag.VIEW),
  /** Ranges that changed hosts. */
  LEASE_MOVES(
      "cosmosblog.changefeed.lease.moves",
      Kind.COUNTER,
      "moves",
      "ranges that moved from one host to another",
      Tag.SOURCE,
      Tag.VIEW),
  /** The requests of the SDK's processor. */
  PROCESSOR_REQUESTS(
      "cosmosblog.changefeed.requests",
      Kind.COUNTER,
      "requests",
      "requests of the SDK's change feed processor; needs the database's RequestMeter",
      Tag.CAUSE),
  /** The charge for the SDK's processor. */
  PROCESSOR_CHARGE(
      "cosmosblog.changefeed.charge",
      Kind.COUNTER,
      "request_units",
      "RU that Cosmos DB charged for these requests",
      Tag.CAUSE),
  /** The health of the change feed on this host. */
  STATUS(
      "cosmosblog.changefeed.status",
      Kind.GAUGE,
      "",
      "health on this host: 0 is UP, 1 is DEGRADED, 2 is DOWN",
      Tag.SOURCE,
      Tag.VIEW),
  /** The ranges that this host holds. */
  RANGES(
      "cosmosblog.changefeed.ranges",
      Kind.GAUGE,
      "ranges",
      "ranges that this host held when the watchdog last read the leases",
      Tag.SOURCE,
      Tag.VIEW),
  /** Changes that are not handled yet. */
  LAG(
      "cosmosblog.changefeed.lag",
      Kind.GAUGE,
      "changes",
      "changes that no host has handled yet; sampled",
      Tag.SOURCE,
      Tag.VIEW),
  /** The age of the oldest change that is not handled yet. */
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

  /** The kinds of meters, as Micrometer names them. */
  public enum Kind {
    /** A count, a sum of times and a maximum. */
    TIMER,
    /** The operations under way: a count, and a sum of times. */
    LONG_TASK_TIMER,
    /** A number that grows. */
    COUNTER,
    /** A number that goes up and down; not a number while it is unknown. */
    GAUGE
  }

  /** The keys of the tags; those of operations follow OpenTelemetry's conventions for databases. */
  static final class Tag {
    /** A {@link dev.cosmosblog.store.observe.BlogOperation} in lower case. */
    static final String OPERATION = "db.operation.name";

    /** An {@link dev.cosmosblog.store.observe.OperationOutcome} in lower case. */
    static final String OUTCOME = "outcome";

    /** The class of the exception, or none; Micrometer sets it. */
    static final String ERROR = "error";

    /** The class of the exception. */
    static final String ERROR_TYPE = "error.type";

    /** The HTTP status. */
    static final String STATUS = "db.response.status_code";

    /** The substatus. */
    static final String SUB_STATUS = "azure.cosmosdb.response.sub_status_code";

    /** The container that the changes come from. */
    static final String SOURCE = "source";

    /** The view of the host's own that the changes are for; {@link #COPIES} for the copies. */
    static final String VIEW = "view";

    /** In place of a view's name. */
    static final String COPIES = "none";

    /** Polls or leases. */
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

  /** {@return the name in Micrometer's form} */
  public String meterName() {
    return meterName;
  }

  /** {@return the kind of meter} */
  public Kind kind() {
    return kind;
  }

  /** {@return the base unit, or an empty text} */
  public String unit() {
    return unit;
  }

  /** {@return the meaning, in one sentence without a full stop} */
  public String description() {
    return description;
  }

  /** {@return the keys of the tags} */
  public List<String> tags() {
    return tags;
  }
}
