package dev.cosmosblog.maintenance.internal.upgrade;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages.Chunk;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.RunTimer;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.FormerUsers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts posts, comments and likes, one logical partition after the other, and then writes the
 * short copies of the page's posts. The repair corrects what live traffic or the size of a post
 * prevented.
 */
final class UpgradePosts {
  private final BlogAccess blog;
  private final Optional<FormerUsers> formerUsers;
  private final PostConversion conversion;
  private final ShortCopies copies;

  UpgradePosts(
      BlogAccess blog, RunTimer timer, ForeignItems foreign, Optional<FormerUsers> formerUsers) {
    this.blog = blog;
    this.formerUsers = formerUsers;
    this.conversion = new PostConversion(blog, foreign, timer);
    this.copies = new ShortCopies(blog);
  }

  /**
   * The items of one post on a page.
   *
   * @param postId the partition key
   * @param items the items that can be read
   * @param part which part of the partition they are, from 0, or -1 if it is whole
   */
  record PostPage(String postId, List<StoredItem> items, int part) {
    boolean isWhole() {
      return part < 0;
    }

    boolean isFirst() {
      return part <= 0;
    }

    Optional<StoredItem> post() {
      return items.stream().filter(item -> item.id().equals(postId)).findFirst();
    }

    long number(String type) {
      return items.stream().filter(item -> item.type().equals(type)).count();
    }
  }

  void convert(Chunk chunk, RunLog log) throws InterruptedException {
    List<StoredItem> readable = new ArrayList<>();
    Map<String, List<StoredItem>> partitions = new LinkedHashMap<>();
    for (StoredItem item : chunk.items()) {
      ItemPlace place = place(item);
      Optional<String> problem = ForeignItems.problem(item);
      if (problem.isEmpty()) {
        readable.add(item);
        partitions.computeIfAbsent(place.partition(), key -> new ArrayList<>()).add(item);
      } else if (blog.dryRun() || ItemChecks.problem(BlogContainer.POSTS, item).isEmpty()) {
        // The repair reports those that it cannot read either.
        log.found(Findings.unreadable(place, problem.get()));
      }
    }
    Map<String, VersionedName> names = names(authorsOf(readable));
    if (blog.dryRun()) {
      reportPlanned(chunk, names, log);
    }
    List<StoredItem> posts = new ArrayList<>();
    for (Map.Entry<String, List<StoredItem>> entry : partitions.entrySet()) {
      PostPage page = new PostPage(entry.getKey(), entry.getValue(), chunk.part());
      conversion.convert(page, names, log).filter(post -> page.isFirst()).ifPresent(posts::add);
    }
    copies.write(posts, log);
    log.scanned(chunk.items().size());
  }

  private static Set<String> authorsOf(List<StoredItem> readable) {
    return readable.stream()
        .filter(item -> !item.isDeleted())
        .filter(item -> !ForeignItems.typeOf(item).isEmpty())
        .map(StoredItem::author)
        .filter(author -> !author.isEmpty())
        .collect(Collectors.toSet());
  }

  /** The names of authors; in a dry run, also of users who would be copied or converted. */
  private Map<String, VersionedName> names(Collection<String> ids) {
    Map<String, VersionedName> names = new HashMap<>();
    List<ItemPlace> places = ids.stream().map(ItemPlace::ofUser).toList();
    blog.find(BlogContainer.USERS, places).values().stream()
        .filter(user -> ItemChecks.determinesName(user) || user.lacks("type"))
        .filter(user -> ItemChecks.problem(BlogContainer.USERS, user).isEmpty())
        .forEach(user -> names.put(user.id(), user.user().name()));
    if (blog.dryRun() && formerUsers.isPresent()) {
      List<String> others = ids.stream().filter(id -> !names.containsKey(id)).toList();
      for (StoredItem user : formerUsers.get().find(others).values()) {
        try {
          names.put(user.id(), user.user().name());
        } catch (MalformedItemException e) {
          // It would not be copied.
        }
      }
    }
    return names;
  }

  /**
   * Reports in a dry run, as far as a page shows it, items without a live post and items without an
   * author: what the repair of an upgrade would find.
   */
  private static void reportPlanned(Chunk chunk, Map<String, VersionedName> names, RunLog log) {
    Map<String, StoredItem> posts = new HashMap<>();
    chunk.items().stream()
        .filter(item -> item.id().equals(place(item).partition()))
        .forEach(item -> posts.put(item.id(), item));
    for (StoredItem item : chunk.items()) {
      if (ForeignItems.isReadable(item)) {
        @Nullable StoredItem post = posts.get(place(item).partition());
        if (!chunk.isWhole() || (post != null && ForeignItems.isLivePost(post))) {
          reportMissingAuthor(item, names, log);
        } else if (ItemChecks.isReaction(item)) {
          reportMissingPost(item, post, log);
        }
      }
    }
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  private static void reportMissingAuthor(
      StoredItem item, Map<String, VersionedName> names, RunLog log) {
    boolean written = ForeignItems.isReaction(item) || ForeignItems.isReadablePost(item);
    if (written && !names.containsKey(item.author())) {
      log.found(
          Findings.left(
              FindingKind.MISSING_AUTHOR, place(item), "a missing user", "a user with this id"));
    }
  }

  /** Another item in the post's place keeps what belongs to it. */
  private static void reportMissingPost(StoredItem item, @Nullable StoredItem post, RunLog log) {
    String found = "a " + item.type();
    if (post == null) {
      String expected = "none, or a post that it belongs to";
      log.found(Findings.left(FindingKind.ORPHAN, place(item), found, expected));
    } else if (post.type().equals(ItemType.POST)
        && post.isDeleted()
        && ForeignItems.isReadable(post)) {
      String expected = "none: the post was deleted";
      log.found(Findings.repairable(FindingKind.LEFTOVER, place(item), found, expected));
    }
  }
}
