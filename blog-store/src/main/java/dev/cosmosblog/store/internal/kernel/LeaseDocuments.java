package dev.cosmosblog.store.internal.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.spi.Query;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Internal documents in the leases container, such as a checkpoint. Each method sends one request.
 */
public record LeaseDocuments(ItemContainer container, Operations operations) {
  public <T> Optional<T> read(String id, Class<T> type) {
    return run(call -> container.find(ItemKey.of(id), type, call));
  }

  /** Lists documents after an id, which may be empty, by id; fewer only at the end. */
  public <T> List<T> page(String prefix, String after, int count, Class<T> type) {
    return run(call -> container.first(query(prefix, after, count), type, call));
  }

  private static Query query(String prefix, String after, int count) {
    return Query.top(QueryTexts.LEASE_DOCUMENTS, count)
        .with("@prefix", prefix)
        .with("@after", after);
  }

  /**
   * Lists what a reader accepts of the documents after an id, by id; fewer only at the end. Costs
   * one query for each thousand documents.
   */
  public <T> Page<T> accepted(
      String prefix, String after, int count, Function<JsonNode, Optional<T>> reader) {
    return operations.page(
        BlogOperation.LEASE_DOCUMENT,
        call -> {
          List<T> accepted = new ArrayList<>();
          String last = after;
          boolean more = true;
          while (more && accepted.size() < count) {
            int asked = Math.min(count - accepted.size(), PageRequest.MAX_SIZE);
            List<JsonNode> page = container.first(query(prefix, last, asked), JsonNode.class, call);
            for (JsonNode document : page) {
              last = document.path("id").asText();
              reader.apply(document).ifPresent(accepted::add);
            }
            more = page.size() == asked;
          }
          return Page.of(accepted, null);
        });
  }

  /** Lists documents after an id, up to and including another, by id; fewer only at the end. */
  public <T> List<T> between(String after, String last, int count, Class<T> type) {
    Query query =
        Query.top(QueryTexts.LEASE_DOCUMENTS_UNTIL, count)
            .with("@after", after)
            .with("@last", last);
    return run(call -> container.first(query, type, call));
  }

  public boolean create(String id, Object document) {
    return run(call -> container.create(document, id, call)).isDone();
  }

  /** Replaces a document if it has an ETag; returns the new ETag, or empty. */
  public Optional<String> replace(String id, Object document, String etag) {
    return run(call -> container.replace(document, ItemKey.of(id), etag, call).etag());
  }

  public void write(String id, Object document) {
    run(call -> container.upsert(document, id, call));
  }

  public void delete(String id) {
    run(call -> container.delete(ItemKey.of(id), null, call));
  }

  public boolean delete(String id, String etag) {
    return run(call -> container.delete(ItemKey.of(id), etag, call)) == WriteResult.DONE;
  }

  private <T> T run(Function<Call, T> body) {
    return operations.run(BlogOperation.LEASE_DOCUMENT, body);
  }

  /** Derives a unique id from keys, which don't contain zero characters. */
  public static String idOf(String prefix, String... keys) {
    return prefix + Script.sha256(String.join("\0", keys).getBytes(StandardCharsets.UTF_8));
  }
}
