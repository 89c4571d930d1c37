package dev.cosmoslocal.internal.engine.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.changefeed.ChangeFeed;
import dev.cosmoslocal.internal.engine.changefeed.ChangeStart;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.query.Paging;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.Partitioning;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.script.ScriptEngine;
import dev.cosmoslocal.internal.script.ScriptLimits;
import dev.cosmoslocal.internal.storage.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares failovers of a container with its contents at each time. */
class RecoveryPointsTest {
  private static final EntityTagConditions ANY = new EntityTagConditions(null, null);
  private static final FeedScope ALL = new FeedScope.Physical("0", null);

  /** Longer than a hundredth of the window, so that each write has its own recovery point. */
  private static final Duration STEP = Duration.ofMillis(150);

  private static final Duration WINDOW = Duration.ofSeconds(10);
  private static final int STEPS = 400;

  private final SettableClock clock = SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
  private final Account account =
      new Account(
          clock,
          new Partitioning(1, false),
          Ledger.NONE,
          new ScriptEngine(ScriptLimits.DEFAULT, System::nanoTime, () -> "made"),
          new ServiceConditions(0, Duration.ofMillis(50), 1L << 40, Duration.ZERO, WINDOW));
  private final Container container = container();

  private Container container() {
    ObjectNode settings = Json.object().put("id", "c").put("defaultTtl", -1);
    settings.putObject("partitionKey").put("version", 2).putArray("paths").add("/pk");
    settings
        .putObject("uniqueKeyPolicy")
        .putArray("uniqueKeys")
        .addObject()
        .putArray("paths")
        .add("/name");
    settings.putObject("changeFeedPolicy").put("retentionDuration", 10);
    return account.createDatabase(Json.object().put("id", "db")).createContainer(settings);
  }

  @AfterEach
  void close() {
    account.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aFailoverReturnsToTheItemsOfItsTime(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, String> now = new TreeMap<>();
    TreeMap<Instant, Map<String, String>> history = new TreeMap<>();
    history.put(Instant.EPOCH, Map.of());
    for (int step = 0; step < STEPS; step++) {
      clock.advance(STEP);
      if (random.nextInt(20) == 0) {
        Duration lost = STEP.multipliedBy(random.nextInt(40)).plusMillis(10);
        container.failOver(lost);
        now = new TreeMap<>(history.floorEntry(clock.instant().minus(lost)).getValue());
        // The next failover can't return to an older state.
        history.clear();
        history.put(Instant.EPOCH, new TreeMap<>(now));
      } else {
        write(random, now, step);
      }
      history.put(clock.instant(), new TreeMap<>(now));
      assertThat(stored()).as("step " + step).isEqualTo(now);
    }
    assertThat(container.items()).isEqualTo(now.size());
    assertThat(queried("SELECT * FROM c WHERE c.name >= 'n' ORDER BY c.name")).isEqualTo(now);
    assertThat(changed()).isEqualTo(now);
  }

  @Test
  void theAllVersionsFeedOmitsLostVersions() {
    ChangeStart begin = new ChangeStart(1, Long.MIN_VALUE);
    create("kept", "n1");
    clock.advance(STEP.multipliedBy(2));
    create("lost", "n2");
    container.failOver(STEP);
    create("next", "n3");
    assertThat(new ChangeFeed(container).allVersions(ALL, begin, 10).versions())
        .extracting(version -> version.item().key().id())
        .containsExactly("kept", "next");
  }

  @Test
  void aMovedUniqueKeyReturnsToItsFormerItem() {
    create("a", "n1");
    create("b", "n2");
    clock.advance(STEP.multipliedBy(2));
    execute(new ItemOperation.Upsert(item("a", "n3"), ANY));
    execute(new ItemOperation.Upsert(item("b", "n1"), ANY));
    container.failOver(STEP);
    assertThat(stored()).isEqualTo(Map.of("a", "n1", "b", "n2"));
    for (String taken : List.of("n1", "n2")) {
      assertThatThrownBy(() -> create("c", taken))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.status()).isEqualTo(409));
    }
    create("c", "n3");
    assertThat(container.items()).isEqualTo(3);
  }

  /** A split writes all items again, expired ones as well, in the order of their creation. */
  @Test
  void anExpiredItemDoesNotTakeBackItsUniqueKeyInASplit() {
    create("next", "n1");
    execute(new ItemOperation.Create(item("expired", "n2").put("ttl", 1)));
    for (int i = 0; i < 100; i++) {
      create("i" + i, "m" + i);
    }
    clock.advance(Duration.ofSeconds(2));
    execute(new ItemOperation.Upsert(item("next", "n2"), ANY));

    container.split("0");
    for (int i = 0; i < 100; i++) {
      // Writes remove expired items.
      execute(new ItemOperation.Upsert(item("i0", "m0"), ANY));
    }

    assertThatThrownBy(() -> create("third", "n2"))
        .isInstanceOfSatisfying(EngineException.class, e -> assertThat(e.status()).isEqualTo(409));
  }

  @Test
  void manyWritesKeepFewStatesAndLoseAtMostOnePercentMore() {
    for (int i = 0; i < 5_000; i++) {
      create("i" + i, "n" + i);
      clock.advance(Duration.ofMillis(1));
    }
    container.failOver(Duration.ofSeconds(2));
    assertThat(container.items()).isBetween(2_899L, 3_000L);
  }

  private void write(SplittableRandom random, Map<String, String> now, int step) {
    String id = "i" + random.nextInt(8);
    if (random.nextInt(3) == 0 && now.containsKey(id)) {
      execute(new ItemOperation.Delete(id, ANY));
      now.remove(id);
      return;
    }
    if (random.nextInt(4) == 0 && now.containsKey(id)) {
      rename(id, "i" + random.nextInt(8), now);
      return;
    }
    // Few names, so that unique keys move between items.
    String name = "n" + random.nextInt(8);
    boolean taken =
        now.entrySet().stream().anyMatch(e -> e.getValue().equals(name) && !e.getKey().equals(id));
    try {
      execute(new ItemOperation.Upsert(item(id, name), ANY));
      assertThat(taken).as("step " + step).isFalse();
      now.put(id, name);
    } catch (EngineException refused) {
      assertThat(refused.status()).isEqualTo(409);
      assertThat(taken).as("step " + step).isTrue();
    }
  }

  private void rename(String id, String next, Map<String, String> now) {
    boolean taken = !next.equals(id) && now.containsKey(next);
    try {
      execute(new ItemOperation.Replace(id, item(next, now.get(id)), ANY));
      assertThat(taken).isFalse();
      now.put(next, now.remove(id));
    } catch (EngineException refused) {
      assertThat(refused.status()).isEqualTo(409);
      assertThat(taken).isTrue();
    }
  }

  private void create(String id, String name) {
    execute(new ItemOperation.Create(item(id, name)));
  }

  private void execute(ItemOperation operation) {
    container.execute(PartitionKeyValue.parse("[\"p\"]"), operation);
  }

  private static ObjectNode item(String id, String name) {
    return Json.object().put("id", id).put("pk", "p").put("name", name);
  }

  private Map<String, String> stored() {
    return queried("SELECT * FROM c");
  }

  private Map<String, String> queried(String query) {
    Map<String, String> found = new TreeMap<>();
    account
        .queries()
        .page(container, ALL, QueryText.of(query), new Paging(-1, null))
        .page()
        .documents()
        .forEach(item -> found.put(item.path("id").textValue(), item.path("name").textValue()));
    return found;
  }

  private Map<String, String> changed() {
    Map<String, String> found = new TreeMap<>();
    List<String> ids = new ArrayList<>();
    new ChangeFeed(container)
        .latestVersions(ALL, ChangeStart.BEGINNING, 1_000)
        .items()
        .forEach(
            item -> {
              ids.add(item.key().id());
              found.put(item.key().id(), item.user().path("name").textValue());
            });
    assertThat(ids).doesNotHaveDuplicates();
    return found;
  }
}
