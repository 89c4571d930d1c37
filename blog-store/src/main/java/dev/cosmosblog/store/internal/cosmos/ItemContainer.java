package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.ContainerRequests.QueryPages;
import dev.cosmosblog.store.spi.CosmosService;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import dev.cosmosblog.store.spi.Query;
import dev.cosmosblog.store.spi.Response;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A container that returns expected statuses as values and throws others as exceptions. Each method
 * sends one request.
 */
public record ItemContainer(ContainerRequests requests, @Nullable BlogContainer container) {
  // A 404 to a create means that the container is missing, whatever its substatus.
  private static final Set<WriteResult> CREATE_RESULTS = Set.of(WriteResult.EXISTS);
  private static final Set<WriteResult> CHANGE_RESULTS =
      Set.of(WriteResult.MISSING, WriteResult.CONDITION_FAILED);
  private static final Set<WriteResult> ALL_RESULTS = Set.of(WriteResult.values());
  // The maximum number of attempts of a write that conflicts with concurrent writers.
  private static final int MAX_ROUNDS = 3;

  static ItemContainer of(CosmosService service, BlogContainer container) {
    return new ItemContainer(service.container(container), container);
  }

  /** An item with the ETag that it had when it was read. */
  public record Versioned<T>(T item, String etag) {}

  /** A write's result; if it succeeded, with the item's ETag and, if requested, its content. */
  public record Written<T>(WriteResult result, Optional<T> item, Optional<String> etag) {
    public boolean isDone() {
      return result == WriteResult.DONE;
    }
  }

  /** A batch's result, and the index of the operation that failed, or -1. */
  public record BatchResult(WriteResult result, int failedAt) {}

  public <T> Optional<Versioned<T>> read(ItemKey key, Class<T> type, Call call) {
    Response<T> answer =
        call.read(
            container,
            action("read"),
            Set.of(WriteResult.MISSING),
            () -> with(call).read(key, type));
    return answer.isSuccess()
        ? Optional.of(new Versioned<>(body(answer), String.valueOf(answer.etag())))
        : Optional.empty();
  }

  /** Reads an item, and returns the known object if its version is unchanged. */
  public <T> Optional<Versioned<T>> readAgain(
      ItemKey key, Versioned<T> known, Class<T> type, Call call) {
    Response<T> answer =
        call.read(
            container,
            action("read"),
            Set.of(WriteResult.MISSING),
            () -> with(call).readUnless(known.etag(), key, type));
    if (answer.isSuccess() && answer.body() == null) {
      return Optional.of(known);
    }
    return answer.isSuccess()
        ? Optional.of(new Versioned<>(body(answer), String.valueOf(answer.etag())))
        : Optional.empty();
  }

  public <T> Optional<T> find(ItemKey key, Class<T> type, Call call) {
    return read(key, type, call).map(Versioned::item);
  }

  /**
   * Reads an item that is known to exist in a version, and retries while a lagging replica lacks
   * it. Its session token may belong to another client, so a missing item isn't proof of a
   * deletion.
   */
  public <T> T findSince(ItemKey key, Class<T> type, Predicate<T> isNewEnough, Call call) {
    Response<T> answer =
        call.read(
            container,
            action("read"),
            Set.of(),
            () -> {
              Response<T> found = with(call).read(key, type);
              boolean behind =
                  WriteResult.of(found).filter(WriteResult.MISSING::equals).isPresent()
                      || (found.isSuccess() && !isNewEnough.test(body(found)));
              return behind ? CosmosErrors.behind(found) : found;
            });
    return body(answer);
  }

  /**
   * Reads the item that caused a conflict. Returns empty if the item doesn't explain the conflict
   * and attempts are left, because of a lagging replica or another change; the write should then be
   * sent again.
   */
  public <T> Optional<T> findRefusing(
      ItemKey key, Class<T> type, Predicate<T> refuses, int round, Call call) {
    return round < MAX_ROUNDS
        ? find(key, type, call).filter(refuses)
        : Optional.of(findSince(key, type, refuses, call));
  }

  private static <T> T body(Response<T> answer) {
    return Objects.requireNonNull(answer.body());
  }

  /** Sends a request that only reads, and returns its body. */
  public <T> T ask(Function<ContainerRequests, Response<T>> request, Call call) {
    return body(call.read(container, action("query"), Set.of(), () -> request.apply(with(call))));
  }

  public Written<Object> create(Object item, String partition, Call call) {
    return write("create", partition, new ItemWrite.Create(item), null, call);
  }

  /** Replaces an item if it has the given ETag. */
  public Written<Object> replace(Object item, ItemKey key, String etag, Call call) {
    ItemWrite replace = new ItemWrite.Replace(key.id(), item, etag);
    return write("replace", key.partition(), replace, null, call);
  }

  public WriteResult upsert(Object item, String partition, Call call) {
    ItemWrite upsert = new ItemWrite.Upsert(item);
    return write("upsert", partition, upsert, null, call).result();
  }

  /** Deletes an item; with an ETag, only if the item has it. */
  public WriteResult delete(ItemKey key, @Nullable String etag, Call call) {
    ItemWrite delete = new ItemWrite.Delete(key.id(), etag);
    return write("delete", key.partition(), delete, null, call).result();
  }

  /** Patches an item if the condition holds and it has the ETag, as far as they are given. */
  public WriteResult patch(
      ItemKey key,
      PatchOperations operations,
      @Nullable String condition,
      @Nullable String etag,
      Call call) {
    ItemWrite patch = new ItemWrite.Patch(key.id(), operations, condition, etag);
    return write("patch", key.partition(), patch, null, call).result();
  }

  /** Patches an item if the condition holds, and reads it in the same request. */
  public <T> Written<T> patchAndRead(
      ItemKey key, PatchOperations operations, String condition, Class<T> type, Call call) {
    ItemWrite patch = new ItemWrite.Patch(key.id(), operations, condition, null);
    return write("patch", key.partition(), patch, type, call);
  }

  /**
   * Reads an item at the primary if one of its numbers, which only grows, exceeds the value that
   * was read. CONDITION_FAILED proves that the read was current. Doesn't change the number.
   */
  public <T> Written<T> readIfAbove(
      ItemKey key, String path, long number, Class<T> type, Call call) {
    return readIf(QueryTexts.isAbove(path, number), key, path, type, call);
  }

  /**
   * Reads an item at the primary if a condition holds; otherwise the result proves that an earlier
   * read was current. Doesn't change the number at the path.
   */
  public <T> Written<T> readIf(
      String condition, ItemKey key, String path, Class<T> type, Call call) {
    PatchOperations nothing = PatchOperations.create().increment(path, 0);
    return patchAndRead(key, nothing, condition, type, call);
  }

  private static Set<WriteResult> expected(ItemWrite write) {
    if (write instanceof ItemWrite.Create) {
      return CREATE_RESULTS;
    }
    return write instanceof ItemWrite.Upsert ? Set.of() : CHANGE_RESULTS;
  }

  private <T> Written<T> write(
      String verb, String partition, ItemWrite write, @Nullable Class<T> type, Call call) {
    Response<T> answer =
        call.write(
            container,
            action(verb),
            expected(write),
            () -> with(call).write(partition, write, type));
    return new Written<>(
        WriteResult.of(answer).orElseThrow(),
        Optional.ofNullable(answer.body()),
        Optional.ofNullable(answer.etag()));
  }

  /** Writes all items or none; a result other than DONE is that of the operation at failedAt. */
  public BatchResult batch(String partition, List<ItemWrite> writes, Call call) {
    Response<Integer> answer =
        call.write(
            container, action("batch"), ALL_RESULTS, () -> with(call).batch(partition, writes));
    int failedAt = Objects.requireNonNullElse(answer.body(), -1);
    return new BatchResult(WriteResult.of(answer).orElseThrow(), failedAt);
  }

  /** Runs a stored procedure. A status that it throws counts as the status of the request. */
  public WriteResult execute(Script script, String partition, List<Object> arguments, Call call) {
    String action = action("script " + script.id());
    Supplier<Response<Void>> request =
        () -> {
          Response<Void> given = with(call).execute(script, partition, arguments);
          if (WriteResult.of(given).filter(WriteResult.MISSING::equals).isPresent()) {
            throw SchemaMissingException.ofScript(
                script.id(), CosmosErrors.failure(action, given, true, null));
          }
          return CosmosErrors.thrownByScript(given);
        };
    return WriteResult.of(call.write(container, action, ALL_RESULTS, request)).orElseThrow();
  }

  /**
   * Returns a query's first entries, up to its page size, from as many service pages as needed.
   * Removes duplicates of several pages, because the SDK restarts a query after a 410/1000 on a
   * later page (StaleResourceRetryPolicy in RxDocumentClientImpl#createQuery).
   */
  public <T> List<T> first(Query query, Class<T> type, Call call) {
    int count = query.pageSize();
    Collection<T> items = List.of();
    try (QueryPages<T> pages = requests.query(query, type)) {
      List<T> page = next(pages, call);
      while (page != null) {
        if (items.isEmpty()) {
          items = page;
        } else {
          items = new LinkedHashSet<>(items);
          items.addAll(page);
        }
        page = items.size() < count ? next(pages, call) : null;
      }
    }
    return items.stream().limit(count).toList();
  }

  /** Passes all entries of a query to an action, page by page; returns how many it handled. */
  public <T> int each(Query query, Class<T> type, Call call, Predicate<T> action) {
    return each(query, type, call, action, () -> true);
  }

  /** Passes entries of a query to an action while {@code goesOn}; returns how many it handled. */
  public <T> int each(
      Query query, Class<T> type, Call call, Predicate<T> action, BooleanSupplier goesOn) {
    int handled = 0;
    try (QueryPages<T> pages = requests.query(query, type)) {
      List<T> page = next(pages, call);
      while (page != null) {
        for (T entry : page) {
          if (!goesOn.getAsBoolean()) {
            return handled;
          }
          handled += action.test(entry) ? 1 : 0;
        }
        page = next(pages, call);
      }
    }
    return handled;
  }

  /**
   * Passes a query's pages to an action, each with its continuation, which is null for the last
   * page; returns the number of entries. Pages may be short or empty.
   */
  public <T> int eachPage(
      Query query, Class<T> type, Call call, BiConsumer<List<T>, @Nullable String> action) {
    int passed = 0;
    try (QueryPages<T> pages = requests.query(query, type)) {
      List<T> page = next(pages, call);
      while (page != null) {
        action.accept(page, pages.continuation());
        passed += page.size();
        page = next(pages, call);
      }
    }
    return passed;
  }

  private <T> @Nullable List<T> next(QueryPages<T> pages, Call call) {
    return call.read(
            container, action("query"), Set.of(), () -> pages.next(call.options(container)))
        .body();
  }

  private ContainerRequests with(Call call) {
    return requests.with(call.options(container));
  }

  private String action(String verb) {
    return verb + " in " + requests.name();
  }
}
