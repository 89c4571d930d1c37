package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.maintenance.scan.PartitionScan;
import dev.cosmosblog.maintenance.scan.PartitionScan.Chunk;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Gives posts, comments and likes what they lack, a post's logical partition at a time, and then
 * the page's posts their copies. What live traffic comes between, and what spans more than a page,
 * is left to the check.
 */
final class PostsStage implements Stage {
  private final Blog blog;
  private final Authors authors;
  private final PostAdoption adoption;
  private final ShortCopies copies;
  private final PartitionScan scan;

  PostsStage(Blog blog, Authors authors, PostAdoption adoption, ShortCopies copies, int pageSize) {
    this.blog = blog;
    this.authors = authors;
    this.adoption = adoption;
    this.copies = copies;
    this.scan = new PartitionScan(blog.items(), pageSize);
  }

  @Override
  public RunPhase phase() {
    return RunPhase.POSTS;
  }

  @Override
  public long total() {
    return blog.items().number(BlogContainer.POSTS);
  }

  @Override
  public List<String> ranges() {
    return blog.items().ranges(BlogContainer.POSTS);
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    return scan.page(range, after, chunk -> adopt(chunk, sink));
  }

  private void adopt(Chunk chunk, Sink sink) throws InterruptedException {
    List<StoredItem> readable = new ArrayList<>();
    Map<String, List<StoredItem>> partitions = new LinkedHashMap<>();
    for (StoredItem item : chunk.items()) {
      if (ForeignItems.isReadable(item)) {
        readable.add(item);
        partitions.computeIfAbsent(partition(item), key -> new ArrayList<>()).add(item);
      } else if (blog.dryRun() || ItemReading.problem(BlogContainer.POSTS, item).isEmpty()) {
        // The check tells of those that it can't read either.
        tellUnreadable(item, sink);
      }
    }
    Map<String, VersionedName> names = authors.names(authorsOf(readable));
    if (blog.dryRun()) {
      PlannedFindings.ofPosts(chunk, names, sink);
    }
    List<StoredItem> posts = new ArrayList<>();
    for (Map.Entry<String, List<StoredItem>> entry : partitions.entrySet()) {
      PostPage page = new PostPage(entry.getKey(), entry.getValue(), chunk.part());
      adoption.adopt(page, names, sink).filter(post -> page.isFirst()).ifPresent(posts::add);
    }
    copies.write(posts, sink);
    sink.scanned(chunk.items().size());
  }

  private static Set<String> authorsOf(List<StoredItem> readable) {
    return readable.stream()
        .filter(item -> !item.isDeleted())
        .filter(item -> !ForeignItems.typeOf(item).isEmpty())
        .map(StoredItem::author)
        .filter(author -> !author.isEmpty())
        .collect(Collectors.toSet());
  }

  private static String partition(StoredItem item) {
    return item.place(BlogContainer.POSTS).partition();
  }

  private static void tellUnreadable(StoredItem item, Sink sink) {
    ForeignItems.problem(item)
        .ifPresent(why -> sink.found(Unfinished.left(FindingKind.UNREADABLE_ITEM, item, why)));
  }
}
