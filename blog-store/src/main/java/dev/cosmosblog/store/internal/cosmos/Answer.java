package dev.cosmosblog.store.internal.cosmos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one request; status 0 stands for none, or none that the SDK understands. A failed
 * batch has the failed operation's index as its body, other failures have none. {@code answered} is
 * false where no request was sent, or the SDK refused it.
 */
public record Answer<T>(
    int status,
    int subStatus,
    double charge,
    @Nullable T body,
    @Nullable String etag,
    @Nullable Duration retryAfter,
    @Nullable RuntimeException cause,
    boolean answered) {
  public static <T> Answer<T> ok(@Nullable T body, @Nullable String etag, double charge) {
    return new Answer<>(200, 0, charge, body, etag, null, null, true);
  }

  public static <T> Answer<T> failed(
      int status,
      int subStatus,
      double charge,
      @Nullable Duration retryAfter,
      @Nullable RuntimeException cause) {
    return new Answer<>(status, subStatus, charge, null, null, retryAfter, cause, true);
  }

  /** Stands for the page behind a query's last one; no request was sent for it. */
  public static <T> Answer<T> end() {
    return new Answer<>(204, 0, 0, null, null, null, null, false);
  }

  /**
   * Returns the bodies of point reads, without those of items that do not exist, or the first
   * failure; with the charge of all.
   */
  static <T> Answer<List<T>> all(List<Answer<T>> reads) {
    double charge = reads.stream().mapToDouble(Answer::charge).sum();
    List<T> bodies = new ArrayList<>();
    for (Answer<T> read : reads) {
      T body = read.body();
      if (read.isSuccess() && body != null) {
        bodies.add(body);
      } else if (WriteResult.of(read).filter(WriteResult.MISSING::equals).isEmpty()) {
        return new Answer<>(
            read.status(),
            read.subStatus(),
            charge,
            null,
            null,
            read.retryAfter(),
            read.cause(),
            read.answered());
      }
    }
    return ok(bodies, null, charge);
  }

  static <T> Answer<T> notSent(RuntimeException cause) {
    return new Answer<>(0, 0, 0, null, null, null, cause, false);
  }

  boolean isSuccess() {
    return status >= 200 && status < 300;
  }
}
