package dev.cosmosblog.maintenance.scan;

import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.ItemScan;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Optional;

/** Reads the container of users, with names and copies, in the order of the items' ids. */
public final class UserScan {
  private final ItemReads items;
  private final int pageSize;

  /**
   * A scan.
   *
   * @param items the blog's items
   * @param pageSize the items of a page, at least 2
   */
  public UserScan(ItemReads items, int pageSize) {
    this.items = items;
    this.pageSize = pageSize;
  }

  /** Where they go. */
  @FunctionalInterface
  public interface Items {
    /**
     * Takes some items, of one id all or none.
     *
     * @param found the items
     * @throws InterruptedException if the thread was interrupted
     */
    void accept(List<StoredItem> found) throws InterruptedException;
  }

  /**
   * Reads the next page: one query in one physical partition, and where there is more, one for the
   * items of the page's last id.
   *
   * @param range one of {@link ItemReads#ranges}
   * @param after the id after which to go on, or empty at the range's beginning
   * @param sink takes the items, on the caller's thread
   * @return the id after which to go on, or empty at the range's end
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; repeat it
   * @throws InterruptedException if the thread was interrupted
   */
  public Optional<String> page(String range, Optional<String> after, Items sink)
      throws InterruptedException {
    List<StoredItem> page = items.scan(new ItemScan(BlogContainer.USERS, range, after, pageSize));
    if (page.size() < pageSize) {
      sink.accept(page);
      return Optional.empty();
    }
    String last = page.get(page.size() - 1).id();
    sink.accept(page.stream().filter(item -> !item.id().equals(last)).toList());
    // The page may end between items of one id, and goes on behind the id.
    sink.accept(ofId(range, last));
    return Optional.of(last);
  }

  private List<StoredItem> ofId(String range, String id) {
    int asked = pageSize;
    List<StoredItem> found = items.usersOfId(range, id, asked);
    while (found.size() == asked) {
      asked *= 2;
      found = items.usersOfId(range, id, asked);
    }
    return found;
  }
}
