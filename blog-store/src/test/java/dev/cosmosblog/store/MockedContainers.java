package dev.cosmosblog.store;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.spi.Environment;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.mockito.ArgumentCaptor;

/** A store on three mocked containers, with a fixed clock and consecutive ids. */
final class MockedContainers {
  static final Instant NOW = Instant.parse("2026-11-20T13:37:31.250Z");
  static final String NOW_TEXT = "2026-11-20T13:37:31.250Z";
  static final Environment ENVIRONMENT = Environment.SYSTEM.with(Clock.fixed(NOW, ZoneOffset.UTC));
  static final UserId ANN = UserId.of("user-ann");
  static final PostId POST = PostId.of("post-1");

  final CosmosContainer users = container("users");
  final CosmosContainer posts = container("posts");
  final CosmosContainer frontPage = container("feed");
  final List<OperationReport> reports = new CopyOnWriteArrayList<>();

  private final AtomicInteger ids = new AtomicInteger();

  private static CosmosContainer container(String name) {
    CosmosContainer container = mock();
    when(container.getId()).thenReturn(name);
    return container;
  }

  BlogDatabase database(UnaryOperator<BlogDatabaseBuilder> settings) {
    return settings
        .apply(
            BlogDatabase.builder()
                .containers(users, posts, frontPage)
                .environment(ENVIRONMENT)
                .retryPolicy(RetryPolicy.none())
                .listener(reports::add))
        .build();
  }

  BlogStore store() {
    return store(settings -> settings);
  }

  /** A store on a database with other settings. */
  BlogStore store(UnaryOperator<BlogDatabaseBuilder> settings) {
    return storeBuilder(settings).build();
  }

  BlogStoreBuilder storeBuilder(UnaryOperator<BlogDatabaseBuilder> settings) {
    return BlogStore.builder(database(settings)).ids(() -> "made-" + ids.incrementAndGet());
  }

  /** The kernel on the same containers, as the library's other modules use it. */
  Kernel kernel() {
    return Kernel.of(database(settings -> settings));
  }

  Repositories repositories() {
    return kernel().repositories(report -> {});
  }

  /** Copies whose requests are repeated, without a wait. */
  Repositories patientRepositories() {
    RetryPolicy policy = RetryPolicy.standard().withDelays(Duration.ZERO, Duration.ZERO);
    return Kernel.of(database(settings -> settings.retryPolicy(policy))).repositories(report -> {});
  }

  OperationReport report() {
    return reports.get(reports.size() - 1);
  }

  /** The user {@link #ANN}, called Ann, whose item has version 4. */
  MockedContainers withAnn() {
    return has(users, ANN.value(), ANN.value(), storedAnn());
  }

  /** The primary says that no user has a later name than was read. */
  MockedContainers noUserIsNewer() {
    doThrow(CosmosFailure.of(412)).when(users).patchItem(any(), any(), any(), any(), any());
    return this;
  }

  static UserItem storedAnn() {
    return TestItems.user(ANN.value()).version(4).build();
  }

  static User ann() {
    return new User(ANN, "Ann", 4);
  }

  /** A post of {@link #ANN}'s as it is stored. */
  static PostItem storedPost() {
    return storedPost(5);
  }

  static PostItem storedPost(long version) {
    return TestItems.post("post-1")
        .by("user-ann")
        .userVersion(4)
        .counts(2, 3)
        .at(NOW_TEXT)
        .version(version)
        .build();
  }

  /** An item in the form in which it is read to be checked. */
  static StoredItem stored(Object item) {
    return Responses.as(StoredItem.class, item);
  }

  /** Stubs the point read of an item, which costs 1 RU. */
  MockedContainers has(CosmosContainer container, String id, String partition, Object item) {
    when(container.readItem(eq(id), eq(new PartitionKey(partition)), any()))
        .thenAnswer(call -> Responses.toRead(call, item));
    return this;
  }

  /** Stubs the point read of a missing item. */
  MockedContainers hasNot(CosmosContainer container, String id, String partition) {
    when(container.readItem(eq(id), eq(new PartitionKey(partition)), any()))
        .thenThrow(CosmosFailure.of(404));
    return this;
  }

  /** Each point write is done, and a batch too. */
  MockedContainers writesAreDone() {
    return writesAreDone(users, posts, frontPage);
  }

  MockedContainers writesAreDone(CosmosContainer... containers) {
    for (CosmosContainer container : containers) {
      when(container.createItem(any(), any(), any())).thenAnswer(call -> Responses.written(6));
      when(container.replaceItem(any(), any(), any(), any()))
          .thenAnswer(call -> Responses.written(10));
      when(container.deleteItem(any(), any(), any())).thenAnswer(call -> Responses.written(5));
      when(container.patchItem(any(), any(), any(), any(), any()))
          .thenAnswer(call -> Responses.written(10));
      when(container.executeCosmosBatch(any())).thenAnswer(call -> Responses.batchDone(16));
    }
    return this;
  }

  CosmosBatch sentBatch() {
    ArgumentCaptor<CosmosBatch> batch = ArgumentCaptor.captor();
    verify(posts).executeCosmosBatch(batch.capture());
    return batch.getValue();
  }

  /** The arguments of one create. */
  record SentCreate(Object item, PartitionKey partition, CosmosItemRequestOptions options) {}

  static List<SentCreate> sentCreates(CosmosContainer container, int times) {
    ArgumentCaptor<Object> items = ArgumentCaptor.captor();
    ArgumentCaptor<PartitionKey> keys = ArgumentCaptor.captor();
    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    verify(container, times(times)).createItem(items.capture(), keys.capture(), options.capture());
    List<SentCreate> sent = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      sent.add(
          new SentCreate(
              items.getAllValues().get(i),
              keys.getAllValues().get(i),
              options.getAllValues().get(i)));
    }
    return sent;
  }

  /** The arguments of one patch. */
  record SentPatch(
      CosmosPatchOperations operations, CosmosPatchItemRequestOptions options, Class<?> type) {}

  static SentPatch sentPatch(CosmosContainer container, String id, String partition) {
    ArgumentCaptor<CosmosPatchOperations> operations = ArgumentCaptor.captor();
    ArgumentCaptor<CosmosPatchItemRequestOptions> options = ArgumentCaptor.captor();
    ArgumentCaptor<Class<Object>> type = ArgumentCaptor.captor();
    verify(container)
        .patchItem(
            eq(id),
            eq(new PartitionKey(partition)),
            operations.capture(),
            options.capture(),
            type.capture());
    return new SentPatch(operations.getValue(), options.getValue(), type.getValue());
  }

  /** The arguments of one query; its parameters as {@code name=value}. */
  record SentQuery(String text, List<String> parameters, CosmosQueryRequestOptions options) {}

  static SentQuery sentQuery(CosmosContainer container) {
    ArgumentCaptor<SqlQuerySpec> spec = ArgumentCaptor.captor();
    ArgumentCaptor<CosmosQueryRequestOptions> options = ArgumentCaptor.captor();
    verify(container).queryItems(spec.capture(), options.capture(), any());
    return new SentQuery(
        spec.getValue().getQueryText(), parameters(spec.getValue()), options.getValue());
  }

  private static List<String> parameters(SqlQuerySpec spec) {
    return spec.getParameters().stream()
        .map(MockedContainers::show)
        .collect(Collectors.toUnmodifiableList());
  }

  private static String show(SqlParameter parameter) {
    return parameter.getName() + "=" + parameter.getValue(Object.class);
  }
}
