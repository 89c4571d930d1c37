package dev.cosmosblog.maintenance.internal.rebuild;

import static dev.cosmosblog.store.internal.item.BlogContainer.POSTS;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.RunStep;
import dev.cosmosblog.maintenance.internal.upgrade.ShortCopies;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.store.internal.cosmos.ChangePage;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the short copies of all posts, which it reads from their container or from their change
 * feed. Beside live traffic a change feed never ends. So a range of it ends at the first change
 * that is later than the start of the range; later changes are left to the host's own change feed.
 */
public final class CopiesStep {
  private final BlogAccess blog;
  private final ShortCopies copies;
  private final int pageSize;

  /** The number of pages in a row that had a later change. Not part of the checkpoint. */
  private int latePages;

  private CopiesStep(BlogAccess blog, int pageSize) {
    this.blog = blog;
    this.copies = new ShortCopies(blog);
    this.pageSize = pageSize;
  }

  /** Returns the step that reads the container of posts in the order of partition keys. */
  public static RunStep fromContainer(BlogAccess blog, int pageSize) {
    CopiesStep step = new CopiesStep(blog, pageSize);
    ContainerPages pages = new ContainerPages(blog.items(), pageSize);
    return RunStep.over(
        MaintenancePhase.COPIES,
        blog,
        POSTS,
        (range, after, log) -> pages.posts(range, after, chunk -> step.copy(chunk.items(), log)));
  }

  /** Returns the step that reads the change feed of posts from its beginning. */
  public static RunStep fromChangeFeed(BlogAccess blog, int pageSize) {
    CopiesStep step = new CopiesStep(blog, pageSize);
    return RunStep.over(MaintenancePhase.COPIES, blog, POSTS, step::changes);
  }

  private Optional<String> changes(String range, Optional<String> after, RunLog log) {
    Position position =
        after
            .map(Position::parse)
            .orElseGet(() -> new Position(blog.items().lastWrite(POSTS, range), Optional.empty()));
    ChangePage page =
        blog.items().changes(POSTS, range, position.continuation().orElse(null), pageSize);
    copy(page.items(), log);
    boolean late = page.items().stream().anyMatch(item -> item.writtenAt() > position.end());
    latePages = late ? latePages + 1 : 0;
    if (!page.more() || (late && latePages >= partitions(range))) {
      latePages = 0;
      return Optional.empty();
    }
    return Optional.of(position.end() + " " + page.continuation());
  }

  /** A page has changes of one physical partition. Those of a range that was split take turns. */
  private int partitions(String range) {
    List<String> ranges = blog.items().ranges(POSTS);
    return ranges.contains(range) ? 1 : ranges.size();
  }

  private void copy(List<StoredItem> items, RunLog log) {
    Map<String, StoredItem> latest = new HashMap<>();
    items.stream()
        .filter(item -> item.id().equals(item.place(POSTS).partition()))
        .forEach(post -> latest.put(post.id(), post));
    copies.write(latest.values(), log);
    log.scanned(items.size());
  }

  /**
   * A position in a range of the change feed.
   *
   * @param end the last write of the range before its first page, by the service's clock
   * @param continuation the position in the change feed, or empty at its beginning
   */
  private record Position(long end, Optional<String> continuation) {
    static Position parse(String text) {
      int space = text.indexOf(' ');
      if (space < 0) {
        throw new IllegalArgumentException("This is not a position in a change feed.");
      }
      return new Position(
          Long.parseLong(text.substring(0, space)), Optional.of(text.substring(space + 1)));
    }
  }
}
