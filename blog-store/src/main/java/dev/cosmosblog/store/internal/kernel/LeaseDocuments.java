package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Documents that this library keeps for itself in the container of leases, such as a run's
 * checkpoint. Requests that meet a transient failure are repeated as the store's own are. All
 * methods block and are safe for use by many threads.
 */
public final class LeaseDocuments {
  private final ItemContainer container;
  private final Operations operations;

  LeaseDocuments(ItemContainer container, Operations operations) {
    this.container = container;
    this.operations = operations;
  }

  /** Reads a document: one point read. */
  public <T> Optional<T> read(String id, Class<T> type) {
    return operations.run(
        BlogOperation.LEASE_DOCUMENT,
        context ->
            container.read(ItemKey.of(id), type, context).map(ItemContainer.Versioned::item));
  }

  /**
   * Lists documents in the order of their ids: one query.
   *
   * @param after the id after which the page begins, or an empty text for the first page
   * @param count how many documents to read at most, at least 1
   * @return at most so many documents; fewer only at the end
   */
  public <T> List<T> page(String prefix, String after, int count, Class<T> type) {
    Query query =
        Query.of(QueryTexts.LEASE_DOCUMENTS, count)
            .with("@count", count)
            .with("@prefix", prefix)
            .with("@after", after);
    return operations.run(
        BlogOperation.LEASE_DOCUMENT, context -> container.first(count, query, type, context));
  }

  /** Creates a document, unless there is one with its id: one create. */
  public boolean create(String id, Object document) {
    return operations.run(
        BlogOperation.LEASE_DOCUMENT,
        context -> container.createAndTag(document, id, context).result() == WriteResult.DONE);
  }

  /**
   * Replaces a document, if it is unchanged: one replace.
   *
   * @param etag the ETag that the document had when it was read
   * @return its new ETag, or empty if it was changed or deleted meanwhile
   */
  public Optional<String> replace(String id, Object document, String etag) {
    return operations.run(
        BlogOperation.LEASE_DOCUMENT,
        context -> container.replaceAndTag(document, ItemKey.of(id), etag, context).etag());
  }

  /** Writes a document, whether or not it exists: one upsert. */
  public void write(String id, Object document) {
    operations.run(
        BlogOperation.LEASE_DOCUMENT,
        context -> {
          container.upsert(document, id, context);
          return id;
        });
  }

  /** Deletes a document if it exists: one delete. */
  public void delete(String id) {
    operations.run(
        BlogOperation.LEASE_DOCUMENT, context -> container.delete(ItemKey.of(id), null, context));
  }

  /**
   * Deletes a document, if it is unchanged: one delete.
   *
   * @param etag the ETag that the document had when it was read
   */
  public boolean delete(String id, String etag) {
    return operations.run(
        BlogOperation.LEASE_DOCUMENT,
        context -> container.delete(ItemKey.of(id), etag, context) == WriteResult.DONE);
  }

  /**
   * Makes an id of keys of any length: a prefix and a hash of the keys.
   *
   * @param keys the keys, without zero characters, so that no two lists of keys are one text
   */
  public static String idOf(String prefix, String... keys) {
    try {
      byte[] text = String.join("\0", keys).getBytes(StandardCharsets.UTF_8);
      return prefix + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
