package dev.cosmosblog.examples.blog;

import dev.cosmoslocal.RequestListener;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Records the requests of one client, which it recognizes by the user agent. */
public final class RequestLog implements RequestListener {
  /** Metadata requests of the SDK, which don't read a partition. */
  private static final Set<RequestKind> NO_PARTITION =
      EnumSet.of(
          RequestKind.QUERY_PLAN,
          RequestKind.ACCOUNT,
          RequestKind.DATABASE,
          RequestKind.CONTAINER,
          RequestKind.PARTITION_RANGES,
          RequestKind.OFFER);

  /** Warm-up calls, during which the SDK looks up partitions and the JVM compiles. */
  private static final int WARM_UP = 10;

  private static final int TIMED = 9;

  private final String purpose;

  /** Guarded by this. */
  private List<RequestRecord> requests = new ArrayList<>();

  /**
   * Creates an empty log.
   *
   * @param purpose the end of the client's user agent
   */
  public RequestLog(String purpose) {
    this.purpose = purpose;
  }

  @Override
  public void onRequest(RequestRecord request) {
    if (request.userAgent().endsWith(purpose)) {
      synchronized (this) {
        requests.add(request);
      }
    }
  }

  /**
   * Returns the requests since the last call.
   *
   * @return the requests, in the order of their answers
   */
  public synchronized Sent take() {
    List<RequestRecord> taken = requests;
    requests = new ArrayList<>();
    return new Sent(
        taken.stream().filter(request -> !NO_PARTITION.contains(request.kind())).toList(),
        (int) taken.stream().filter(request -> request.kind() == RequestKind.QUERY_PLAN).count());
  }

  /**
   * Repeats a call of the client and measures it.
   *
   * @param call the call; the number makes each time another one
   * @return the requests of the last time, and the median of the times
   */
  public Cost measure(IntConsumer call) {
    IntStream.range(0, WARM_UP).forEach(call);
    Latencies times = new Latencies();
    Sent sent = take();
    for (int i = 0; i < TIMED; i++) {
      take();
      long start = System.nanoTime();
      call.accept(WARM_UP + i);
      times.record(System.nanoTime() - start);
      sent = take();
    }
    double ms = Math.round(times.ms(50) * 100) / 100.0;
    double ru = Math.round(sent.ru() * 100) / 100.0;
    return new Cost(sent.requests().size(), sent.partitions(), sent.queryPlans(), ru, ms);
  }

  /**
   * The cost of a call.
   *
   * @param requestsSent requests that read or wrote items
   * @param partitions different physical partitions that they asked
   * @param queryPlans requests for a query plan beside them
   * @param ru modelled request units, to two decimals
   * @param ms milliseconds, to two decimals
   */
  public record Cost(int requestsSent, int partitions, int queryPlans, double ru, double ms) {}

  /**
   * The requests that a client sent.
   *
   * @param requests those that read or wrote items in partitions
   * @param queryPlans the number of requests for a query plan, which ask no partition and cost no
   *     RU
   */
  public record Sent(List<RequestRecord> requests, int queryPlans) {
    /**
     * Returns the number of physical partitions that handled requests.
     *
     * @return the number of different ones
     */
    public int partitions() {
      return (int)
          requests.stream()
              .flatMap(sent -> sent.partitions().stream().map(id -> sent.container() + " " + id))
              .distinct()
              .count();
    }

    /**
     * Returns the modelled charge.
     *
     * @return the request units of all requests
     */
    public double ru() {
      return requests.stream().mapToDouble(RequestRecord::requestCharge).sum();
    }
  }
}
