package dev.cosmosblog.local.internal.http.exchange;

import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.cost.RequestUnits;
import dev.cosmosblog.local.internal.engine.partition.LockMode;
import dev.cosmosblog.local.internal.engine.partition.SessionToken;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.throughput.Admission;
import dev.cosmosblog.local.request.Consistency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request in progress and its use of resources. Confined to one thread at a time. */
public final class Exchange {
  private static final Set<Integer> REFUSED_FOR_ITEMS = Set.of(404, 409, 412);

  private final ApiRequest request;
  private final Admission admission;
  private final List<String> partitions = new ArrayList<>(1);
  private String container = "";
  private @Nullable Container asked;
  private int itemsLoaded;
  private double charge = RequestUnits.METADATA;
  private int redelivered;
  private final long began = System.nanoTime();
  private Consistency level = Consistency.SESSION;
  private LockMode tenure = LockMode.IMPATIENT;

  public Exchange(ApiRequest request, Admission admission) {
    this.request = request;
    this.admission = admission;
  }

  public ApiRequest request() {
    return request;
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

  /** Sets the container whose items the request uses. */
  Exchange on(Container items) {
    asked = items;
    return container(items.id());
  }

  public Exchange charge(double requestUnits) {
    charge = RequestUnits.rounded(requestUnits);
    return this;
  }

  /** Sets the consistency level of reads. */
  Exchange reading(Consistency consistency) {
    level = consistency;
    return this;
  }

  /** Sets the charge of a read, given its cost under session consistency. */
  public Exchange chargeRead(double requestUnits) {
    return charge(requestUnits * level.readFactor());
  }

  /** Moves the start of a change feed page back by some LSNs. */
  public Exchange redeliver(int transactions) {
    redelivered = transactions;
    return this;
  }

  /** Tells that the request runs on a thread that may block. */
  public Exchange patient() {
    tenure = LockMode.PATIENT;
    return this;
  }

  public LockMode tenure() {
    return tenure;
  }

  public int redelivered() {
    return redelivered;
  }

  public Exchange loaded(int items) {
    itemsLoaded += items;
    return this;
  }

  /**
   * Admits the request to a partition. Answers 429 if the partition's throughput is used up, so it
   * is called before the partition is used.
   */
  public Exchange asked(String partition) {
    if (!partitions.contains(partition)) {
      if (asked != null) {
        charge = 0;
        admission.admit(asked, partition);
        charge = RequestUnits.METADATA;
      }
      partitions.add(partition);
    }
    return this;
  }

  /** Charges the cost of the request to the throughput of its partitions. */
  public void settle() {
    Container items = asked;
    if (items != null) {
      partitions.forEach(p -> admission.charge(items, p, charge / partitions.size()));
    }
  }

  /**
   * Answers 404/1002 if the client's session token is ahead of the partition, as after a failover.
   */
  public Exchange checkSession(SessionToken mark) {
    String tokens = request.header(Headers.SESSION_TOKEN).orElse("");
    for (int from = 0; from < tokens.length(); ) {
      int comma = tokens.indexOf(',', from);
      int end = comma < 0 ? tokens.length() : comma;
      checkPartition(tokens, from, end);
      if (isOf(mark.id(), tokens, from) && lsn(tokens, from, end) > mark.lsn()) {
        throw new EngineException(
            404, 1002, "The read session is not available for the input session token.");
      }
      from = end + 1;
    }
    return this;
  }

  /** A token begins with the number of a partition. */
  private static void checkPartition(String tokens, int from, int end) {
    if (from < end && !Character.isDigit(tokens.charAt(from))) {
      throw EngineException.badRequest("The session token is malformed.");
    }
  }

  /** Adds the partition's session token to an error about an item, as to any answer. */
  public ApiResponse marked(ApiResponse response, EngineException refusal) {
    boolean read = REFUSED_FOR_ITEMS.contains(refusal.status()) && refusal.subStatus() == 0;
    return read && asked != null && partitions.size() == 1
        ? response.with(asked.latest(new SessionToken(partitions.get(0), 0)))
        : response;
  }

  private static boolean isOf(String partition, String tokens, int from) {
    return tokens.startsWith(partition, from) && tokens.startsWith(":", from + partition.length());
  }

  /** What stands between the first two number signs, or after the one. */
  private static long lsn(String tokens, int from, int end) {
    int begin = tokens.indexOf('#', from) + 1;
    if (begin == 0 || begin >= end) {
      return 0;
    }
    int next = tokens.indexOf('#', begin);
    try {
      return Long.parseLong(tokens.substring(begin, next < 0 || next > end ? end : next).trim());
    } catch (NumberFormatException e) {
      throw EngineException.badRequest("The session token is malformed.");
    }
  }

  /** The time since the request arrived. */
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
