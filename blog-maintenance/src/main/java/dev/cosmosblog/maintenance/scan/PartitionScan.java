package dev.cosmosblog.maintenance.scan;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.ItemScan;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Optional;

/**
 * Reads the posts by their logical partitions: whole ones, as many as fit into a page, or, where
 * one alone fills a page, that one in parts.
 */
public final class PartitionScan {
  private final ItemReads items;
  private final int pageSize;

  /**
   * A scan.
   *
   * @param items the blog's items
   * @param pageSize the items of a page, at least 2
   */
  public PartitionScan(ItemReads items, int pageSize) {
    this.items = items;
    this.pageSize = pageSize;
  }

  /**
   * Some items of a page.
   *
   * @param items whole logical partitions, or a part of one
   * @param part which part, from 0, or -1 for whole ones
   */
  public record Chunk(List<StoredItem> items, int part) {
    /** Copies the list. */
    public Chunk {
      items = List.copyOf(items);
    }

    /**
     * Whether it holds whole logical partitions.
     *
     * @return whether it does
     */
    public boolean isWhole() {
      return part < 0;
    }
  }

  /** Where they go. */
  @FunctionalInterface
  public interface Chunks {
    /**
     * Takes some items.
     *
     * @param chunk the items
     * @throws InterruptedException if the thread was interrupted
     */
    void accept(Chunk chunk) throws InterruptedException;
  }

  /**
   * Reads the next page: one query in one physical partition, or, where one logical partition fills
   * a page, one more for each page of it.
   *
   * @param range one of {@link ItemReads#ranges}
   * @param after the partition key after which to go on, or empty at the range's beginning
   * @param chunks takes the items, on the caller's thread
   * @return the partition key after which to go on, or empty at the range's end
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; repeat it
   * @throws InterruptedException if the thread was interrupted
   */
  public Optional<String> page(String range, Optional<String> after, Chunks chunks)
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
