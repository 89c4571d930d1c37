package dev.cosmosblog.examples.blog;

import dev.cosmosblog.local.RequestListener;
import dev.cosmosblog.local.request.RequestKind;
import dev.cosmosblog.local.request.RequestRecord;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Writes down what one client asks of the account, told by its user agent from all others. */
public final class RequestLog implements RequestListener {
  /** Descriptions that the SDK asks for when it needs them; they are no part of a request. */
  private static final Set<RequestKind> NO_PARTITION =
      EnumSet.of(
          RequestKind.QUERY_PLAN,
          RequestKind.ACCOUNT,
          RequestKind.DATABASE,
          RequestKind.CONTAINER,
          RequestKind.PARTITION_RANGES,
          RequestKind.OFFER);

  private final String purpose;

  /** Guarded by this. */
  private List<RequestRecord> requests = new ArrayList<>();

  /**
   * A log of nothing yet.
   *
   * @param purpose how the client's user agent ends
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
   * What was asked since the last call.
   *
   * @return the requests, in the order of their answers
   */
  public synchronized List<RequestRecord> take() {
    List<RequestRecord> taken = requests;
    requests = new ArrayList<>();
    return taken;
  }

  /**
   * Whether a request was for items, and not for a description of where they are.
   *
   * @param request the request
   * @return whether
   */
  public static boolean asksPartitions(RequestRecord request) {
    return !NO_PARTITION.contains(request.kind());
  }

  /**
   * Whether a request was for a query plan.
   *
   * @param request the request
   * @return whether
   */
  public static boolean isQueryPlan(RequestRecord request) {
    return request.kind() == RequestKind.QUERY_PLAN;
  }
}
