package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.AuthoredItemChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostDeletion;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.Repositories;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
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
 * Copies the newest version of each changed post in a batch, as a summary, to its author, to the
 * archive if the blog keeps one, and to the front page, and removes the copies of deleted posts.
 * Their comments and likes are purged last. A batch that runs out of {@code longest} begins no more
 * items, is delivered again, and finds only what is left: throttled requests wait, and their lease
 * must outlast them.
 *
 * <p>Writes the author's name to each post, comment and like that carries an older one: it was read
 * just before a rename that passed before the item was there. The item's change comes later: either
 * the user is read here in the new version, or the rename came later and finds the item. A post's
 * name is checked before its copy is created, and so not again where there is a copy.
 */
public record PostCopyHandler(
    Repositories blog, FrontPageWriter frontPage, ItemTasks tasks, Clock clock, Duration longest)
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
      List<BlogChange> changes, BiConsumer<Collection<PostSummaryItem>, Set<PostId>> toFrontPage) {
    Instant until = clock.instant().plus(longest);
    BooleanSupplier goesOn = () -> clock.instant().isBefore(until);
    Map<String, PostSummaryItem> newest = new LinkedHashMap<>();
    Map<PostId, PostDeletion> deletions = new LinkedHashMap<>();
    List<AuthoredItemChange> posts = new ArrayList<>();
    List<AuthoredItemChange> reactions = new ArrayList<>();
    for (BlogChange change : changes) {
      if (change instanceof PostChange changed) {
        newest.merge(String.valueOf(changed.post().id()), changed.post(), PostSummaryItem::newest);
      } else if (change instanceof PostDeletion deletion) {
        deletions.put(deletion.post(), deletion);
      } else if (change instanceof AuthoredItemChange authored) {
        (ItemType.POST.equals(authored.item().type()) ? posts : reactions).add(authored);
      }
    }
    // A failure of one copy or name doesn't prevent the others.
    List<RuntimeException> ofItems = new ArrayList<>();
    Set<String> copied = ConcurrentHashMap.newKeySet();
    List<Runnable> first = nameChecks(reactions, goesOn);
    newest.values().stream()
        .filter(post -> post.version() > 0)
        .forEach(post -> first.add(() -> refresh(post, copied)));
    attempt(first, goesOn, ofItems);
    posts.removeIf(post -> copied.contains(post.item().id()));
    attempt(nameChecks(posts, goesOn), goesOn, ofItems);
    attempt(
        newest.values().stream()
            .filter(post -> !copied.contains(String.valueOf(post.id())))
            .map(post -> (Runnable) () -> blog.summaries().put(post))
            .toList(),
        goesOn,
        ofItems);
    tasks.forEach(
        deletions.values(),
        deletion -> {
          checkTime(goesOn);
          remove(deletion);
        });
    List<PostSummaryItem> published =
        newest.values().stream().filter(post -> post.isListed() || post.isHidden()).toList();
    if (!published.isEmpty() || !deletions.isEmpty()) {
      toFrontPage.accept(published, deletions.keySet());
    }
    for (PostId post : deletions.keySet()) {
      if (!blog.posts().purge(post, goesOn)) {
        throw new BatchUnfinishedException("The purge of post " + post + " continues later.");
      }
    }
    if (!ofItems.isEmpty()) {
      throw ofItems.get(0);
    }
  }

  private void remove(PostDeletion deletion) {
    String archivedOn = deletion.archivedOn();
    if (archivedOn != null) {
      blog.archive()
          .ifPresent(entries -> entries.remove(deletion.post(), archivedOn, deletion.written()));
    }
    blog.summaries().remove(deletion.post(), deletion.author(), deletion.written());
  }

  private void refresh(PostSummaryItem post, Set<String> copied) {
    if (blog.summaries().refresh(post)) {
      copied.add(String.valueOf(post.id()));
    }
  }

  private void attempt(List<Runnable> all, BooleanSupplier goesOn, List<RuntimeException> ofItems) {
    try {
      tasks.forEach(
          all,
          task -> {
            checkTime(goesOn);
            task.run();
          });
    } catch (RuntimeException e) {
      ofItems.add(ChangeHandler.causedByItem(e));
    }
  }

  private static void checkTime(BooleanSupplier goesOn) {
    if (!goesOn.getAsBoolean()) {
      throw new BatchUnfinishedException("The rest of its items continue later.");
    }
  }

  /** Returns the tasks that compare each item's name with its author's, one for each author. */
  private List<Runnable> nameChecks(List<AuthoredItemChange> written, BooleanSupplier goesOn) {
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
    byAuthor.forEach((author, all) -> checks.add(() -> check(author, all, goesOn)));
    return checks;
  }

  /** Returns the changes with a stale username, or null if no change has one. */
  private static @Nullable List<AuthoredItemChange> olderThan(
      VersionedName name, List<AuthoredItemChange> all) {
    List<AuthoredItemChange> older =
        all.stream().filter(change -> change.userVersion() < name.version()).toList();
    return older.isEmpty() ? null : older;
  }

  private void check(UserId author, List<AuthoredItemChange> written, BooleanSupplier goesOn) {
    Optional<VersionedName> current = blog.users().currentName(author);
    ItemTasks.IN_ORDER.forEach(
        written,
        change -> {
          checkTime(goesOn);
          check(change, current);
        });
  }

  private void check(AuthoredItemChange change, Optional<VersionedName> current) {
    if (current.isEmpty()) {
      // By the same argument: a user who was erased while this was written is seen as erased now.
      blog.erasures().eraseLate(change.item(), change.author());
    } else if (current.get().version() > change.userVersion()) {
      blog.names().put(change.item(), current.get());
    }
  }
}
