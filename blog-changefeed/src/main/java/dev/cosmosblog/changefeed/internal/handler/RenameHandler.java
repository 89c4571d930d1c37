package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.observe.RenameProgress;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a renamed user's name to everything that the user wrote and that carries an older name;
 * several renames in one batch need one pass. A pass can stop anywhere and begin again, because an
 * item that was written is not found again: the batch ends before its lease expires, and is
 * delivered again for the rest. An item that cannot take the name is set aside; the others get it.
 *
 * <p>An item that is written with the old name during the pass is found by {@link
 * AuthorNameHandler}. What a lagging replica hides from both is found by a recheck ({@link
 * RenameRechecks}), which also finishes an erasure whose host died.
 *
 * @param setAside sets aside an item that cannot take a name
 * @param longest the time after which a pass ends at the next opportunity
 * @param executor writes the items of a page in parallel; closed with the handler
 */
public record RenameHandler(
    CopyWrites copies,
    RenameRechecks rechecks,
    BiConsumer<ItemPlace, RuntimeException> setAside,
    Consumer<RenameProgress> progress,
    Clock clock,
    Duration longest,
    Executor executor)
    implements ChangeHandler {
  private static final Logger LOG = LoggerFactory.getLogger(RenameHandler.class);

  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, UserChange> newest = new HashMap<>();
    for (BlogChange change : changes) {
      // No item can carry a name older than the user's first.
      if (change instanceof UserChange user && user.name().version() > 0) {
        newest.merge(
            user.user(),
            user,
            (one, other) -> one.name().version() >= other.name().version() ? one : other);
      } else if (change instanceof UserErasure erasure) {
        // However late this change comes: what a replica hid from the erasure is swept by nobody
        // else, and nobody else finishes an erasure whose caller died.
        rechecks.schedule(erasure.user());
      }
    }
    Instant until = clock.instant().plus(longest);
    for (UserChange user : newest.values()) {
      Instant begun = clock.instant();
      spread(user.user(), user.name(), until);
      rechecks.schedule(user.user(), user.written(), begun);
    }
  }

  /**
   * Runs the rechecks that are due; one that fails, or does not end in time, is due again. A
   * failure that is no item's is thrown when all were tried.
   */
  public void runRechecks() {
    List<BlogException> failures = new ArrayList<>();
    for (RenameRechecks.Claim claim : rechecks.claimDue()) {
      UserId user = claim.user();
      try {
        copies
            .currentName(user)
            .ifPresentOrElse(
                name -> spread(user, name, clock.instant().plus(longestRecheck())),
                () -> copies.finishErasure(user));
        rechecks.done(claim);
      } catch (BatchUnfinishedException e) {
        LOG.info("A recheck is due again: {}", e.getMessage());
      } catch (BlogException e) {
        // The rechecks behind it run all the same.
        if (ChangeHandler.isCausedByItem(e)) {
          setAside.accept(new ItemPlace(BlogContainer.USERS, user.value(), user.value()), e);
          rechecks.done(claim);
        } else {
          LOG.warn("The recheck of user {} failed, and is due again", user, e);
          failures.add(e);
        }
      }
    }
    failures.stream()
        .filter(ChangeHandler::needsOperator)
        .findFirst()
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  /** A recheck that outlived its claim would run on two hosts at once. */
  private Duration longestRecheck() {
    Duration claimed = RenameRechecks.CLAIM.minusMinutes(1);
    return longest.compareTo(claimed) < 0 ? longest : claimed;
  }

  private void spread(UserId user, VersionedName name, Instant until) {
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
  @Override
  public void close() {
    if (executor instanceof ExecutorService threads) {
      threads.shutdown();
    }
  }
}
