package dev.cosmosblog.store.internal.cosmos;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.CosmosStoredProcedure;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosReadManyRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.DedicatedGatewayRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.core.JacksonException;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import dev.cosmosblog.store.spi.Query;
import dev.cosmosblog.store.spi.Query.Scope;
import dev.cosmosblog.store.spi.RequestOptions;
import dev.cosmosblog.store.spi.Response;
import dev.cosmosblog.store.spi.Response.Outcome;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Sends requests with the SDK, with fresh options for each, since the SDK writes into them. */
final class SdkContainer implements ContainerRequests {
  // Names and values, separated by semicolons; HttpHeaders#CURRENT_RESOURCE_QUOTA_USAGE.
  private static final String USAGE = "x-ms-resource-usage";
  // HttpHeaders#SESSION_TOKEN.
  private static final String SESSION = "x-ms-session-token";
  private static final Pattern NUMBER_OF_ITEMS = Pattern.compile("documentsCount=(\\d{1,18})");
  private static final int FAILED_DEPENDENCY = 424;
  private static final int IDLE_SECONDS = 60;

  // Not Reactor's shared scheduler, because a reactive host calls the store from there, and a read
  // that waits for its caller's thread would deadlock. Threads are created as needed.
  private static final Scheduler READS =
      Schedulers.newBoundedElastic(
          Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
          Schedulers.DEFAULT_BOUNDED_ELASTIC_QUEUESIZE,
          "cosmosblog-read",
          IDLE_SECONDS,
          true);

  private final String name;
  private final Supplier<CosmosContainer> source;
  // The maximum staleness of a dedicated gateway's cache; null without such a gateway.
  private final @Nullable Duration staleness;
  private final RequestOptions requested;
  // The container, once it was needed; looking it up twice is harmless.
  private volatile @Nullable CosmosContainer opened;
  private volatile boolean isChecked;

  SdkContainer(String name, Supplier<CosmosContainer> source, @Nullable Duration staleness) {
    this(name, source, staleness, RequestOptions.DEFAULT);
  }

  private SdkContainer(
      String name,
      Supplier<CosmosContainer> source,
      @Nullable Duration staleness,
      RequestOptions requested) {
    this.name = name;
    this.source = source;
    this.staleness = staleness;
    this.requested = requested;
  }

  @Override
  public ContainerRequests with(RequestOptions options) {
    return options.equals(requested)
        ? this
        : new SdkContainer(name, this::container, staleness, options);
  }

  /** Whether reads need no options, so that a mock needs only the shortest overload. */
  private boolean isPlain() {
    return staleness == null && requested.sessionToken() == null;
  }

  private CosmosItemRequestOptions readOptions() {
    CosmosItemRequestOptions options = new CosmosItemRequestOptions();
    options.setSessionToken(requested.sessionToken());
    if (staleness != null) {
      options.setDedicatedGatewayRequestOptions(cache(staleness));
    }
    return options;
  }

  // Without an explicit option, the cache may return data that is up to 5 minutes old:
  // learn.microsoft.com/azure/cosmos-db/how-to-configure-integrated-cache
  private static DedicatedGatewayRequestOptions cache(Duration staleness) {
    DedicatedGatewayRequestOptions options = new DedicatedGatewayRequestOptions();
    return staleness.isZero()
        ? options.setIntegratedCacheBypassed(true)
        : options.setMaxIntegratedCacheStaleness(staleness);
  }

  private CosmosContainer container() {
    CosmosContainer container = opened;
    if (container == null) {
      container = source.get();
      opened = container;
    }
    return container;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public <T> Response<T> read(ItemKey key, Class<T> type) {
    PartitionKey partition = new PartitionKey(key.partition());
    if (isPlain()) {
      return answer("read", () -> checked(() -> container().readItem(key.id(), partition, type)));
    }
    CosmosItemRequestOptions options = readOptions();
    return answer(
        "read", () -> checked(() -> container().readItem(key.id(), partition, options, type)));
  }

  @Override
  public <T> Response<T> readUnless(String etag, ItemKey key, Class<T> type) {
    CosmosItemRequestOptions options = readOptions().setIfNoneMatchETag(etag);
    PartitionKey partition = new PartitionKey(key.partition());
    return answer("read", () -> ok(container().readItem(key.id(), partition, options, type)));
  }

  @Override
  public <T> Response<List<T>> readMany(List<ItemKey> keys, Class<T> type) {
    List<CosmosItemIdentity> identities =
        keys.stream()
            .map(key -> new CosmosItemIdentity(new PartitionKey(key.partition()), key.id()))
            .toList();
    if (isPlain()) {
      return answer("query", () -> ok(container().readMany(identities, type)));
    }
    CosmosReadManyRequestOptions options = new CosmosReadManyRequestOptions();
    options.setSessionToken(requested.sessionToken());
    if (staleness != null) {
      options.setDedicatedGatewayRequestOptions(cache(staleness));
    }
    return answer("query", () -> ok(container().readMany(identities, options, type)));
  }

  /** The sync client has no such method, so each read blocks a thread of a scheduler. */
  @Override
  public <T> List<Response<T>> readEach(List<ItemKey> keys, Class<T> type) {
    List<Mono<Response<T>>> reads =
        keys.stream()
            .map(key -> Mono.fromCallable(() -> read(key, type)).subscribeOn(READS))
            .toList();
    try {
      return Objects.requireNonNull(Mono.zip(reads, SdkContainer::<T>all).block());
    } catch (RuntimeException interrupted) {
      return Collections.nCopies(keys.size(), failure("read in " + name, interrupted));
    }
  }

  @SuppressWarnings("unchecked") // Each read returns such a response.
  private static <T> List<Response<T>> all(Object[] answers) {
    return Stream.of(answers).map(answer -> (Response<T>) answer).toList();
  }

  @Override
  @SuppressWarnings("unchecked") // The caller requested this type of body, or none.
  public <T> Response<T> write(String partition, ItemWrite write, @Nullable Class<T> type) {
    return answer(
        "write", () -> ok((CosmosItemResponse<T>) send(new PartitionKey(partition), write, type)));
  }

  private CosmosItemResponse<?> send(
      PartitionKey partition, ItemWrite write, @Nullable Class<?> type) {
    CosmosItemRequestOptions options =
        new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(type != null);
    // The type of an unrequested body is irrelevant.
    if (write instanceof ItemWrite.Create create) {
      return container().createItem(create.item(), partition, options);
    } else if (write instanceof ItemWrite.Upsert upsert) {
      return container().upsertItem(upsert.item(), partition, options);
    } else if (write instanceof ItemWrite.Replace replace) {
      options.setIfMatchETag(replace.etag());
      return container().replaceItem(replace.item(), replace.id(), partition, options);
    } else if (write instanceof ItemWrite.Delete delete) {
      options.setIfMatchETag(delete.etag());
      return container().deleteItem(delete.id(), partition, options);
    }
    ItemWrite.Patch patch = (ItemWrite.Patch) write;
    CosmosPatchItemRequestOptions patchOptions = new CosmosPatchItemRequestOptions();
    patchOptions.setFilterPredicate(patch.condition());
    patchOptions.setIfMatchETag(patch.etag()).setContentResponseOnWriteEnabled(type != null);
    Class<?> body = type == null ? Object.class : type;
    CosmosPatchOperations operations = sdkOperations(patch.operations());
    return container().patchItem(patch.id(), partition, operations, patchOptions, body);
  }

  @Override
  public Response<Integer> batch(String partition, List<ItemWrite> writes) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(partition));
    writes.forEach(write -> add(batch, write));
    return answer("batch", () -> answer(container().executeCosmosBatch(batch)));
  }

  private static void add(CosmosBatch batch, ItemWrite write) {
    if (write instanceof ItemWrite.Create create) {
      batch.createItemOperation(create.item());
    } else if (write instanceof ItemWrite.Upsert upsert) {
      batch.upsertItemOperation(upsert.item());
    } else if (write instanceof ItemWrite.Replace replace) {
      batch.replaceItemOperation(replace.id(), replace.item(), ifMatch(replace.etag()));
    } else if (write instanceof ItemWrite.Delete delete) {
      batch.deleteItemOperation(delete.id(), ifMatch(delete.etag()));
    } else if (write instanceof ItemWrite.Patch patch) {
      CosmosBatchPatchItemRequestOptions options = new CosmosBatchPatchItemRequestOptions();
      options.setFilterPredicate(patch.condition()).setIfMatchETag(patch.etag());
      batch.patchItemOperation(patch.id(), sdkOperations(patch.operations()), options);
    }
  }

  private static CosmosBatchItemRequestOptions ifMatch(@Nullable String etag) {
    return new CosmosBatchItemRequestOptions().setIfMatchETag(etag);
  }

  private static Response<Integer> answer(CosmosBatchResponse response) {
    if (response.isSuccessStatusCode()) {
      return Response.<Integer>ok(null, null, response.getRequestCharge())
          .in(response.getSessionToken());
    }
    String session = response.getSessionToken();
    double charge = response.getRequestCharge();
    Duration wait = response.getRetryAfterDuration();
    List<CosmosBatchOperationResult> results = response.getResults();
    for (int i = 0; i < results.size(); i++) {
      int status = results.get(i).getStatusCode();
      if (!results.get(i).isSuccessStatusCode() && status != FAILED_DEPENDENCY) {
        int subStatus = results.get(i).getSubStatusCode();
        return new Response<>(
            new Outcome(status, subStatus, wait, true, session), charge, i, null, null);
      }
    }
    int status = response.getStatusCode();
    Outcome outcome = new Outcome(status, response.getSubStatusCode(), wait, true, session);
    return new Response<>(outcome, charge, null, null, null);
  }

  private static CosmosPatchOperations sdkOperations(PatchOperations operations) {
    CosmosPatchOperations sdk = CosmosPatchOperations.create();
    for (PatchOperations.Operation operation : operations.all()) {
      switch (operation.kind()) {
        case SET -> sdk.set(operation.path(), operation.value());
        case INCREMENT ->
            sdk.increment(operation.path(), (Long) Objects.requireNonNull(operation.value()));
        case REMOVE -> sdk.remove(operation.path());
      }
    }
    return sdk;
  }

  @Override
  public Response<Void> execute(Script script, String partition, List<Object> arguments) {
    CosmosStoredProcedureRequestOptions options =
        new CosmosStoredProcedureRequestOptions().setPartitionKey(new PartitionKey(partition));
    return answer(
        "query",
        () -> {
          CosmosStoredProcedure procedure =
              container().getScripts().getStoredProcedure(script.id());
          CosmosStoredProcedureResponse response = procedure.execute(arguments, options);
          return Response.<Void>ok(null, null, response.getRequestCharge())
              .in(response.getSessionToken());
        });
  }

  @Override
  public <T> QueryPages<T> query(Query query, Class<T> type) {
    return new SdkPages<>(query, type);
  }

  @Override
  public Response<ChangePage> changes(String range, @Nullable String continuation, int count) {
    CosmosChangeFeedRequestOptions options =
        continuation == null
            ? CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(
                FeedRange.fromString(range))
            : CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(continuation);
    options.setMaxItemCount(count);
    return answer(
        "query",
        () -> {
          try (Stream<FeedResponse<StoredItem>> pages =
              container().queryChangeFeed(options, StoredItem.class).streamByPage()) {
            FeedResponse<StoredItem> page = pages.findFirst().orElseThrow();
            boolean more = !page.getResults().isEmpty();
            return Response.ok(
                new ChangePage(page.getResults(), page.getContinuationToken(), more),
                null,
                page.getRequestCharge());
          }
        });
  }

  @Override
  public Response<List<String>> ranges() {
    return answer(
        "query",
        () ->
            Response.ok(
                container().getFeedRanges().stream().map(FeedRange::toString).toList(), null, 0));
  }

  @Override
  public Response<OptionalLong> itemCount() {
    CosmosContainerRequestOptions options =
        new CosmosContainerRequestOptions().setQuotaInfoEnabled(true);
    return answer(
        "query",
        () -> {
          CosmosContainerResponse response = container().read(options);
          String usage = response.getResponseHeaders().getOrDefault(USAGE, "");
          Matcher number = NUMBER_OF_ITEMS.matcher(usage);
          OptionalLong count =
              number.find()
                  ? OptionalLong.of(Long.parseLong(number.group(1)))
                  : OptionalLong.empty();
          return Response.ok(count, null, response.getRequestCharge());
        });
  }

  @Override
  public Response<List<String>> partitionKeyPaths() {
    return answer(
        "query",
        () -> {
          CosmosContainerResponse response = container().read();
          List<String> paths = response.getProperties().getPartitionKeyDefinition().getPaths();
          return Response.ok(paths, null, response.getRequestCharge());
        });
  }

  /** Checks the consistency of the container's first read. */
  private <T> Response<T> checked(Supplier<CosmosItemResponse<T>> request) {
    if (isChecked) {
      return ok(request.get());
    }
    try {
      CosmosItemResponse<T> response = request.get();
      Connections.checkConsistency(response.getDiagnostics());
      isChecked = true;
      return ok(response);
    } catch (CosmosException e) {
      Connections.checkConsistency(e.getDiagnostics());
      throw e;
    }
  }

  private static <T> Response<T> ok(CosmosItemResponse<T> response) {
    return Response.ok(response.getItem(), response.getETag(), response.getRequestCharge())
        .in(response.getSessionToken());
  }

  private static <T> Response<List<T>> ok(FeedResponse<T> response) {
    return Response.ok(response.getResults(), null, response.getRequestCharge())
        .in(response.getSessionToken());
  }

  private <T> Response<T> answer(String verb, Supplier<Response<T>> request) {
    try {
      return within(requested.timeout(), request);
    } catch (BlogException e) {
      throw e;
    } catch (RuntimeException e) {
      return failure(verb + " in " + name, e);
    }
  }

  /**
   * Returns the response, or that of a timeout. The SDK's end-to-end timeout covers neither query
   * plans nor stored procedures, so another thread sends the request, and is interrupted, which
   * cancels it.
   */
  private static <T> Response<T> within(@Nullable Duration timeout, Supplier<Response<T>> request) {
    return timeout == null
        ? request.get()
        : Objects.requireNonNull(
            Mono.fromSupplier(request)
                .subscribeOn(READS)
                .timeout(timeout, Mono.fromSupplier(CosmosErrors::timedOut))
                .block());
  }

  /**
   * Returns the service's response. If several partitions failed one query, their exceptions are
   * suppressed by a Reactor exception, which may be a cause.
   */
  static <T> Response<T> failure(String action, RuntimeException failure) {
    boolean unreadable = false;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      CosmosException answer = answerIn(cause);
      if (answer != null) {
        Outcome outcome =
            new Outcome(
                answer.getStatusCode(),
                answer.getSubStatusCode(),
                answer.getRetryAfterDuration(),
                true,
                sessionIn(answer));
        return new Response<>(outcome, answer.getRequestCharge(), null, null, failure);
      }
      unreadable |= cause instanceof JacksonException;
      if (cause instanceof AssertionError error) {
        // Reactor wraps what a test's mock threw on another thread.
        throw error;
      }
      if (cause instanceof InterruptedException) {
        // Reactor's iterables wrap it, and clear the thread's flag.
        Thread.currentThread().interrupt();
      }
    }
    if (unreadable) {
      throw new MalformedItemException("", "a property has another type (" + action + ").");
    }
    return Response.notSent(failure);
  }

  // Null for a mocked exception, too.
  private static @Nullable String sessionIn(CosmosException answer) {
    Map<String, String> headers = answer.getResponseHeaders();
    return headers == null ? null : headers.get(SESSION);
  }

  private static @Nullable CosmosException answerIn(Throwable cause) {
    if (cause instanceof CosmosException answer) {
      return answer;
    }
    for (Throwable suppressed : cause.getSuppressed()) {
      if (suppressed instanceof CosmosException answer) {
        return answer;
      }
    }
    return null;
  }

  /**
   * The pages of a query. After a failure the query continues in a new stream, after the last page.
   * The SDK reads ahead to the query's end unless the pages are closed.
   */
  private final class SdkPages<T> implements QueryPages<T> {
    private final Query query;
    private final Class<T> type;
    private @Nullable Stream<FeedResponse<T>> stream;
    private @Nullable Iterator<FeedResponse<T>> pages;
    private @Nullable FeedResponse<T> last;

    SdkPages(Query query, Class<T> type) {
      this.query = query;
      this.type = type;
    }

    @Override
    public Response<List<T>> next(RequestOptions asked) {
      try {
        return within(asked.timeout(), () -> page(asked));
      } catch (BlogException e) {
        throw e;
      } catch (RuntimeException e) {
        close();
        return failure("query in " + name, e);
      }
    }

    private Response<List<T>> page(RequestOptions asked) {
      Iterator<FeedResponse<T>> open = pages == null ? open(asked) : pages;
      if (!open.hasNext()) {
        return Response.end();
      }
      last = open.next();
      return ok(last);
    }

    private Iterator<FeedResponse<T>> open(RequestOptions asked) {
      String from = continuation();
      if (last != null && from == null) {
        stream = Stream.empty();
      } else {
        List<SqlParameter> parameters =
            query.parameters().entrySet().stream()
                .map(entry -> new SqlParameter(entry.getKey(), entry.getValue()))
                .toList();
        SqlQuerySpec text = new SqlQuerySpec(query.text(), parameters);
        var found = container().queryItems(text, options(asked), type);
        int size = query.pageSize();
        stream = from == null ? found.streamByPage(size) : found.streamByPage(from, size);
      }
      Iterator<FeedResponse<T>> opened = stream.iterator();
      pages = opened;
      return opened;
    }

    private CosmosQueryRequestOptions options(RequestOptions asked) {
      CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
      options.setSessionToken(asked.sessionToken());
      // At most one page of each physical partition is read ahead.
      options.setMaxBufferedItemCount(query.pageSize());
      if (query.scope() instanceof Scope.Partition partition) {
        options.setPartitionKey(new PartitionKey(partition.key()));
      } else if (query.scope() instanceof Scope.Range range) {
        options.setFeedRange(FeedRange.fromString(range.feedRange()));
      }
      if (staleness != null) {
        options.setDedicatedGatewayRequestOptions(cache(staleness));
      }
      return options;
    }

    @Override
    public @Nullable String continuation() {
      return last == null ? query.from() : last.getContinuationToken();
    }

    @Override
    public void close() {
      if (stream != null) {
        stream.close();
      }
      stream = null;
      pages = null;
    }
  }
}
