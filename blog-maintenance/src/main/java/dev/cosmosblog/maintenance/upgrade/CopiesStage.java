package dev.cosmosblog.maintenance.upgrade;

import static dev.cosmosblog.store.internal.item.BlogContainer.POSTS;

import dev.cosmosblog.maintenance.scan.PartitionScan;
import dev.cosmosblog.store.internal.cosmos.ChangePage;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the copies of all posts that the container of posts, or its change feed, has. A range of
 * the change feed ends where its changes are later than the range's first look: beside live traffic
 * there is always one more, and what came meanwhile is the host's own change feed's.
 */
final class CopiesStage implements Stage {
  private final Blog blog;
  private final ShortCopies copies;
  private final RebuildSource source;
  private final PartitionScan scan;
  private final int pageSize;

  /** How many pages in a row had something later; of this process alone. */
  private int latePages;

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
    return blog.items().number(POSTS);
  }

  @Override
  public List<String> ranges() {
    return blog.items().ranges(POSTS);
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    return source == RebuildSource.CONTAINER
        ? scan.page(range, after, chunk -> copy(chunk.items(), sink))
        : changes(range, after, sink);
  }

  private Optional<String> changes(String range, Optional<String> after, Sink sink) {
    FeedPlace place =
        after
            .map(FeedPlace::parse)
            .orElseGet(() -> FeedPlace.atBeginning(blog.items().lastWrite(POSTS, range)));
    ChangePage page = blog.items().changes(POSTS, range, place.continuation(), pageSize);
    copy(page.items(), sink);
    boolean late = page.items().stream().anyMatch(item -> item.writtenAt() > place.end());
    latePages = late ? latePages + 1 : 0;
    boolean more = page.more() && (!late || latePages < parts(range));
    if (!more) {
      latePages = 0;
    }
    return more ? Optional.of(place.at(page.continuation()).text()) : Optional.empty();
  }

  /** A page is of one physical partition; those of a range that was split take turns. */
  private int parts(String range) {
    List<String> now = ranges();
    return now.contains(range) ? 1 : now.size();
  }

  /**
   * Where to go on in a range of the change feed.
   *
   * @param end when the range was written last before it was begun, by the service's clock
   * @param continuation the change feed's own place, or empty at its beginning
   */
  private record FeedPlace(long end, Optional<String> continuation) {
    static FeedPlace atBeginning(long end) {
      return new FeedPlace(end, Optional.empty());
    }

    static FeedPlace parse(String text) {
      int space = text.indexOf(' ');
      if (space < 0) {
        throw new IllegalArgumentException("This is no place in a change feed.");
      }
      return new FeedPlace(
          Long.parseLong(text.substring(0, space)), Optional.of(text.substring(space + 1)));
    }

    FeedPlace at(String there) {
      return new FeedPlace(end, Optional.of(there));
    }

    String text() {
      return end + " " + continuation.orElse("");
    }
  }

  private void copy(Collection<StoredItem> items, Sink sink) {
    Map<String, StoredItem> posts = new HashMap<>();
    items.stream().filter(ForeignItems::isReadablePost).forEach(post -> posts.put(post.id(), post));
    copies.write(List.copyOf(posts.values()), sink);
    sink.scanned(items.size());
  }
}
