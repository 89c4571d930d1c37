package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.SdkFailureException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.session.SessionProgress;
import dev.cosmosblog.store.observe.ItemVersion;
import dev.cosmosblog.store.observe.OperationListener.RequestScope;
import dev.cosmosblog.store.observe.RequestReport;
import dev.cosmosblog.store.spi.RequestOptions;
import dev.cosmosblog.store.spi.Response;
import dev.cosmosblog.store.spi.RetryTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation: sends its requests, retries after transient failures, and adds up the
 * cost. Not thread-safe.
 *
 * <p>After a lost response, the request may have been applied. Therefore only idempotent requests
 * may be sent from here: docs/data-model.md, "Requests that are repeated". Never send an increment
 * without a create, a delete, an ETag, or a condition that the increment makes false.
 */
public final class Call {
  // How often a read is repeated for its session's token.
  private static final int MAX_UNREACHED = 2;

  private final CallConfig config;
  // Begins the scope of a request.
  private final Function<String, RequestScope> observer;
  private final Attempts attempts;
  private final @Nullable String createdId;
  private final @Nullable Call whole;
  // The progress that this call has seen; a part shares that of the whole.
  private final SessionProgress progress;
  private final List<String> malformed = new ArrayList<>();
  // Whether a write of this call may have been applied without a response.
  private boolean leftUnknown;
  // Whether a request of another call may have applied this call's writes.
  private boolean mayBeDone;
  // How many reads didn't reach the session.
  private int unreached;
  private double requestUnits;
  private int requests;
  private @Nullable ItemVersion written;

  Call(CallConfig config, Function<String, RequestScope> observer, @Nullable String createdId) {
    this(config, observer, new Attempts(config), createdId, null);
  }

  private Call(
      CallConfig config,
      Function<String, RequestScope> observer,
      Attempts attempts,
      @Nullable String createdId,
      @Nullable Call whole) {
    this.config = config;
    this.observer = observer;
    this.attempts = attempts;
    this.createdId = createdId;
    this.whole = whole;
    this.progress = whole == null ? new SessionProgress() : whole.progress;
  }

  /** Returns a call for a part of the operation, whose cost counts for both. */
  public Call part() {
    return new Call(config, observer, attempts, createdId, this);
  }

  /**
   * Returns a call for requests of several operations, which shares the retries of this one but not
   * its cost.
   */
  public Call shared() {
    return new Call(config, observer, attempts, createdId, null);
  }

  /** Returns whether a write may have been applied without a response. */
  public boolean leftUnknown() {
    return leftUnknown;
  }

  /**
   * Records that a shared request may have applied this call's writes, so that later failures don't
   * report them as not applied.
   */
  public void mayBeDone() {
    mayBeDone = true;
  }

  /** Adds this operation's share of the cost of requests that were sent for several. */
  public void addShare(double units, int requestCount) {
    requestUnits += units;
    requests += requestCount;
    if (whole != null) {
      whole.addShare(units, requestCount);
    }
  }

  /** Adds what requests for several operations have seen. */
  public void addSession(SessionProgress shared) {
    progress.add(shared);
    if (config.session() != null) {
      config.session().add(shared);
    }
  }

  /** Returns what this call has seen, together with its session. */
  public SessionProgress session() {
    return config.session() == null ? progress : config.session();
  }

  /** Returns how the next request to a container is sent. */
  RequestOptions options(@Nullable BlogContainer container) {
    SessionProgress session = config.session();
    String token =
        session == null ? null : session.beyond(config.client().seen(), container).orElse(null);
    return token == null && attempts.timeout == null
        ? RequestOptions.DEFAULT
        : new RequestOptions(token, attempts.left());
  }

  /** Returns the remaining nanoseconds in which a retry may begin. */
  public long nanosForRetries() {
    Duration forRetries = attempts.policy.deadline().minus(attempts.spent());
    Duration left = attempts.left();
    return (left == null || left.compareTo(forRetries) > 0 ? forRetries : left).toNanos();
  }

  /** Returns the remaining nanoseconds until the timeout; always a day without one. */
  public long nanosUntilTimeout() {
    Duration left = attempts.left();
    return (left == null ? Duration.ofDays(1) : left).toNanos();
  }

  /** Lets a long operation that made progress spend as much time on retries again. */
  public void restartRetries() {
    attempts.restart();
  }

  /**
   * Sends a request, and retries after transient failures. Throws the last failure. Reports a write
   * as not applied only if no attempt may have been applied.
   */
  <T> Response<T> read(
      @Nullable BlogContainer container,
      String action,
      Set<WriteResult> expected,
      Supplier<Response<T>> request) {
    return send(container, action, false, expected, request);
  }

  <T> Response<T> write(
      @Nullable BlogContainer container,
      String action,
      Set<WriteResult> expected,
      Supplier<Response<T>> request) {
    return send(container, action, true, expected, request);
  }

  private <T> Response<T> send(
      @Nullable BlogContainer container,
      String action,
      boolean isWrite,
      Set<WriteResult> expected,
      Supplier<Response<T>> request) {
    StoreUnavailableException unknown = null;
    for (int attempt = 1; true; attempt++) {
      boolean leftUnknownBefore = leftUnknown;
      leftUnknown |= isWrite;
      boolean isInTime = attempts.isInTime();
      Response<T> answer = isInTime ? observed(action, attempt, request) : CosmosErrors.tooLate();
      add(answer);
      see(container, answer);
      if (answer.isSuccess() || WriteResult.of(answer).filter(expected::contains).isPresent()) {
        leftUnknown = leftUnknownBefore;
        return answer;
      }
      StoreException failure = CosmosErrors.translate(action, answer, isWrite, createdId);
      if (failure instanceof StoreUnavailableException unavailable) {
        unknown = unavailable;
      } else if (!(failure instanceof SdkFailureException)) {
        leftUnknown = leftUnknownBefore;
      }
      if (!isWrite && isUnreached(container, answer)) {
        // Nothing reaches a token of another account, or one from before a restored backup.
        unreached++;
        if (unreached > MAX_UNREACHED || !attempts.waitForNext(failure)) {
          Objects.requireNonNull(config.session()).forget(container);
        }
        continue;
      }
      if (!failure.isTransient() || !attempts.waitForNext(failure)) {
        if (unknown == null && isWrite && mayBeDone) {
          unknown = CosmosErrors.unknown(action, answer, createdId);
        }
        if (unknown == null || unknown == failure) {
          throw failure;
        }
        unknown.addSuppressed(failure);
        throw unknown;
      }
    }
  }

  private <T> Response<T> observed(String action, int attempt, Supplier<Response<T>> request) {
    RequestScope scope = observer.apply(action);
    RequestReport report = new RequestReport(0, 0, 0, attempt, false);
    try {
      Response<T> answer = request.get();
      boolean sent = answer.outcome().sent();
      report =
          new RequestReport(answer.status(), answer.subStatus(), answer.charge(), attempt, sent);
      return answer;
    } finally {
      scope.end(report);
    }
  }

  private void see(@Nullable BlogContainer container, Response<?> answer) {
    String token = answer.outcome().sessionToken();
    SessionProgress session = config.session();
    List<SessionProgress> all =
        session == null
            ? List.of(config.client().seen(), progress)
            : List.of(config.client().seen(), progress, session);
    SessionProgress.add(container, token, all);
  }

  /** Whether no replica had reached the session's token, or the service rejected it. */
  private boolean isUnreached(@Nullable BlogContainer container, Response<?> answer) {
    return (answer.isNotYet() || answer.status() == 400)
        && options(container).sessionToken() != null;
  }

  private void add(Response<?> answer) {
    if (answer.outcome().sent()) {
      requestUnits += answer.charge();
      requests++;
    }
    if (whole != null) {
      whole.add(answer);
    }
  }

  /** Records the post, comment or like that the command has written, for listeners. */
  public void wrote(PostId post, String itemId, long version) {
    written = new ItemVersion(post.value(), itemId, version);
  }

  Optional<ItemVersion> written() {
    return Optional.ofNullable(written);
  }

  public void leftOut(String itemId) {
    malformed.add(itemId);
    if (whole != null) {
      whole.leftOut(itemId);
    }
  }

  public double requestUnits() {
    return requestUnits;
  }

  public int requests() {
    return requests;
  }

  int retries() {
    return attempts.retries;
  }

  List<String> malformed() {
    return List.copyOf(malformed);
  }

  /** Waits for the next attempt, within the retry policy. */
  private static final class Attempts {
    private final RetryPolicy policy;
    private final RetryTimer timer;
    // Null without a timeout.
    private final @Nullable Duration timeout;
    private final long begun;
    private long start;
    private int sinceStart;
    private int retries;

    Attempts(CallConfig config) {
      this.policy = config.retryPolicy();
      this.timer = config.timer();
      this.timeout = config.timeout().get().orElse(null);
      restart();
      this.begun = start;
    }

    /** Returns the time that is left until the timeout, or null without a timeout. */
    @Nullable Duration left() {
      return timeout == null ? null : timeout.minusNanos(timer.nanoTime().getAsLong() - begun);
    }

    boolean isInTime() {
      Duration left = left();
      return left == null || !(left.isNegative() || left.isZero());
    }

    void restart() {
      start = timer.nanoTime().getAsLong();
      sinceStart = 0;
    }

    boolean waitForNext(StoreException failure) {
      Duration delay = delay(failure);
      Duration left = left();
      if (sinceStart >= policy.maxRetries()
          || spent().plus(delay).compareTo(policy.deadline()) > 0
          || left != null && delay.compareTo(left) >= 0) {
        return false;
      }
      try {
        timer.sleep().of(delay);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return false;
      }
      sinceStart++;
      retries++;
      return true;
    }

    Duration spent() {
      return Duration.ofNanos(timer.nanoTime().getAsLong() - start);
    }

    private Duration delay(StoreException failure) {
      Duration asked =
          failure instanceof ThrottledException throttled ? throttled.retryAfter() : Duration.ZERO;
      double doubled = policy.firstDelay().toNanos() * Math.pow(2, sinceStart);
      double longest = Math.min(doubled, policy.longestDelay().toNanos());
      return asked.plusNanos((long) (longest * timer.random().getAsDouble()));
    }
  }
}
