package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.observe.RenameProgress;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Writes a user's name to all items that carry an older one: the items of each page in parallel, on
 * a bounded number of threads. It can stop anywhere and begin again, because an item that was
 * written is not found again. An item that cannot take the name is set aside; the others get it.
 */
public final class RenameSpreader {
  private final CopyWrites copies;
  private final BiConsumer<ItemPlace, RuntimeException> setAside;
  private final Consumer<RenameProgress> progress;
  private final Clock clock;

  private final Executor executor;

  /**
   * Creates a spreader that writes each item by the executor, which it closes if it has threads.
   */
  public RenameSpreader(
      CopyWrites copies,
      BiConsumer<ItemPlace, RuntimeException> setAside,
      Consumer<RenameProgress> progress,
      Clock clock,
      Executor executor) {
    this.copies = copies;
    this.setAside = setAside;
    this.progress = progress;
    this.clock = clock;
    this.executor = executor;
  }

  /** Creates threads that end when they are idle. */
  public static ExecutorService threads(int count) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "blog-change-feed-rename");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /**
   * Writes the name to all items of the user that carry an older one.
   *
   * @throws BatchUnfinishedException after the page during which the time ended
   */
  public void spread(UserId user, VersionedName name, Instant until) {
    AtomicLong written = new AtomicLong();
    copies.eachWithOlderName(
        user,
        name,
        items -> {
          writeAll(items, name, written);
          progress.accept(new RenameProgress(user, name.version(), written.get(), false));
          if (clock.instant().isAfter(until)) {
            throw new BatchUnfinishedException("The rename of user " + user + " continues later.");
          }
        });
    progress.accept(new RenameProgress(user, name.version(), written.get(), true));
  }

  /** Writes all items of a page; if one fails, the others are written before that is thrown. */
  private void writeAll(List<AuthoredItem> items, VersionedName name, AtomicLong written) {
    CompletableFuture<?>[] all =
        items.stream()
            .map(item -> CompletableFuture.runAsync(() -> write(item, name, written), executor))
            .toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(all).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private void write(AuthoredItem item, VersionedName name, AtomicLong written) {
    try {
      if (copies.copyName(item, name)) {
        written.incrementAndGet();
      }
    } catch (RuntimeException e) {
      ItemPlace place = new ItemPlace(BlogContainer.POSTS, item.postId(), item.id());
      setAside.accept(place, ChangeHandler.causedByItem(e));
    }
  }

  /** Ends the threads; a pass that is under way fails at its next page. */
  public void close() {
    if (executor instanceof ExecutorService threads) {
      threads.shutdown();
    }
  }
}
