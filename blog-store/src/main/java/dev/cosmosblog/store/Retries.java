package dev.cosmosblog.store;

import com.azure.cosmos.CosmosException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends one operation's requests again where they met a passing failure. Used by the operation's
 * thread alone.
 *
 * <p>It is not known of every attempt whether it was done, so each kind of request is one that may
 * be done before it is sent again:
 *
 * <ul>
 *   <li>reads and pages of queries change nothing;
 *   <li>creates, and batches and scripts that begin with a create, conflict with themselves (409):
 *       all of a batch rolls back, its count included;
 *   <li>upserts write the same again;
 *   <li>deletes, and batches and scripts that begin with one, find nothing (404);
 *   <li>replaces, deletes and patches under an ETag, and patches whose condition their own effect
 *       ends (a post marked as deleted, a name's version), meet it unfulfilled (412): whoever sent
 *       them reads again and compares;
 *   <li>the patches of {@link PostRepository#edit(EditPost, RequestMeter)} and {@link
 *       PostRepository#edit(EditComment, RequestMeter)} write the same texts again. The post's
 *       version grows once more, which makes its copies be written once more, and no more than
 *       that.
 * </ul>
 *
 * An increment that none of these guards must never be sent from here.
 */
final class Retries {
  private final RetryPolicy policy;
  private final Waiting waiting;
  private long start;
  private int sinceStart;
  private int retries;

  Retries(RetryPolicy policy, Waiting waiting) {
    this.policy = policy;
    this.waiting = waiting;
    begin();
  }

  /** From now on, the policy's numbers count anew. */
  void begin() {
    start = waiting.nanoTime().getAsLong();
    sinceStart = 0;
  }

  /** How many requests were sent again so far. */
  int count() {
    return retries;
  }

  /**
   * Sends a request until it is answered with other than a passing failure.
   *
   * @throws StoreException the last failure; one that says that the request was not done only where
   *     no attempt may have been done
   */
  <T> T run(Supplier<T> request) {
    @Nullable StoreUnavailableException unknown = null;
    while (true) {
      try {
        return request.get();
      } catch (StoreException e) {
        if (e instanceof StoreUnavailableException unavailable) {
          unknown = unavailable;
        }
        if (!passing(e) || !waited(e)) {
          throw last(e, unknown);
        }
        sinceStart++;
        retries++;
      }
    }
  }

  private static StoreException last(
      StoreException e, @Nullable StoreUnavailableException unknown) {
    if (unknown == null || unknown == e) {
      return e;
    }
    unknown.addSuppressed(e);
    return unknown;
  }

  private static boolean passing(StoreException e) {
    // The SDK tells of all that happens on the way by its own exception; what else is thrown, such
    // as an argument that it refuses, is the same the next time.
    boolean told = e.getCause() == null || e.getCause() instanceof CosmosException;
    return told && CosmosErrors.passing(e.statusCode(), e.subStatusCode());
  }

  /** Waits for the next attempt; whether there is to be one. */
  private boolean waited(StoreException e) {
    Duration delay = delay(e);
    Duration spent = Duration.ofNanos(waiting.nanoTime().getAsLong() - start);
    if (sinceStart >= policy.maxRetries() || spent.plus(delay).compareTo(policy.deadline()) > 0) {
      return false;
    }
    try {
      waiting.sleep().of(delay);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Duration delay(StoreException e) {
    Duration asked =
        e instanceof ThrottledException throttled ? throttled.retryAfter() : Duration.ZERO;
    double doubled = policy.firstDelay().toNanos() * Math.pow(2, sinceStart);
    double longest = Math.min(doubled, policy.longestDelay().toNanos());
    return asked.plusNanos((long) (longest * waiting.random().getAsDouble()));
  }
}
