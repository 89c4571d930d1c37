package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One step of a run, which reads its ranges one after the other, page by page. A range stays valid
 * when partitions are split.
 */
public record RunStep(
    MaintenancePhase phase, LongSupplier total, Supplier<List<String>> ranges, Pages pages) {
  /** Processes the next page of a range, and returns the position after it, or empty at the end. */
  interface Pages {
    Optional<String> next(String range, Optional<String> after, MaintenanceRun run)
        throws InterruptedException;
  }

  /** Processes the items of a page, which are counted as scanned. */
  interface Receiver {
    void accept(Chunk chunk, MaintenanceRun run) throws InterruptedException;
  }

  interface Work {
    void run(MaintenanceRun run) throws InterruptedException;
  }

  /**
   * The items of a page. The part is -1 if they are complete logical partitions, or else the number
   * of the part of one partition, from 0.
   */
  record Chunk(List<StoredItem> items, int part) {
    boolean isWhole() {
      return part < 0;
    }
  }

  static RunStep ofPosts(MaintenancePhase phase, BlogAccess blog, Receiver receiver) {
    return over(phase, blog, BlogContainer.POSTS, new ContainerPages(blog, receiver)::posts);
  }

  static RunStep ofUsers(MaintenancePhase phase, BlogAccess blog, Receiver receiver) {
    return over(phase, blog, BlogContainer.USERS, new ContainerPages(blog, receiver)::users);
  }

  static RunStep ofListings(MaintenancePhase phase, BlogAccess blog, Receiver receiver) {
    return over(phase, blog, BlogContainer.LISTINGS, new ContainerPages(blog, receiver)::listings);
  }

  /** Returns a step that reads all tags. */
  static RunStep ofTags(MaintenancePhase phase, BlogAccess blog, Receiver receiver) {
    return new RunStep(
        phase, () -> 0, () -> List.of("all"), new ContainerPages(blog, receiver)::tags);
  }

  /** Returns a step that reads a whole container, by its physical partitions. */
  static RunStep over(
      MaintenancePhase phase, BlogAccess blog, BlogContainer container, Pages pages) {
    return new RunStep(
        phase, () -> blog.items().number(container), () -> blog.items().ranges(container), pages);
  }

  static RunStep single(MaintenancePhase phase, Work work) {
    Pages pages =
        (range, after, run) -> {
          work.run(run);
          run.scanned(1);
          return Optional.empty();
        };
    return new RunStep(phase, () -> 1, () -> List.of("all"), pages);
  }

  /** Reads pages that don't split a post or the items with one id. */
  private record ContainerPages(BlogAccess blog, Receiver receiver) {
    /**
     * Reads the next page of posts: one query in one physical partition. A logical partition that
     * fills a page costs one more query for each part.
     */
    Optional<String> posts(String range, Optional<String> after, MaintenanceRun run)
        throws InterruptedException {
      List<StoredItem> page = scan(BlogContainer.POSTS, range, after);
      if (page.size() < pageSize()) {
        receive(page, -1, run);
        return Optional.empty();
      }
      String last = postId(page.get(page.size() - 1));
      List<StoredItem> whole = page.stream().filter(item -> !postId(item).equals(last)).toList();
      if (whole.isEmpty() && !last.isEmpty()) {
        parts(last, run);
        return Optional.of(last);
      }
      // A query can't continue after a key that isn't a string, so only the first page is read.
      List<StoredItem> complete = last.isEmpty() ? page : whole;
      receive(complete, -1, run);
      return Optional.of(postId(complete.get(complete.size() - 1)));
    }

    private void parts(String postId, MaintenanceRun run) throws InterruptedException {
      String after = "";
      List<StoredItem> part;
      int number = 0;
      do {
        part =
            blog.items().partition(new ItemPlace(BlogContainer.POSTS, postId, after), pageSize());
        receive(part, number++, run);
        after = part.isEmpty() ? after : part.get(part.size() - 1).id();
      } while (part.size() == pageSize());
    }

    private static String postId(StoredItem item) {
      return item.place(BlogContainer.POSTS).partition();
    }

    Optional<String> users(String range, Optional<String> after, MaintenanceRun run)
        throws InterruptedException {
      return byId(BlogContainer.USERS, range, after, run);
    }

    Optional<String> listings(String range, Optional<String> after, MaintenanceRun run)
        throws InterruptedException {
      return byId(BlogContainer.LISTINGS, range, after, run);
    }

    /** Reads the next page of one logical partition, which has the tags behind the tagged posts. */
    Optional<String> tags(String range, Optional<String> after, MaintenanceRun run)
        throws InterruptedException {
      String last = after.orElse(TaggedPostItem.idOfTag(""));
      List<StoredItem> page =
          blog.items()
              .partition(
                  new ItemPlace(BlogContainer.LISTINGS, TaggedPostItem.BUCKET, last), pageSize());
      receive(page, -1, run);
      return page.size() < pageSize()
          ? Optional.empty()
          : Optional.of(page.get(page.size() - 1).id());
    }

    /**
     * Reads the next page in the order of ids: one query in one physical partition and, if there
     * are more items, one for the items with the page's last id, because several items can have one
     * id.
     */
    private Optional<String> byId(
        BlogContainer container, String range, Optional<String> after, MaintenanceRun run)
        throws InterruptedException {
      List<StoredItem> page = scan(container, range, after);
      if (page.size() < pageSize()) {
        receive(page, -1, run);
        return Optional.empty();
      }
      String last = page.get(page.size() - 1).id();
      receive(page.stream().filter(item -> !item.id().equals(last)).toList(), -1, run);
      int limit = pageSize();
      List<StoredItem> ofLast = blog.items().ofId(container, range, last, limit);
      while (ofLast.size() == limit) {
        limit *= 2;
        ofLast = blog.items().ofId(container, range, last, limit);
      }
      receive(ofLast, -1, run);
      return Optional.of(last);
    }

    private List<StoredItem> scan(BlogContainer container, String range, Optional<String> after) {
      return blog.items().scan(container, range, after.orElse(null), pageSize());
    }

    private void receive(List<StoredItem> items, int part, MaintenanceRun run)
        throws InterruptedException {
      receiver.accept(new Chunk(items, part), run);
      run.scanned(items.size());
    }

    private int pageSize() {
      return blog.settings().pageSize();
    }
  }
}
