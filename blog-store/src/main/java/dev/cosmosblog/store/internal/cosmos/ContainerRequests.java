package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.Script;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests to one container. Every read and write of this library goes through it; {@link
 * SdkContainer} sends them, or a simulated service.
 *
 * <p>Each method is one request, where it does not say otherwise, and never repeats it. A failure
 * is an {@link Answer} with its status; only an item that cannot be read as the type that was asked
 * for is an exception.
 */
public interface ContainerRequests {
  String name();

  <T> Answer<T> read(ItemKey key, Class<T> type);

  /** Reads an item; the answer has no body if the item still has the ETag. */
  <T> Answer<T> readUnless(String etag, ItemKey key, Class<T> type);

  /**
   * Reads the items that exist among the given ones, in any order: one request to each physical
   * partition that has some of them.
   */
  <T> Answer<List<T>> readMany(List<ItemKey> keys, Class<T> type);

  /** Reads the items that exist among the given ones, in any order: one point read for each. */
  default <T> Answer<List<T>> readEach(List<ItemKey> keys, Class<T> type) {
    return Answer.all(keys.stream().map(key -> read(key, type)).toList());
  }

  /** Writes one item. The answer carries it as a type, or no body where that is null. */
  <T> Answer<T> write(String partition, ItemWrite write, @Nullable Class<T> type);

  /** Writes all items of one partition or none; a failure's body is the failed one's index. */
  Answer<Integer> batch(String partition, List<ItemWrite> writes);

  Answer<Void> execute(Script script, String partition, List<Object> arguments);

  /** Begins a query; nothing is sent before the first page is asked for. */
  <T> QueryPages<T> query(Query query, Class<T> type);

  /** Reads each item's last change; refuses what is no continuation of the service's. */
  Answer<ChangePage> changes(String range, @Nullable String continuation, int count);

  /** Returns the ranges of the physical partitions, as text. */
  Answer<List<String>> ranges();

  /** Returns how many items the service has counted in the container, if it tells. */
  Answer<OptionalLong> itemCount();

  Answer<List<String>> partitionKeyPaths();

  /** The pages of one query, one request each. Used by one thread. */
  interface QueryPages<T> extends AutoCloseable {
    /** Returns the next page, or no body at the end. After a failure it can be asked again. */
    Answer<List<T>> next();

    /** Returns the continuation behind the last page; null where no other follows. */
    @Nullable String continuation();

    @Override
    void close();
  }

  /** Changes in the order of their last writes, and whether there may be more at once. */
  record ChangePage(List<StoredItem> items, String continuation, boolean more) {
    public ChangePage {
      items = List.copyOf(items);
      Objects.requireNonNull(continuation, "continuation");
    }
  }
}
