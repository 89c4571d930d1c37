package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.AuthoredItemChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ModeratedComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PendingComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostDeletion;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.PendingComments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Maintains the summaries of posts beside their authors, in the listings if the blog has one, and
 * on the front page, and removes those of deleted posts. Purges the comments and likes of deleted
 * posts last. A batch whose time is over stops, and is redelivered for the rest, because the lease
 * must outlast its throttled requests.
 *
 * <p>Updates the author's name in each post, comment and like with a stale one, which was read just
 * before a rename whose pass preceded the item. The item's change arrives later. By then, either
 * the user has the new name, or the rename is later and finds the item. A post's name is checked
 * before its summary is created, and so not again if there is a summary.
 */
public record PostCopyHandler(
    Repositories blog, FrontPageWriter frontPage, ItemTasks tasks, TimeLimit time)
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
  public boolean awaitWritten(Duration timeout) throws InterruptedException {
    return frontPage.awaitWritten(timeout);
  }

  @Override
  public void close() {
    tasks.close();
    frontPage.close();
  }

  private void handle(
      List<BlogChange> changes, BiConsumer<Collection<PostSummaryItem>, Set<PostId>> toFrontPage) {
    Instant end = time.end();
    BooleanSupplier hasTime = () -> time.now().isBefore(end);
    Map<String, PostSummaryItem> newest = new LinkedHashMap<>();
    Map<PostId, DeletedPost> deletions = new LinkedHashMap<>();
    List<AuthoredItemChange> posts = new ArrayList<>();
    List<AuthoredItemChange> reactions = new ArrayList<>();
    for (BlogChange change : changes) {
      if (change instanceof PostChange changed) {
        newest.merge(String.valueOf(changed.post().id()), changed.post(), PostSummaryItem::newest);
      } else if (change instanceof PostDeletion deletion) {
        deletions.put(deletion.deleted().post(), deletion.deleted());
      } else if (change instanceof AuthoredItemChange authored) {
        (ItemType.POST.equals(authored.item().type()) ? posts : reactions).add(authored);
      }
    }
    // An item that can't be handled doesn't block the others.
    List<RuntimeException> ofItems = new ArrayList<>();
    List<PostSummaryItem> justHidden = justHidden(newest.values(), hasTime, ofItems);
    if (!justHidden.isEmpty()) {
      frontPage.writeAtOnce(justHidden, Set.of());
    }
    Set<PostId> unlisted = ConcurrentHashMap.newKeySet();
    Set<String> copied = ConcurrentHashMap.newKeySet();
    List<Runnable> first = nameChecks(reactions, hasTime);
    blog.pendingComments().ifPresent(all -> first.addAll(queued(changes, all)));
    newest.values().stream()
        .filter(post -> post.version() > 0)
        .forEach(post -> first.add(() -> refresh(post, copied)));
    attempt(first, hasTime, ofItems);
    posts.removeIf(post -> copied.contains(post.item().id()));
    attempt(nameChecks(posts, hasTime), hasTime, ofItems);
    attempt(
        newest.values().stream()
            .filter(post -> !copied.contains(String.valueOf(post.id())))
            .map(post -> (Runnable) () -> blog.summaries().put(post))
            .toList(),
        hasTime,
        ofItems);
    attempt(
        deletions.values().stream()
            .map(deleted -> (Runnable) () -> remove(deleted, unlisted))
            .toList(),
        hasTime,
        ofItems);
    removeShown(unlisted);
    Set<PostId> gone = new HashSet<>(deletions.keySet());
    gone.removeAll(unlisted);
    List<PostSummaryItem> published =
        newest.values().stream().filter(PostSummaryItem::isListed).toList();
    if (!published.isEmpty() || !gone.isEmpty()) {
      toFrontPage.accept(published, gone);
    }
    purge(deletions.keySet(), hasTime);
    if (!ofItems.isEmpty()) {
      throw ofItems.get(0);
    }
  }

  private void purge(Set<PostId> deleted, BooleanSupplier hasTime) {
    for (PostId post : deleted) {
      if (!blog.posts().purge(post, hasTime, this::removeFromQueue)) {
        throw new BatchUnfinishedException("The purge of post " + post + " continues later.");
      }
    }
  }

  /** Returns the tasks that write or remove the entries of comments in the queue, one for each. */
  private static Collection<Runnable> queued(List<BlogChange> changes, PendingComments all) {
    Map<String, Runnable> tasks = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof PendingComment pending) {
        tasks.put(key(pending.comment()), () -> all.put(pending.comment()));
      } else if (change instanceof ModeratedComment moderated) {
        tasks.put(key(moderated.comment()), () -> all.remove(moderated.comment()));
      }
    }
    return tasks.values();
  }

  private void removeFromQueue(List<StoredItem> comments) {
    blog.pendingComments()
        .ifPresent(all -> comments.stream().filter(StoredItem::mayBeQueued).forEach(all::remove));
  }

  private static String key(CommentItem comment) {
    return PendingItem.idOf(String.valueOf(comment.postId()), String.valueOf(comment.id()));
  }

  private static String key(StoredItem comment) {
    return PendingItem.idOf(comment.textOf("postId").orElse(""), comment.id());
  }

  /**
   * Returns the posts that readers don't see, but may have seen in the version before, or that are
   * on the front page. They leave the front page before their summaries become invisible, so that
   * such a summary shows that later changes rarely concern the front page.
   */
  private List<PostSummaryItem> justHidden(
      Collection<PostSummaryItem> newest, BooleanSupplier hasTime, List<RuntimeException> ofItems) {
    Map<PostId, PostSummaryItem> unlisted = new LinkedHashMap<>();
    newest.stream()
        .filter(post -> !post.isListed() && post.version() > 0)
        .forEach(post -> unlisted.put(PostId.of(String.valueOf(post.id())), post));
    Set<PostId> before = ConcurrentHashMap.newKeySet();
    List<Runnable> reads = new ArrayList<>();
    unlisted.forEach((id, post) -> reads.add(() -> addIfUnlistedBefore(id, post, before)));
    attempt(reads, hasTime, ofItems);
    removeShown(before);
    unlisted.keySet().removeAll(before);
    return List.copyOf(unlisted.values());
  }

  private void addIfUnlistedBefore(PostId id, PostSummaryItem post, Set<PostId> before) {
    UserId author = UserId.of(String.valueOf(post.userId()));
    if (blog.summaries().wasUnlisted(id, author, post.version())) {
      before.add(id);
    }
  }

  /** A repair may write an invisible summary before the change feed writes the front page. */
  private void removeShown(Set<PostId> unlistedBefore) {
    if (!unlistedBefore.isEmpty()) {
      unlistedBefore.removeAll(blog.frontPage().shownAmong(unlistedBefore));
    }
  }

  /** Removes a post's copies, and adds it to {@code unlisted} if readers didn't see it before. */
  private void remove(DeletedPost deleted, Set<PostId> unlisted) {
    blog.slugs().release(deleted);
    blog.listings().ifPresent(entries -> entries.remove(deleted));
    UserId author =
        deleted
            .author()
            .orElseThrow(
                () ->
                    new MalformedItemException(
                        deleted.post().value(),
                        "its 'userId' is unreadable, so its summary beside the author remains; a"
                            + " repair removes it."));
    if (blog.summaries().remove(deleted, author)) {
      unlisted.add(deleted.post());
    }
  }

  private void refresh(PostSummaryItem post, Set<String> copied) {
    if (blog.summaries().refresh(post)) {
      copied.add(String.valueOf(post.id()));
    }
  }

  private void attempt(
      List<Runnable> all, BooleanSupplier hasTime, List<RuntimeException> ofItems) {
    try {
      tasks.forEach(
          all,
          task -> {
            checkTime(hasTime);
            task.run();
          });
    } catch (RuntimeException e) {
      ofItems.add(ChangeHandler.causedByItem(e));
    }
  }

  private static void checkTime(BooleanSupplier hasTime) {
    if (!hasTime.getAsBoolean()) {
      throw new BatchUnfinishedException("The rest of its items continue later.");
    }
  }

  /** Returns the tasks that compare each item's name with its author's, one for each author. */
  private List<Runnable> nameChecks(List<AuthoredItemChange> written, BooleanSupplier hasTime) {
    Map<UserId, List<AuthoredItemChange>> byAuthor = new LinkedHashMap<>();
    written.forEach(
        change -> byAuthor.computeIfAbsent(change.author(), any -> new ArrayList<>()).add(change));
    if (blog.users().readsTogether(byAuthor.size())) {
      blog.users()
          .currentNames(byAuthor.keySet())
          .forEach(
              (author, name) ->
                  byAuthor.computeIfPresent(author, (any, all) -> olderThan(name, all)));
    }
    List<Runnable> checks = new ArrayList<>();
    byAuthor.forEach((author, all) -> checks.add(() -> check(author, all, hasTime)));
    return checks;
  }

  /** Returns the changes with a stale username, or null if no change has one. */
  private static @Nullable List<AuthoredItemChange> olderThan(
      VersionedName name, List<AuthoredItemChange> all) {
    List<AuthoredItemChange> older =
        all.stream().filter(change -> change.userVersion() < name.version()).toList();
    return older.isEmpty() ? null : older;
  }

  private void check(UserId author, List<AuthoredItemChange> written, BooleanSupplier hasTime) {
    Optional<VersionedName> current = blog.users().currentName(author);
    ItemTasks.IN_ORDER.forEach(
        written,
        change -> {
          checkTime(hasTime);
          check(change, current);
        });
  }

  private void check(AuthoredItemChange change, Optional<VersionedName> current) {
    if (current.isEmpty()) {
      // By the same argument, a user who was erased during the write is seen as erased now.
      blog.erasures().eraseLate(change.item(), change.author());
    } else if (current.get().version() > change.userVersion()) {
      blog.names().put(change.item(), current.get());
    }
  }
}
