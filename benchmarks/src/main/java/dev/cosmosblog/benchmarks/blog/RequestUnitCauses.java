package dev.cosmosblog.benchmarks.blog;

import dev.cosmoslocal.RequestListener;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Adds up the modelled request units of an emulator by their cause. A request's cause follows from
 * its container, its kind and the user agent of its client.
 */
final class RequestUnitCauses implements RequestListener {
  /** The user agent of the clients that write. */
  static final String WRITER = "bench-writer";

  /** The user agent of what maintains the copies: the library, a handler or V3's functions. */
  static final String FOLLOWER = "bench-follower";

  /** The user agent of the client that observes the copies; its requests aren't counted. */
  static final String OBSERVER = "bench-observer";

  private static final int TOO_MANY_REQUESTS = 429;

  /** The service counts them against another budget; query plans don't ask partitions. */
  private static final Set<RequestKind> METADATA =
      EnumSet.of(
          RequestKind.ACCOUNT,
          RequestKind.DATABASE,
          RequestKind.CONTAINER,
          RequestKind.PARTITION_RANGES,
          RequestKind.QUERY_PLAN,
          RequestKind.OFFER);

  private static final Set<RequestKind> READS =
      EnumSet.of(RequestKind.READ_ITEM, RequestKind.QUERY, RequestKind.READ_FEED);

  /** Guarded by this. */
  private final Map<Cause, Double> charges = new EnumMap<>(Cause.class);

  /** Requests and request units by follower or writer, container and kind. Guarded by this. */
  private final Map<String, Sum> requests = new TreeMap<>();

  /** How many requests a partition refused for its throughput. Guarded by this. */
  private long throttled;

  /** The causes of request units, in the order of the table. */
  enum Cause {
    WRITE("the command: write"),
    AUTHOR_LOOKUP("the command: author lookup"),
    COPY("the copy beside the author"),
    USER_READS("reads of users by handlers"),
    POST_READS("reads of posts by handlers"),
    FRONT_PAGE("front page"),
    LISTINGS("the listings"),
    LEASES("leases"),
    POLLS("polls of the change feed"),
    OTHER("other");

    private final String label;

    Cause(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /** A number of requests, and their charge. */
  record Sum(double requests, double charge) {
    Sum plus(Sum other) {
      return new Sum(requests + other.requests, charge + other.charge);
    }
  }

  /**
   * The charges since some moment.
   *
   * @param byKind the requests by client, container and kind
   * @param throttled the requests that got status 429
   */
  record Charges(Map<Cause, Double> byCause, Map<String, Sum> byKind, double throttled) {
    double of(Cause cause) {
      return byCause.getOrDefault(cause, 0.0);
    }

    Charges plus(Charges later) {
      Map<Cause, Double> causes = new EnumMap<>(Cause.class);
      causes.putAll(byCause);
      later.byCause.forEach((cause, charge) -> causes.merge(cause, charge, Double::sum));
      Map<String, Sum> kinds = new TreeMap<>(byKind);
      later.byKind.forEach((kind, sum) -> kinds.merge(kind, sum, Sum::plus));
      return new Charges(causes, kinds, throttled + later.throttled);
    }

    /** Returns the part of each of so many commands or seconds. */
    Charges per(double count) {
      Map<Cause, Double> causes = new EnumMap<>(Cause.class);
      byCause.forEach((cause, charge) -> causes.put(cause, charge / count));
      Map<String, Sum> kinds = new TreeMap<>();
      byKind.forEach(
          (kind, sum) -> kinds.put(kind, new Sum(sum.requests() / count, sum.charge() / count)));
      return new Charges(causes, kinds, throttled / count);
    }

    double total() {
      return byCause.values().stream().mapToDouble(charge -> charge).sum();
    }
  }

  @Override
  public void onRequest(RequestRecord request) {
    if (METADATA.contains(request.kind()) || request.userAgent().endsWith(OBSERVER)) {
      return;
    }
    boolean writer = request.userAgent().endsWith(WRITER);
    Cause cause = cause(request.container(), request.kind(), writer);
    String name = (writer ? "writer " : "follower ") + request.container() + " " + request.kind();
    synchronized (this) {
      charges.merge(cause, request.requestCharge(), Double::sum);
      requests.merge(name, new Sum(1, request.requestCharge()), Sum::plus);
      if (request.status() == TOO_MANY_REQUESTS) {
        throttled++;
      }
    }
  }

  private static Cause cause(String container, RequestKind kind, boolean writer) {
    boolean reads = READS.contains(kind);
    return switch (container) {
      case "leases" -> Cause.LEASES;
      case "feed" -> Cause.FRONT_PAGE;
      case "listings" -> Cause.LISTINGS;
      case "users" ->
          kind == RequestKind.CHANGE_FEED
              ? Cause.POLLS
              : reads ? writer ? Cause.AUTHOR_LOOKUP : Cause.USER_READS : Cause.COPY;
      case "posts" ->
          kind == RequestKind.CHANGE_FEED
              ? Cause.POLLS
              : writer ? Cause.WRITE : reads ? Cause.POST_READS : Cause.OTHER;
      default -> Cause.OTHER;
    };
  }

  /** Returns the charges since the last call. */
  synchronized Charges take() {
    Charges taken = new Charges(new EnumMap<>(Cause.class), new TreeMap<>(requests), throttled);
    taken.byCause().putAll(charges);
    charges.clear();
    requests.clear();
    throttled = 0;
    return taken;
  }
}
