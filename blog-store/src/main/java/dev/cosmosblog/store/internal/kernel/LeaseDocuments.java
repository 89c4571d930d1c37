package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.observe.BlogOperation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The library's own documents beside the leases, such as a checkpoint. Each method but {@link
 * #idOf} is one request. All methods block and are safe for many threads.
 */
public final class LeaseDocuments {
  private final ItemContainer container;
  private final Operations operations;

  LeaseDocuments(ItemContainer container, Operations operations) {
    this.container = container;
    this.operations = operations;
  }

  public <T> Optional<T> read(String id, Class<T> type) {
    return run(context -> container.find(ItemKey.of(id), type, context));
  }

  /** Lists documents behind an id, which may be empty, by id; fewer only at the end. */
  public <T> List<T> page(String prefix, String after, int count, Class<T> type) {
    Query query =
        Query.top(QueryTexts.LEASE_DOCUMENTS, count).with("@prefix", prefix).with("@after", after);
    return run(context -> container.first(query, type, context));
  }

  public boolean create(String id, Object document) {
    return run(context -> container.create(document, id, context)).isDone();
  }

  /** Replaces a document while it has an ETag; returns the new one, or empty. */
  public Optional<String> replace(String id, Object document, String etag) {
    return run(context -> container.replace(document, ItemKey.of(id), etag, context).etag());
  }

  public void write(String id, Object document) {
    run(context -> container.upsert(document, id, context));
  }

  public void delete(String id) {
    run(context -> container.delete(ItemKey.of(id), null, context));
  }

  public boolean delete(String id, String etag) {
    return run(context -> container.delete(ItemKey.of(id), etag, context)) == WriteResult.DONE;
  }

  private <T> T run(Function<OperationContext, T> body) {
    return operations.run(BlogOperation.LEASE_DOCUMENT, body);
  }

  /** Makes an id of keys, which have no zero characters: no two lists are one text. */
  public static String idOf(String prefix, String... keys) {
    return prefix + Script.sha256(String.join("\0", keys).getBytes(StandardCharsets.UTF_8));
  }
}
