package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener.RenameProgress;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.Repositories;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a user's name to all posts, comments and likes of the user that have a stale one. A pass
 * can stop anywhere and be repeated, because it finds only items that don't have the name yet.
 *
 * @param deadLetters receives the items that can't be updated
 * @param tasks writes the items of a page in parallel; closed with the handler
 * @param time the time after which a pass ends at the next page
 */
public record RenamePass(
    Repositories blog,
    DeadLetterSink deadLetters,
    Consumer<RenameProgress> progress,
    ItemTasks tasks,
    TimeLimit time) {
  /**
   * The progress of the passes of a rename.
   *
   * @param begun when the first pass began to read; a recheck must find the items that it missed
   * @param next the continuation up to which every item has the name or was dead-lettered; null at
   *     the start
   * @param done whether all items have the name and the recheck is scheduled
   */
  record Reached(VersionedName name, Instant begun, @Nullable String next, boolean done) {
    Reached at(String continuation) {
      return new Reached(name, begun, continuation, false);
    }

    Reached end() {
      return new Reached(name, begun, null, true);
    }
  }

  Reached start(VersionedName name) {
    return new Reached(name, time.now(), null, false);
  }

  /**
   * Writes the name; throws a {@link BatchUnfinishedException} if the time runs out.
   *
   * @param remember receives the progress once the continuation was accepted
   */
  void run(UserId user, Reached from, Instant end, Consumer<Reached> remember) {
    VersionedName name = from.name();
    AtomicLong written = new AtomicLong();
    AtomicReference<Reached> reached = new AtomicReference<>(from);
    blog.names()
        .eachStale(
            user,
            name,
            from.next(),
            (items, next) -> {
              remember.accept(reached.get());
              tasks.forEach(items, item -> write(item, user, name, written));
              progress.accept(new RenameProgress(user, name.version(), written.get(), false));
              if (next != null) {
                reached.set(from.at(next));
                remember.accept(reached.get());
                if (time.isOver(end)) {
                  throw new BatchUnfinishedException(
                      "The rename of user " + user + " continues later.");
                }
              }
            });
    progress.accept(new RenameProgress(user, name.version(), written.get(), true));
  }

  private void write(AuthoredItem item, UserId author, VersionedName name, AtomicLong written) {
    try {
      if (blog.names().put(item, name)) {
        written.incrementAndGet();
      }
    } catch (RuntimeException e) {
      ItemPlace place = new ItemPlace(BlogContainer.POSTS, item.postId(), item.id());
      deadLetters.add(place, author.value(), ChangeHandler.causedByItem(e));
    }
  }
}
