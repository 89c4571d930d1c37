package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostDeletion;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Copies the newest version of each changed post in a batch, in short form, to its author and to
 * the front page, and removes the copies of deleted posts. Their comments and likes are purged
 * last: a batch that runs out of time is delivered again, and finds only what is left.
 */
public record PostCopyHandler(
    CopyWrites copies, FrontPageWriter frontPage, ItemTasks tasks, Clock clock, Duration longest)
    implements ChangeHandler {
  @Override
  public void handle(List<BlogChange> changes) {
    handle(changes, frontPage::write);
  }

  @Override
  public void handleAlone(List<BlogChange> changes) {
    handle(changes, frontPage::writeAtOnce);
  }

  @Override
  public void stopWaiting() {
    frontPage.stopWaiting();
  }

  @Override
  public void close() {
    tasks.close();
  }

  private void handle(
      List<BlogChange> changes, BiConsumer<Collection<PostItem>, Set<PostId>> toFrontPage) {
    Instant until = clock.instant().plus(longest);
    Map<String, PostItem> newest = new LinkedHashMap<>();
    Map<PostId, PostDeletion> deletions = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof PostChange changed) {
        newest.merge(String.valueOf(changed.post().id()), changed.post(), PostItem::newest);
      } else if (change instanceof PostDeletion deletion) {
        deletions.put(deletion.post(), deletion);
      }
    }
    Optional<RuntimeException> malformed = Optional.empty();
    try {
      tasks.forEach(newest.values(), copies::copyToUser);
    } catch (MalformedItemException e) {
      // What stands in the way of one copy stands in the way of no other.
      malformed = Optional.of(e);
    }
    tasks.forEach(
        deletions.values(),
        deletion -> copies.removeFromUser(deletion.post(), deletion.author(), deletion.written()));
    if (!newest.isEmpty() || !deletions.isEmpty()) {
      toFrontPage.accept(newest.values(), deletions.keySet());
    }
    for (PostId post : deletions.keySet()) {
      if (!copies.purge(post, () -> clock.instant().isBefore(until))) {
        throw new BatchUnfinishedException("The purge of post " + post + " continues later.");
      }
    }
    if (malformed.isPresent()) {
      throw malformed.get();
    }
  }
}
