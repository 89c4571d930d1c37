package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.maintenance.scan.PartitionScan;
import dev.cosmosblog.maintenance.scan.PartitionScan.Chunk;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Posts with their comments and likes, a post's logical partition at a time: counts, likes, names,
 * what deleted posts left, and each post's copy beside its author. A page takes one query for its
 * items, one look at their authors and one at the copies, each at many items at once.
 */
final class PostsSection implements Section {
  private final Blog blog;
  private final PartitionScan scan;

  PostsSection(Blog blog) {
    this.blog = blog;
    this.scan = new PartitionScan(blog.items(), blog.settings().pageSize());
  }

  @Override
  public List<String> ranges() {
    return blog.items().ranges(BlogContainer.POSTS);
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    return scan.page(
        range,
        after,
        chunk -> {
          sink.scanned(chunk.items().size());
          sink.suspects(suspects(chunk));
        });
  }

  private List<Suspect> suspects(Chunk chunk) {
    List<Suspect> suspects = new ArrayList<>();
    List<StoredItem> readable = new ArrayList<>();
    Map<String, PostPartition> partitions = new LinkedHashMap<>();
    for (StoredItem item : chunk.items()) {
      Optional<Finding> problem =
          ItemReading.problem(BlogContainer.POSTS, item)
              .map(why -> Finding.unreadable(place(item), why));
      problem.ifPresentOrElse(
          finding -> suspects.add(() -> Look.left(finding)), () -> readable.add(item));
      partitions
          .computeIfAbsent(place(item).partition(), key -> new PostPartition(blog, key))
          .add(item, problem.isEmpty());
    }
    if (!chunk.isWhole()) {
      partitions.forEach((key, partition) -> partition.isPart(chunk.part(), find(key)));
    }
    Map<ItemPlace, StoredItem> beside = new HashMap<>(authors(readable));
    beside.putAll(copies(partitions.values()));
    partitions.values().forEach(partition -> partition.suspects(beside, suspects));
    return suspects;
  }

  private Optional<StoredItem> find(String postId) {
    return blog.items().find(ItemPlace.ofPost(postId));
  }

  private Map<ItemPlace, StoredItem> authors(List<StoredItem> readable) {
    Set<ItemPlace> places =
        readable.stream()
            .filter(item -> ItemReading.belongsToPost(item) || ItemReading.isLivePost(item))
            .map(item -> ItemPlace.ofUser(item.author()))
            .collect(Collectors.toSet());
    return blog.items().find(BlogContainer.USERS, places);
  }

  private Map<ItemPlace, StoredItem> copies(Collection<PostPartition> partitions) {
    List<ItemPlace> places =
        partitions.stream().flatMap(partition -> partition.copyPlace().stream()).toList();
    return blog.items().find(BlogContainer.USERS, places);
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  /** Whether a finding in a post's partition may have been mended by a write to the post. */
  static boolean wrotePost(Finding finding) {
    return switch (finding.kind()) {
      case WRONG_COUNT, DUPLICATE_LIKE, LEFTOVER -> true;
      case STALE_NAME -> finding.place().id().equals(finding.place().partition());
      default -> false;
    };
  }
}
