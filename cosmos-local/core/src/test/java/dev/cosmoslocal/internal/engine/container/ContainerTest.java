package dev.cosmoslocal.internal.engine.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.NonBlocking;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.changefeed.ChangeFeed;
import dev.cosmoslocal.internal.engine.changefeed.ChangeStart;
import dev.cosmoslocal.internal.engine.changefeed.VersionPage;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.index.IndexingPolicy;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemResult;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.query.PartitionItemSource;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ContainerTest {
  private static final class MovableClock extends Clock {
    private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    void pass(Duration time) {
      now = now.plus(time);
    }
  }

  private final MovableClock clock = new MovableClock();
  private final Account account = new Account(clock, 3);
  private final Database database = account.createDatabase(Json.object().put("id", "db"));

  @Test
  void anExpiredItemIsGone() {
    Container container = container("ttl", Json.object().put("defaultTtl", 10));
    create(container, "default", Json.object());
    create(container, "longer", Json.object().put("ttl", 20));
    create(container, "forever", Json.object().put("ttl", -1));
    clock.pass(Duration.ofSeconds(10));
    assertThat(present(container)).containsExactly("longer", "forever");
    clock.pass(Duration.ofSeconds(10));
    assertThat(present(container)).containsExactly("forever");
    assertThat(create(container, "default", Json.object()).status()).isEqualTo(201);
  }

  @Test
  void onlyWorkersRemoveExpiredItems() throws InterruptedException {
    Container container = container("swept", Json.object().put("defaultTtl", -1));
    create(container, "expired", Json.object().put("ttl", 1));
    create(container, "first", Json.object());
    create(container, "second", Json.object());
    clock.pass(Duration.ofSeconds(1));
    EventLoop loop = new EventLoop(() -> delete(container, "first"));
    loop.start();
    loop.join();
    assertThat(container.items()).isEqualTo(2);
    delete(container, "second");
    assertThat(container.items()).isZero();
  }

  private static final class EventLoop extends Thread implements NonBlocking {
    EventLoop(Runnable work) {
      super(work);
    }
  }

  private static void delete(Container container, String id) {
    container.execute(
        PartitionKeyValue.parse("[\"p\"]"), new ItemOperation.Delete(id, EntityTagConditions.NONE));
  }

  @Test
  void anItemsTimeToLiveIsIgnoredIfTheContainerHasNone() {
    Container container = container("plain", Json.object());
    create(container, "i", Json.object().put("ttl", 1));
    clock.pass(Duration.ofDays(1));
    assertThat(present(container)).containsExactly("i");
  }

  @Test
  void anInvalidTimeToLiveIsRefused() {
    Container container = container("wrong", Json.object().put("defaultTtl", -1));
    for (ObjectNode item : List.of(Json.object().put("ttl", 0), Json.object().putNull("ttl"))) {
      assertThatThrownBy(() -> create(container, "i", item))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.status()).isEqualTo(400));
    }
  }

  @Test
  void unsupportedSettingsAreNamed() {
    ObjectNode body = Json.object();
    body.putArray("computedProperties").addObject().put("name", "x");
    assertThatThrownBy(() -> container("computed", body))
        .hasMessageContaining("computedProperties");
  }

  @Test
  void invalidIdsAreRefused() {
    Container container = container("ids", Json.object());
    for (String id : List.of("", "a/b", "a\\b", "x".repeat(1024))) {
      assertThatThrownBy(() -> create(container, id, Json.object()))
          .isInstanceOf(EngineException.class);
    }
    assertThat(create(container, "x".repeat(1023), Json.object()).status()).isEqualTo(201);
    for (String name : List.of("a/b", "a\\b", "a?b", "a#b", "x".repeat(256))) {
      assertThatThrownBy(() -> container(name, Json.object())).isInstanceOf(EngineException.class);
    }
  }

  @Test
  void anUnknownPhysicalPartitionIsGone() {
    Container container = container("gone", Json.object());
    assertThatThrownBy(() -> container.sessionToken(new FeedScope.Physical("9", null)))
        .isInstanceOfSatisfying(
            EngineException.class,
            e -> {
              assertThat(e.status()).isEqualTo(410);
              assertThat(e.subStatus()).isEqualTo(1002);
            });
  }

  @Test
  void aKeyOfAnotherPhysicalPartitionIsRefused() {
    Container container = container("elsewhere", Json.object());
    PartitionKeyValue key = PartitionKeyValue.parse("[\"p\"]");
    String home = container.partitionOf(key);
    container.checkHolds(new FeedScope.Physical(home, null), key);
    String other = home.equals("0") ? "1" : "0";
    assertThatThrownBy(() -> container.checkHolds(new FeedScope.Physical(other, null), key))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.subStatus()).isEqualTo(1002));
  }

  @Test
  void changesAfterATimeAreThoseOfLaterSeconds() {
    Container container = container("since", Json.object());
    create(container, "1", Json.object());
    long second = clock.instant().getEpochSecond();
    clock.pass(Duration.ofSeconds(1));
    create(container, "2", Json.object());
    FeedScope scope = new FeedScope.Logical(PartitionKeyValue.parse("[\"p\"]"));
    assertThat(changed(container, scope, new ChangeStart(-1, second))).containsExactly("2");
    assertThat(changed(container, scope, ChangeStart.BEGINNING)).containsExactly("1", "2");
    assertThat(changed(container, scope, new ChangeStart(ChangeStart.NOW, Long.MIN_VALUE)))
        .isEmpty();
  }

  /** Microsoft Learn, "Azure Cosmos DB service quotas": a response has at most 4 MB. */
  @Test
  void aPageOfChangesHasAtMostFourMegabytes() {
    ObjectNode settings = Json.object();
    settings.putObject("changeFeedPolicy").put("retentionDuration", 60);
    Container container = container("large", settings);
    for (int i = 0; i < 5; i++) {
      create(container, "i" + i, Json.object().put("x", "x".repeat(1_500_000)));
    }
    FeedScope scope = new FeedScope.Logical(PartitionKeyValue.parse("[\"p\"]"));
    assertThat(changed(container, scope, ChangeStart.BEGINNING)).containsExactly("i0", "i1");
    ChangeFeed feed = new ChangeFeed(container);
    VersionPage first = feed.allVersions(scope, new ChangeStart(0, Long.MIN_VALUE), 10);
    assertThat(first.versions()).hasSize(2);
    VersionPage second =
        feed.allVersions(scope, new ChangeStart(first.continuation(), Long.MIN_VALUE), 10);
    assertThat(second.versions()).hasSize(2);
    VersionPage third =
        feed.allVersions(scope, new ChangeStart(second.continuation(), Long.MIN_VALUE), 10);
    assertThat(third.versions()).hasSize(1);
  }

  @Test
  void onlyOneOfManyConcurrentCreatesSucceeds() throws Exception {
    Container container = container("race", Json.object());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String id = "i" + i / 4;
        work.add(() -> statusOf(() -> create(container, id, Json.object())));
      }
      List<Integer> statuses = new ArrayList<>();
      for (Future<Integer> done : threads.invokeAll(work)) {
        statuses.add(done.get());
      }
      assertThat(statuses).filteredOn(s -> s == 201).hasSize(10);
      assertThat(statuses).filteredOn(s -> s == 409).hasSize(30);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void unindexedPropertiesAreFree() {
    ObjectNode policy = IndexingPolicy.standard();
    policy.withArray("excludedPaths").addObject().put("path", "/content/?");
    Container spare = container("spare", Json.object().set("indexingPolicy", policy));
    Container full = container("full", Json.object());
    ObjectNode item = Json.object().put("content", "x".repeat(1000));
    double difference =
        create(full, "1", item.deepCopy()).charge() - create(spare, "1", item).charge();
    assertThat(difference).isCloseTo(RequestUnits.term(100), within(1e-9));
  }

  private static int statusOf(Callable<ItemResult> call) throws Exception {
    try {
      return call.call().status();
    } catch (EngineException refusal) {
      return refusal.status();
    }
  }

  private List<String> changed(Container container, FeedScope scope, ChangeStart start) {
    return new ChangeFeed(container)
        .latestVersions(scope, start, 10).items().stream().map(i -> i.key().id()).toList();
  }

  @Test
  void readersSeeABatchCompletelyOrNotAtAll() throws Exception {
    Container container = container("atomic", Json.object());
    create(container, "a", Json.object().put("n", 0));
    create(container, "b", Json.object().put("n", 0));
    PartitionKeyValue key = PartitionKeyValue.parse("[\"p\"]");
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Callable<Boolean>> work = new ArrayList<>();
      work.add(() -> writeBoth(container, key));
      work.add(() -> alwaysEqual(container));
      for (Future<Boolean> done : threads.invokeAll(work)) {
        assertThat(done.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean writeBoth(Container container, PartitionKeyValue key) {
    for (int i = 1; i <= 500; i++) {
      ObjectNode a = Json.object().put("id", "a").put("pk", "p").put("n", i);
      container.batch(
          key,
          List.of(
              new ItemOperation.Upsert(a, EntityTagConditions.NONE),
              new ItemOperation.Upsert(a.deepCopy().put("id", "b"), EntityTagConditions.NONE)),
          true);
    }
    return true;
  }

  private static boolean alwaysEqual(Container container) {
    FeedScope scope = new FeedScope.Logical(PartitionKeyValue.parse("[\"p\"]"));
    for (int i = 0; i < 500; i++) {
      List<Item> items = items(container, scope);
      if (!items.get(0).user().path("n").equals(items.get(1).user().path("n"))) {
        return false;
      }
    }
    return true;
  }

  private Container container(String id, ObjectNode settings) {
    settings.put("id", id).putObject("partitionKey").putArray("paths").add("/pk");
    return database.createContainer(settings);
  }

  private static ItemResult create(Container container, String id, ObjectNode item) {
    return container
        .execute(
            PartitionKeyValue.parse("[\"p\"]"),
            new ItemOperation.Create(item.put("id", id).put("pk", "p")))
        .value();
  }

  private static List<String> present(Container container) {
    FeedScope scope = new FeedScope.Logical(PartitionKeyValue.parse("[\"p\"]"));
    return items(container, scope).stream().map(i -> i.key().id()).toList();
  }

  private static List<Item> items(Container container, FeedScope scope) {
    List<Item> items = new ArrayList<>();
    PartitionItemSource.of(container.resolve(scope))
        .candidates(List.of(), -1)
        .forEachRemaining(item -> items.add((Item) item));
    return items;
  }
}
