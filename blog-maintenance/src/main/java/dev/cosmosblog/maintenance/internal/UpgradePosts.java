package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.internal.ContainerPages.Chunk;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads.FormerUsers;
import java.util.ArrayList;
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
record UpgradePosts(BlogAccess blog, ForeignItems foreign, Optional<FormerUsers> formerUsers) {
  void convert(Chunk chunk, MaintenanceRun run) throws InterruptedException {
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
        run.found(Findings.unreadable(place, problem.get()));
      }
    }
    Map<String, VersionedName> names =
        names(
            readable.stream()
                .filter(item -> !item.isDeleted() && !ForeignItems.typeOf(item).isEmpty())
                .map(StoredItem::author)
                .filter(author -> !author.isEmpty())
                .collect(Collectors.toSet()));
    if (blog.dryRun()) {
      reportPlanned(chunk, names, run);
    }
    List<StoredItem> posts = new ArrayList<>();
    for (Map.Entry<String, List<StoredItem>> entry : partitions.entrySet()) {
      new PostConversion(blog, foreign, names, run, entry.getKey(), entry.getValue(), chunk.part())
          .convert()
          .ifPresent(posts::add);
    }
    new ShortCopies(blog).write(posts, run);
  }

  /** The names of authors; in a dry run, also of users who would be copied or converted. */
  private Map<String, VersionedName> names(Set<String> ids) {
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
  private static void reportPlanned(
      Chunk chunk, Map<String, VersionedName> names, MaintenanceRun run) {
    Map<String, StoredItem> posts = new HashMap<>();
    chunk.items().stream()
        .filter(item -> item.id().equals(place(item).partition()))
        .forEach(item -> posts.put(item.id(), item));
    for (StoredItem item : chunk.items()) {
      if (ForeignItems.isReadable(item)) {
        @Nullable StoredItem post = posts.get(place(item).partition());
        if (!chunk.isWhole() || (post != null && ForeignItems.isLivePost(post))) {
          boolean written = ForeignItems.isReaction(item) || ForeignItems.isReadablePost(item);
          if (written && !names.containsKey(item.author())) {
            run.found(Findings.missingAuthor(place(item), "a missing user"));
          }
        } else if (ItemChecks.isReaction(item)) {
          reportMissingPost(item, post, run);
        }
      }
    }
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  /** Another item in the post's place keeps what belongs to it. */
  private static void reportMissingPost(
      StoredItem item, @Nullable StoredItem post, MaintenanceRun run) {
    String found = "a " + item.type();
    if (post == null) {
      run.found(Findings.orphan(place(item), found, false));
    } else if (post.type().equals(ItemType.POST)
        && post.isDeleted()
        && ForeignItems.isReadable(post)) {
      run.found(Findings.leftover(place(item), found));
    }
  }
}
