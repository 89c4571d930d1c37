package dev.cosmosblog.store;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.store.ItemContainer.Query;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Items that a program keeps for itself in the container of leases, such as how far it has come.
 * They are sent as the store sends its own requests, again where they met a passing failure. All
 * block, and are safe for use by many threads.
 */
public final class KeptItems {
  private static final String PAGE =
      "SELECT TOP @count * FROM c WHERE STARTSWITH(c.id, @prefix) AND c.id > @after ORDER BY c.id";

  private final ItemContainer container;
  private final Operations operations;

  KeptItems(ItemContainer container, Operations operations) {
    this.container = container;
    this.operations = operations;
  }

  /**
   * One item: one point read.
   *
   * @param <T> what it is read as
   * @param id its id
   * @param type what it is read as
   * @return the item, or empty where there is none
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public <T> Optional<T> read(String id, Class<T> type) {
    return operations.run(
        BlogOperation.KEEP_ITEM,
        meter -> container.read(key(id), type, meter).map(ItemContainer.Versioned::item));
  }

  /**
   * Writes an item, whether there is one or not: one upsert.
   *
   * @param id its id
   * @param item the item, with this id
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public void write(String id, Object item) {
    operations.run(BlogOperation.KEEP_ITEM, meter -> container.upsert(item, key(id), meter));
  }

  /**
   * Takes an item away, if it is there: one delete.
   *
   * @param id its id
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public void delete(String id) {
    operations.run(BlogOperation.KEEP_ITEM, meter -> container.delete(key(id), null, meter));
  }

  /**
   * Creates an item, unless there is one with its id: one create.
   *
   * @param id its id
   * @param item the item, with this id
   * @return whether it was created
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean create(String id, Object item) {
    return operations.run(
        BlogOperation.KEEP_ITEM, meter -> container.create(item, id, meter) == Write.DONE);
  }

  /**
   * Replaces an item, if it is unchanged: one replace.
   *
   * @param id its id
   * @param item the item, with this id
   * @param etag the ETag that the item had when it was read
   * @return its new ETag, or empty if it was changed or deleted meanwhile
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public Optional<String> replace(String id, Object item, String etag) {
    return operations.run(
        BlogOperation.KEEP_ITEM,
        meter -> container.replaceAndTag(item, key(id), etag, meter).etag());
  }

  /**
   * Deletes an item, if it is unchanged: one delete.
   *
   * @param id its id
   * @param etag the ETag that the item had when it was read
   * @return whether it was deleted
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean delete(String id, String etag) {
    return operations.run(
        BlogOperation.KEEP_ITEM, meter -> container.delete(key(id), etag, meter) == Write.DONE);
  }

  /**
   * Lists items in the order of their ids: one query.
   *
   * @param <T> what they are read as
   * @param prefix the beginning of their ids
   * @param after the id after which the page begins, or an empty text for the first page
   * @param count how many items to read at most, at least 1
   * @param type what they are read as
   * @return at most so many items; fewer only at the end
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public <T> List<T> page(String prefix, String after, int count, Class<T> type) {
    SqlQuerySpec spec =
        new SqlQuerySpec(
            PAGE,
            List.of(
                new SqlParameter("@count", count),
                new SqlParameter("@prefix", prefix),
                new SqlParameter("@after", after)));
    return operations.run(
        BlogOperation.KEEP_ITEM,
        meter -> container.first(count, new Query(spec, null, count), type, meter));
  }

  /**
   * Makes an id of keys of any length: a prefix and a hash of the keys.
   *
   * @param prefix the beginning of the id
   * @param keys the keys, without zero characters, so that no two lists of keys are one text
   * @return the id, 64 characters longer than the prefix
   */
  public static String idOf(String prefix, String... keys) {
    try {
      byte[] text = String.join("\0", keys).getBytes(StandardCharsets.UTF_8);
      return prefix + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  private static ItemKey key(String id) {
    return new ItemKey(id, id);
  }
}
