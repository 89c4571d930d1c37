package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.BlogException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A container as the repositories see it: the answers that they expect are values, all others
 * exceptions of ours, and each call is metered and sent by {@link Retries}. Options are made fresh
 * for each call, since the SDK writes into them.
 */
final class ItemContainer {
  /** Answers that are values; a 404 to a create speaks of the container, whatever its substatus. */
  private static final Set<Write> CREATE_ANSWERS = Set.of(Write.EXISTS);

  private static final Set<Write> CHANGE_ANSWERS = Set.of(Write.MISSING, Write.CONDITION_FAILED);

  /**
   * Name and value by value, parted by semicolons;
   * HttpConstants.HttpHeaders#CURRENT_RESOURCE_QUOTA_USAGE.
   */
  private static final String USAGE = "x-ms-resource-usage";

  private static final Pattern NUMBER_OF_ITEMS = Pattern.compile("documentsCount=(\\d{1,18})");

  private final CosmosContainer container;
  private final String name;

  ItemContainer(CosmosContainer container) {
    this.container = container;
    this.name = container.getId();
  }

  /** An item with the ETag that it had when it was read. */
  record Versioned<T>(T item, String etag) {}

  /** What to patch, under which condition of the item's content or version. */
  record Patch(
      CosmosPatchOperations operations, @Nullable String condition, @Nullable String etag) {}

  /** How a write ended, and where it was done the item's ETag and, if asked for, what is stored. */
  record Written<T>(Write write, Optional<T> item, Optional<String> etag) {
    private static <T> Written<T> not(Write write) {
      return new Written<>(write, Optional.empty(), Optional.empty());
    }
  }

  /** A query in one logical partition, or in one range, or in all where both are null. */
  record Query(
      SqlQuerySpec spec, @Nullable String partition, @Nullable String range, int pageSize) {
    Query(SqlQuerySpec spec, @Nullable String partition, int pageSize) {
      this(spec, partition, null, pageSize);
    }
  }

  <T> Optional<Versioned<T>> read(ItemKey key, Class<T> type, RequestMeter meter) {
    return meter.send(() -> readOnce(key, type, meter));
  }

  private <T> Optional<Versioned<T>> readOnce(ItemKey key, Class<T> type, RequestMeter meter) {
    try {
      CosmosItemResponse<T> response = container.readItem(key.id(), key.partitionKey(), type);
      meter.add(response.getRequestCharge());
      return Optional.of(new Versioned<>(response.getItem(), response.getETag()));
    } catch (CosmosException e) {
      meter.add(e.getRequestCharge());
      if (Write.of(e).filter(Write.MISSING::equals).isPresent()) {
        return Optional.empty();
      }
      throw failed("read", e);
    } catch (RuntimeException e) {
      throw failed("read", e);
    }
  }

  /** Those of the items that are there, in any order. */
  <T> List<T> readMany(List<ItemKey> keys, Class<T> type, RequestMeter meter) {
    List<CosmosItemIdentity> identities =
        keys.stream().map(key -> new CosmosItemIdentity(key.partitionKey(), key.id())).toList();
    FeedResponse<T> response = queried(meter, () -> container.readMany(identities, type));
    meter.add(response.getRequestCharge());
    return response.getResults();
  }

  /** The ranges of the physical partitions, as text. */
  List<String> ranges(RequestMeter meter) {
    return queried(meter, container::getFeedRanges).stream().map(FeedRange::toString).toList();
  }

  /** How many items the service has counted, if it tells. */
  OptionalLong numberOfItems(RequestMeter meter) {
    CosmosContainerResponse response =
        queried(
            meter,
            () -> container.read(new CosmosContainerRequestOptions().setQuotaInfoEnabled(true)));
    meter.add(response.getRequestCharge());
    String usage = response.getResponseHeaders().getOrDefault(USAGE, "");
    Matcher number = NUMBER_OF_ITEMS.matcher(usage);
    return number.find() ? OptionalLong.of(Long.parseLong(number.group(1))) : OptionalLong.empty();
  }

  /** One page of changes, from the beginning where there is no continuation. */
  ChangePage changes(String range, Optional<String> continuation, int count, RequestMeter meter) {
    // A continuation that the SDK can't read is the caller's mistake, and no failure of the
    // service.
    options(range, continuation);
    FeedResponse<StoredItem> page =
        queried(meter, () -> firstChanges(options(range, continuation), count));
    meter.add(page.getRequestCharge());
    return new ChangePage(
        page.getResults(), page.getContinuationToken(), !page.getResults().isEmpty());
  }

  private FeedResponse<StoredItem> firstChanges(CosmosChangeFeedRequestOptions options, int count) {
    options.setMaxItemCount(count);
    try (Stream<FeedResponse<StoredItem>> pages =
        container.queryChangeFeed(options, StoredItem.class).streamByPage()) {
      return pages.findFirst().orElseThrow();
    }
  }

  private static CosmosChangeFeedRequestOptions options(
      String range, Optional<String> continuation) {
    return continuation
        .map(CosmosChangeFeedRequestOptions::createForProcessingFromContinuation)
        .orElseGet(
            () ->
                CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                    FeedRange.fromString(range)));
  }

  Write create(Object item, String partition, RequestMeter meter) {
    return createAndTag(item, partition, meter).write();
  }

  /** Creates, and tells the ETag of what was created. */
  Written<Object> createAndTag(Object item, String partition, RequestMeter meter) {
    return written(
        "create",
        CREATE_ANSWERS,
        meter,
        () -> container.createItem(item, new PartitionKey(partition), withoutBody()));
  }

  Write replace(Object item, ItemKey key, String etag, RequestMeter meter) {
    return replaceAndTag(item, key, etag, meter).write();
  }

  /** Replaces, and tells the ETag of what is stored then. */
  Written<Object> replaceAndTag(Object item, ItemKey key, String etag, RequestMeter meter) {
    return written(
        "replace",
        CHANGE_ANSWERS,
        meter,
        () ->
            container.replaceItem(
                item, key.id(), key.partitionKey(), withoutBody().setIfMatchETag(etag)));
  }

  /** Writes an item over whatever is there; sent again, it writes the same. */
  Write upsert(Object item, ItemKey key, RequestMeter meter) {
    return written(
            "upsert",
            Set.of(),
            meter,
            () -> container.upsertItem(item, key.partitionKey(), withoutBody()))
        .write();
  }

  Write delete(ItemKey key, @Nullable String etag, RequestMeter meter) {
    return written(
            "delete",
            CHANGE_ANSWERS,
            meter,
            () ->
                container.deleteItem(
                    key.id(), key.partitionKey(), withoutBody().setIfMatchETag(etag)))
        .write();
  }

  Write patch(ItemKey key, Patch patch, RequestMeter meter) {
    return patched(key, patch, false, Object.class, meter).write();
  }

  /** Patches, and reads in the same request what is stored then. */
  <T> Written<T> patchAndRead(ItemKey key, Patch patch, Class<T> type, RequestMeter meter) {
    return patched(key, patch, true, type, meter);
  }

  private <T> Written<T> patched(
      ItemKey key, Patch patch, boolean withBody, Class<T> type, RequestMeter meter) {
    return written(
        "patch",
        CHANGE_ANSWERS,
        meter,
        () ->
            container.patchItem(
                key.id(), key.partitionKey(), patch.operations(), options(patch, withBody), type));
  }

  private static CosmosPatchItemRequestOptions options(Patch patch, boolean withBody) {
    CosmosPatchItemRequestOptions options = new CosmosPatchItemRequestOptions();
    options.setFilterPredicate(patch.condition());
    options.setIfMatchETag(patch.etag()).setContentResponseOnWriteEnabled(withBody);
    return options;
  }

  Write execute(CosmosBatch batch, RequestMeter meter) {
    return meter.send(() -> executeOnce(batch, meter));
  }

  private Write executeOnce(CosmosBatch batch, RequestMeter meter) {
    CosmosBatchResponse response;
    try {
      response = container.executeCosmosBatch(batch);
    } catch (CosmosException e) {
      meter.add(e.getRequestCharge());
      throw failed("batch", e);
    } catch (RuntimeException e) {
      throw failed("batch", e);
    }
    meter.add(response.getRequestCharge());
    if (response.isSuccessStatusCode()) {
      return Write.DONE;
    }
    return failedOperation(response);
  }

  /** What the one operation met that failed; the others say only that they were not done (424). */
  private Write failedOperation(CosmosBatchResponse response) {
    return response.getResults().stream()
        .map(result -> Write.of(result.getStatusCode(), result.getSubStatusCode()))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> CosmosErrors.translate("batch in " + name, response));
  }

  /**
   * The first entries of a query, from as many pages as it takes. No two of them are equal: the SDK
   * begins a query anew that meets a 410/1000 after its first page, and gives those entries once
   * more (StaleResourceRetryPolicy in RxDocumentClientImpl#createQuery).
   */
  <T> List<T> first(int count, Query query, Class<T> type, RequestMeter meter) {
    Set<T> items = new LinkedHashSet<>();
    try (QueryPages<T> pages = new QueryPages<>(container, query, type)) {
      Optional<List<T>> page = next(pages, meter);
      while (page.isPresent()) {
        items.addAll(page.get());
        page = items.size() < count ? next(pages, meter) : Optional.empty();
      }
    }
    return items.stream().limit(count).toList();
  }

  /** All entries of a query, page by page. */
  <T> void each(Query query, Class<T> type, RequestMeter meter, Consumer<T> action) {
    try (QueryPages<T> pages = new QueryPages<>(container, query, type)) {
      Optional<List<T>> page = next(pages, meter);
      while (page.isPresent()) {
        page.get().forEach(action);
        page = next(pages, meter);
      }
    }
  }

  private <T> Optional<List<T>> next(QueryPages<T> pages, RequestMeter meter) {
    Optional<FeedResponse<T>> page = queried(meter, pages::next);
    page.ifPresent(found -> meter.add(found.getRequestCharge()));
    return page.map(FeedResponse::getResults);
  }

  private <T> T queried(RequestMeter meter, Supplier<T> request) {
    return meter.send(() -> queriedOnce(meter, request));
  }

  private <T> T queriedOnce(RequestMeter meter, Supplier<T> request) {
    try {
      return request.get();
    } catch (CosmosException e) {
      meter.add(e.getRequestCharge());
      throw failed("query", e);
    } catch (RuntimeException e) {
      throw failed("query", e);
    }
  }

  private <T> Written<T> written(
      String action,
      Set<Write> expected,
      RequestMeter meter,
      Supplier<CosmosItemResponse<T>> request) {
    return meter.send(() -> writtenOnce(action, expected, meter, request));
  }

  private <T> Written<T> writtenOnce(
      String action,
      Set<Write> expected,
      RequestMeter meter,
      Supplier<CosmosItemResponse<T>> request) {
    try {
      CosmosItemResponse<T> response = request.get();
      meter.add(response.getRequestCharge());
      return new Written<>(
          Write.DONE,
          Optional.ofNullable(response.getItem()),
          Optional.ofNullable(response.getETag()));
    } catch (CosmosException e) {
      meter.add(e.getRequestCharge());
      return Written.not(
          Write.of(e).filter(expected::contains).orElseThrow(() -> failed(action, e)));
    } catch (RuntimeException e) {
      throw failed(action, e);
    }
  }

  private BlogException failed(String action, RuntimeException e) {
    return CosmosErrors.translate(action + " in " + name, e);
  }

  private static CosmosItemRequestOptions withoutBody() {
    return new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(false);
  }
}
