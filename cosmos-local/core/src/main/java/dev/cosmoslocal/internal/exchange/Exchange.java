package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.LockMode;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.request.Consistency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request in progress and its use of resources. Confined to one thread at a time. */
public final class Exchange {
  private static final Set<Integer> REFUSED_FOR_ITEMS = Set.of(404, 409, 412);

  private final ApiRequest request;
  private final Admission admission;
  private final Cancellation cancellation = new Cancellation();
  private final List<String> partitions = new ArrayList<>(1);
  private String container = "";
  private @Nullable Container used;
  private @Nullable PartitionKeyValue logical;
  private int itemsLoaded;
  private double charge = RequestUnits.METADATA;
  private int redelivered;
  private Duration wayBack = Duration.ZERO;
  private final long began = System.nanoTime();
  private Consistency level = Consistency.SESSION;
  private @Nullable ReadConsistency reads;
  private @Nullable SessionToken shown;
  private LockMode lockMode = LockMode.IMPATIENT;

  public Exchange(ApiRequest request, Admission admission) {
    this.request = request;
    this.admission = admission;
  }

  public ApiRequest request() {
    return request;
  }

  public Cancellation cancellation() {
    return cancellation;
  }

  /** The required entity tag of the changed resource; null for no condition. */
  public @Nullable String ifMatch() {
    return request.header(Headers.IF_MATCH).orElse(null);
  }

  /** The resource, or 304 if the client has its entity tag already. Not for items. */
  public ApiResponse unlessKnown(ApiResponse resource) {
    String tag = resource.headers().getOrDefault(Headers.ETAG, "");
    boolean known =
        request
            .header(Headers.IF_NONE_MATCH)
            .filter(has -> has.equals("*") || has.equals(tag))
            .isPresent();
    return known ? resource.withoutBody(304) : resource;
  }

  public Exchange container(String id) {
    container = id;
    return this;
  }

  Exchange uses(Container withItems) {
    used = withItems;
    return container(withItems.id());
  }

  public Exchange charge(double requestUnits) {
    charge = RequestUnits.rounded(requestUnits);
    return this;
  }

  Exchange consistency(Consistency consistency) {
    level = consistency;
    return this;
  }

  /**
   * The consistency of the request's reads. Under the levels that are weaker than session
   * consistency, a session token does not count (class ConsistencyReader of the SDK for Java).
   */
  public ReadConsistency readConsistency() {
    ReadConsistency known = reads;
    if (known == null) {
      String tokens =
          Consistency.SESSION.strongerThan(level)
              ? ""
              : request.header(Headers.SESSION_TOKEN).orElse("");
      ReplicaAddress replica = request.replica();
      known =
          replica == null
              ? new ReadConsistency(level.strongerThan(Consistency.SESSION), tokens)
              : ReadConsistency.atReplica(replica.number(), tokens);
      reads = known;
    }
    return known;
  }

  /**
   * Sets the charge of a read, given its cost under session consistency. A client in direct mode
   * reads two replicas itself, and adds up their charges.
   */
  public Exchange chargeRead(double requestUnits) {
    return charge(request.replica() == null ? requestUnits * level.readFactor() : requestUnits);
  }

  /** Moves the start of a change feed page back by some LSNs. */
  public Exchange redeliver(int transactions) {
    redelivered = transactions;
    return this;
  }

  /** Tells that the response takes some time on its way. */
  public void answeredAfter(Duration time) {
    wayBack = time;
  }

  /** The time that the response takes on its way. */
  public Duration wayBack() {
    return wayBack;
  }

  /** Tells that the request runs on a thread that may block, and may take long. */
  public Exchange mayBlock() {
    lockMode = LockMode.LONG;
    return this;
  }

  public LockMode lockMode() {
    return lockMode;
  }

  public int redelivered() {
    return redelivered;
  }

  public Exchange addLoaded(int items) {
    itemsLoaded += items;
    return this;
  }

  /**
   * Admits the request to a partition. Fails with 429 if the partition's throughput is used up, so
   * it is called before the partition is used.
   */
  public Exchange enter(String partition) {
    if (!partitions.contains(partition)) {
      if (used != null) {
        charge = 0;
        admission.admit(used, partition);
        charge = RequestUnits.METADATA;
      }
      partitions.add(partition);
    }
    return this;
  }

  /** Admits the request to a physical partition and to a logical one in it. */
  public Exchange enter(String partition, PartitionKeyValue key) {
    enter(partition);
    admit(key);
    logical = key;
    return this;
  }

  /** Admits the request to the partition that has a scope. */
  public Exchange enter(FeedScope scope) {
    Container container = Objects.requireNonNull(used, "container");
    String partition = container.sessionToken(scope).partitionId();
    return scope instanceof FeedScope.Logical one && container.isWhole(one.partitionKey())
        ? enter(partition, one.partitionKey())
        : enter(partition);
  }

  /** Fails with 429 if the throughput of a logical partition is used up. */
  public void admit(PartitionKeyValue key) {
    if (used != null) {
      charge = 0;
      admission.admit(used, key);
      charge = RequestUnits.METADATA;
    }
  }

  public void charge(PartitionKeyValue key, double requestUnits) {
    if (used != null) {
      admission.charge(used, key, requestUnits);
    }
  }

  /** Charges the cost of the request to the throughput of its partitions. */
  public void chargeThroughput() {
    Container charged = used;
    if (charged != null) {
      partitions.forEach(p -> admission.charge(charged, p, charge / partitions.size()));
      if (logical != null) {
        charge(logical, charge);
      }
    }
  }

  /**
   * Fails with 404/1002 if the client's session token is ahead of the partition, as after a
   * failover.
   */
  public Exchange checkSession(SessionToken token) {
    shown = token;
    token.checkReaches(readConsistency().sessionTokens());
    return this;
  }

  /** Adds the partition's session token to an error about an item, as to any response. */
  public ApiResponse withSessionToken(ApiResponse response, EngineException refusal) {
    boolean read = REFUSED_FOR_ITEMS.contains(refusal.status()) && refusal.subStatus() == 0;
    if (!read || used == null || partitions.size() != 1) {
      return response;
    }
    // A replica that lacks the item must not promise more than it has.
    SessionToken token =
        shown == null
            ? used.latest(new SessionToken(partitions.get(0), SessionToken.FIRST_VERSION, 0))
            : shown;
    return response.with(token);
  }

  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  public Usage usage() {
    return new Usage(container, Set.copyOf(partitions), itemsLoaded, charge);
  }

  public double charge() {
    return charge;
  }

  /** The resources that a request used. */
  public record Usage(String container, Set<String> partitions, int itemsLoaded, double charge) {}
}
