package dev.cosmosblog.changefeed.verify;

import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.BlogItems;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.ItemScan;
import dev.cosmosblog.store.StoredItem;
import java.util.List;
import java.util.Optional;

/**
 * Reads the posts by their logical partitions: whole ones, as many as fit into a page, or, where one
 * alone fills a page, that one in parts.
 */
final class PartitionScan {
  private final BlogItems items;
  private final int pageSize;

  PartitionScan(BlogItems items, int pageSize) {
    this.items = items;
    this.pageSize = pageSize;
  }

  /**
   * Some items of a page.
   *
   * @param items whole logical partitions, or a part of one
   * @param part which part, from 0, or -1 for whole ones
   */
  record Chunk(List<StoredItem> items, int part) {
    boolean isWhole() {
      return part < 0;
    }
  }

  /** Where they go. */
  interface Chunks {
    void accept(Chunk chunk) throws InterruptedException;
  }

  /** Reads the next page; the partition key after which to go on, or empty at the range's end. */
  Optional<String> page(String range, Optional<String> after, Chunks chunks)
      throws InterruptedException {
    List<StoredItem> page = items.scan(new ItemScan(BlogContainer.POSTS, range, after, pageSize));
    if (page.size() < pageSize) {
      chunks.accept(new Chunk(page, -1));
      return Optional.empty();
    }
    String last = key(page.get(page.size() - 1));
    List<StoredItem> whole = page.stream().filter(item -> !key(item).equals(last)).toList();
    if (whole.isEmpty() && !last.isEmpty()) {
      parts(last, chunks);
      return Optional.of(last);
    }
    // Keys that are no text can't be gone through; those of the first page stand for all.
    List<StoredItem> complete = last.isEmpty() ? page : whole;
    chunks.accept(new Chunk(complete, -1));
    return Optional.of(key(complete.get(complete.size() - 1)));
  }

  private static String key(StoredItem item) {
    return item.place(BlogContainer.POSTS).partition();
  }

  private void parts(String partition, Chunks chunks) throws InterruptedException {
    String after = "";
    List<StoredItem> part;
    int number = 0;
    do {
      part = items.partition(new ItemPlace(BlogContainer.POSTS, partition, after), pageSize);
      chunks.accept(new Chunk(part, number++));
      after = part.isEmpty() ? after : part.get(part.size() - 1).id();
    } while (part.size() == pageSize);
  }
}
