package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import java.util.List;
import java.util.Optional;

/**
 * Reads the containers of posts and users page by page. A page ends where a post or an id does, so
 * that what belongs together arrives together.
 */
public final class ContainerPages {
  private final ItemReads items;
  private final int pageSize;

  public ContainerPages(ItemReads items, int pageSize) {
    this.items = items;
    this.pageSize = pageSize;
  }

  /**
   * Some items of a page.
   *
   * @param items whole logical partitions, or a part of one
   * @param part the number of the part, from 0, or -1 for whole partitions
   */
  public record Chunk(List<StoredItem> items, int part) {
    public Chunk {
      items = List.copyOf(items);
    }

    /** Returns whether the chunk contains whole logical partitions. */
    public boolean isWhole() {
      return part < 0;
    }
  }

  /** Receives items on the caller's thread. */
  @FunctionalInterface
  public interface Receiver {
    void accept(Chunk chunk) throws InterruptedException;
  }

  /**
   * Reads the next page of posts in the order of their partition keys: one query in one physical
   * partition. A logical partition that fills a page takes one more query for each part of it.
   * Returns the partition key to continue after, or empty at the end of the range.
   */
  public Optional<String> posts(String range, Optional<String> after, Receiver receiver)
      throws InterruptedException {
    List<StoredItem> page = items.scan(BlogContainer.POSTS, range, after.orElse(null), pageSize);
    if (page.size() < pageSize) {
      receiver.accept(new Chunk(page, -1));
      return Optional.empty();
    }
    String last = postId(page.get(page.size() - 1));
    List<StoredItem> whole = page.stream().filter(item -> !postId(item).equals(last)).toList();
    if (whole.isEmpty() && !last.isEmpty()) {
      parts(last, receiver);
      return Optional.of(last);
    }
    // A query cannot continue after a key that is not a string; the first page stands for all.
    List<StoredItem> complete = last.isEmpty() ? page : whole;
    receiver.accept(new Chunk(complete, -1));
    return Optional.of(postId(complete.get(complete.size() - 1)));
  }

  private static String postId(StoredItem item) {
    return item.place(BlogContainer.POSTS).partition();
  }

  private void parts(String postId, Receiver receiver) throws InterruptedException {
    String after = "";
    List<StoredItem> part;
    int number = 0;
    do {
      part = items.partition(new ItemPlace(BlogContainer.POSTS, postId, after), pageSize);
      receiver.accept(new Chunk(part, number++));
      after = part.isEmpty() ? after : part.get(part.size() - 1).id();
    } while (part.size() == pageSize);
  }

  /**
   * Reads the next page of the container of users in the order of ids: one query in one physical
   * partition and, if there is more, one for the items of the page's last id, which several short
   * copies can share. Returns the id to continue after, or empty at the end of the range.
   */
  public Optional<String> users(String range, Optional<String> after, Receiver receiver)
      throws InterruptedException {
    List<StoredItem> page = items.scan(BlogContainer.USERS, range, after.orElse(null), pageSize);
    if (page.size() < pageSize) {
      receiver.accept(new Chunk(page, -1));
      return Optional.empty();
    }
    String last = page.get(page.size() - 1).id();
    receiver.accept(new Chunk(page.stream().filter(item -> !item.id().equals(last)).toList(), -1));
    receiver.accept(new Chunk(ofId(range, last), -1));
    return Optional.of(last);
  }

  private List<StoredItem> ofId(String range, String id) {
    int limit = pageSize;
    List<StoredItem> found = items.usersOfId(range, id, limit);
    while (found.size() == limit) {
      limit *= 2;
      found = items.usersOfId(range, id, limit);
    }
    return found;
  }
}
