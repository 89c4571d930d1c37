package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches the front page for a TTL that starts with its read. After the TTL, one caller reads it
 * again, and concurrent callers wait for this read and share its result or failure. Failures aren't
 * cached, and no caller gets a stale front page. An interrupt or a timeout ends only the call that
 * has it.
 */
public final class CachedFrontPage {
  private final long nanos;
  private final LongSupplier nanoTime;
  private final Function<Call, List<PostSummary>> read;
  private final AtomicReference<@Nullable Kept> kept = new AtomicReference<>();

  public CachedFrontPage(
      Duration time, LongSupplier nanoTime, Function<Call, List<PostSummary>> read) {
    this.nanos = time.toNanos();
    this.nanoTime = nanoTime;
    this.read = read;
  }

  private record Kept(long begin, CompletableFuture<List<PostSummary>> posts) {}

  public List<PostSummary> posts(Call call) {
    while (true) {
      Kept mine = new Kept(nanoTime.getAsLong(), new CompletableFuture<>());
      Kept found = kept.updateAndGet(last -> isUsable(last, mine.begin) ? last : mine);
      if (found == mine) {
        read(mine, call);
      }
      try {
        return found.posts.get(call.nanosUntilTimeout(), TimeUnit.NANOSECONDS);
      } catch (CancellationException e) {
        // The reading thread was interrupted, so one of the waiting callers reads.
        continue;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw late(e);
      } catch (TimeoutException e) {
        throw late(e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof BlogException failure
            ? failure
            : new CompletionException(e.getCause());
      }
    }
  }

  private static RuntimeException late(Exception e) {
    return SdkService.translate("wait for the front page", new IllegalStateException(e));
  }

  private void read(Kept mine, Call call) {
    try {
      mine.posts.complete(read.apply(call));
    } catch (RuntimeException | Error e) {
      kept.compareAndSet(mine, null);
      if (Thread.currentThread().isInterrupted()) {
        mine.posts.cancel(false);
      } else {
        mine.posts.completeExceptionally(e);
      }
      throw e;
    }
  }

  private boolean isUsable(@Nullable Kept last, long now) {
    return last != null && (!last.posts.isDone() || now - last.begin < nanos);
  }

  /** Clears the cache, so that the next caller reads the front page. */
  public void forget() {
    kept.set(null);
  }
}
