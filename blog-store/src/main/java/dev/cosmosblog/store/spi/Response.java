package dev.cosmosblog.store.spi;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The response to one request.
 *
 * @param outcome how the request ended
 * @param charge the charge in RU
 * @param body the content, or null; a failed batch has the index of the operation that failed
 * @param etag the ETag of an item, or null
 * @param cause the SDK's exception, or null
 * @param <T> the content's type
 */
public record Response<T>(
    Outcome outcome,
    double charge,
    @Nullable T body,
    @Nullable String etag,
    @Nullable RuntimeException cause) {
  // A 404 with this substatus is about the container or database, not about the item.
  private static final int OWNER_MISSING = 1003;
  // A 404 with one of these means that a replica lags, or that the container is being created.
  private static final Set<Integer> NOT_YET = Set.of(1002, 1013);

  /**
   * The end of a request.
   *
   * @param status the HTTP status; 0 if there was no response, or none that the SDK understands
   * @param subStatus the substatus, or 0
   * @param retryAfter how long the service asks to wait, or null
   * @param sent whether a request was sent, rather than rejected by the SDK
   * @param sessionToken the progress of the physical partition that responded, or null
   */
  public record Outcome(
      int status,
      int subStatus,
      @Nullable Duration retryAfter,
      boolean sent,
      @Nullable String sessionToken) {}

  public static <T> Response<T> ok(@Nullable T body, @Nullable String etag, double charge) {
    return new Response<>(new Outcome(200, 0, null, true, null), charge, body, etag, null);
  }

  public static <T> Response<T> failed(int status, int subStatus, double charge) {
    return new Response<>(
        new Outcome(status, subStatus, null, true, null), charge, null, null, null);
  }

  /** Returns the response that ends the pages of a query; no request was sent for it. */
  public static <T> Response<T> end() {
    return new Response<>(new Outcome(204, 0, null, false, null), 0, null, null, null);
  }

  /** Returns the response for a request that the SDK rejected or that had no response. */
  public static <T> Response<T> notSent(RuntimeException cause) {
    return new Response<>(new Outcome(0, 0, null, false, null), 0, null, null, cause);
  }

  /**
   * Returns the bodies of point reads without missing items, or the first failure, with the total
   * charge.
   */
  public static <T> Response<List<T>> all(List<Response<T>> reads) {
    double charge = reads.stream().mapToDouble(Response::charge).sum();
    List<T> bodies = new ArrayList<>();
    for (Response<T> read : reads) {
      T body = read.body();
      if (read.isSuccess() && body != null) {
        bodies.add(body);
      } else if (!read.isMissing()) {
        return new Response<>(read.outcome, charge, null, null, read.cause);
      }
    }
    return ok(bodies, null, charge);
  }

  /** Returns the same response with another status. */
  public Response<T> as(int status, int subStatus) {
    Outcome other =
        new Outcome(status, subStatus, outcome.retryAfter, outcome.sent, outcome.sessionToken);
    return new Response<>(other, charge, body, etag, cause);
  }

  /** Returns the same response with a session token, which may be null. */
  public Response<T> in(@Nullable String sessionToken) {
    Outcome other =
        new Outcome(
            outcome.status, outcome.subStatus, outcome.retryAfter, outcome.sent, sessionToken);
    return new Response<>(other, charge, body, etag, cause);
  }

  public int status() {
    return outcome.status;
  }

  public int subStatus() {
    return outcome.subStatus;
  }

  public boolean isSuccess() {
    return outcome.status >= 200 && outcome.status < 300;
  }

  /** Whether the item doesn't exist. */
  public boolean isMissing() {
    return outcome.status == 404 && outcome.subStatus != OWNER_MISSING && !isNotYet();
  }

  /** Whether a replica lags, or the container is being created. */
  public boolean isNotYet() {
    return outcome.status == 404 && NOT_YET.contains(outcome.subStatus);
  }
}
