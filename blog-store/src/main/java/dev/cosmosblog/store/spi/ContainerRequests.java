package dev.cosmosblog.store.spi;

import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.Script;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests to one container. Each method sends one request without retries, unless it says
 * otherwise. A failure is returned as a {@link Response} with its status; only an item that can't
 * be read as the requested type causes an exception.
 */
public interface ContainerRequests {
  String name();

  /** Returns the requests to the same container with these options; sends nothing. */
  ContainerRequests with(RequestOptions options);

  <T> Response<T> read(ItemKey key, Class<T> type);

  /** Reads an item; the response has no body if the item still has the ETag. */
  <T> Response<T> readUnless(String etag, ItemKey key, Class<T> type);

  /**
   * Reads the items that exist among the given ones, in any order: one request to each physical
   * partition that has some of them.
   */
  <T> Response<List<T>> readMany(List<ItemKey> keys, Class<T> type);

  /** Reads items with one point read for each; the responses have the order of the keys. */
  default <T> List<Response<T>> readEach(List<ItemKey> keys, Class<T> type) {
    return keys.stream().map(key -> read(key, type)).toList();
  }

  /** Writes one item. The response has it as the type, or no body if the type is null. */
  <T> Response<T> write(String partition, ItemWrite write, @Nullable Class<T> type);

  /** Writes all items of one partition or none; a failure's body is the index of the failed one. */
  Response<Integer> batch(String partition, List<ItemWrite> writes);

  Response<Void> execute(Script script, String partition, List<Object> arguments);

  /** Begins a query; the first request is sent for the first page. */
  <T> QueryPages<T> query(Query query, Class<T> type);

  /** Reads each item's latest change; rejects a continuation that the service didn't return. */
  Response<ChangePage> changes(String range, @Nullable String continuation, int count);

  /** Returns the ranges of the physical partitions, as text. */
  Response<List<String>> ranges();

  /**
   * Returns the number of items that the service has counted in the container, if it reports one.
   */
  Response<OptionalLong> itemCount();

  Response<List<String>> partitionKeyPaths();

  /** The pages of one query, one request each. Used by one thread. */
  interface QueryPages<T> extends AutoCloseable {
    /** Returns the next page, or no body at the end. Can be repeated after a failure. */
    Response<List<T>> next(RequestOptions options);

    /** Returns the continuation after the last page; null at the end. */
    @Nullable String continuation();

    @Override
    void close();
  }

  /** Changes in the order of their last writes, and whether more may be available now. */
  record ChangePage(List<StoredItem> items, String continuation, boolean more) {
    public ChangePage {
      items = List.copyOf(items);
      Objects.requireNonNull(continuation, "continuation");
    }
  }
}
