package dev.cosmosblog.changefeed.upgrade;

import dev.cosmosblog.changefeed.scan.PartitionScan;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.ChangePage;
import dev.cosmosblog.store.StoredItem;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the copies of all posts that the container of posts, or its change feed, has. */
final class CopiesStage implements Stage {
  private final Blog blog;
  private final ShortCopies copies;
  private final RebuildSource source;
  private final PartitionScan scan;
  private final int pageSize;

  CopiesStage(Blog blog, RebuildSource source, int pageSize) {
    this.blog = blog;
    this.copies = new ShortCopies(blog, true);
    this.source = source;
    this.scan = new PartitionScan(blog.items(), pageSize);
    this.pageSize = pageSize;
  }

  @Override
  public RunPhase phase() {
    return RunPhase.COPIES;
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
    return source == RebuildSource.CONTAINER
        ? scan.page(range, after, chunk -> copy(chunk.items(), sink))
        : changes(range, after, sink);
  }

  private Optional<String> changes(String range, Optional<String> after, Sink sink) {
    ChangePage page = blog.items().changes(BlogContainer.POSTS, range, after, pageSize);
    copy(page.items(), sink);
    return page.more() ? Optional.of(page.continuation()) : Optional.empty();
  }

  private void copy(Collection<StoredItem> items, Sink sink) {
    Map<String, StoredItem> posts = new HashMap<>();
    items.stream().filter(ForeignItems::isReadablePost).forEach(post -> posts.put(post.id(), post));
    copies.write(List.copyOf(posts.values()), sink);
    sink.scanned(items.size());
  }
}
