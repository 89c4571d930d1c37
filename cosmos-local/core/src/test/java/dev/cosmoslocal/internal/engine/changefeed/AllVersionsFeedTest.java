package dev.cosmoslocal.internal.engine.changefeed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.query.PartitionItemSource;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class AllVersionsFeedTest {
  private static final int STEPS = 120;

  @Property(tries = 60, seed = "1")
  void replayingTheFeedReproducesTheContainer(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 7) int page) {
    SplittableRandom random = new SplittableRandom(seed);
    LogReader reader = new LogReader();
    for (int i = 0; i < STEPS; i++) {
      reader.step(random);
      if (random.nextInt(10) == 0) {
        reader.replay(page);
      }
    }
    reader.replay(page);
    assertThat(bodies(reader.replayed.values()))
        .containsExactlyInAnyOrderElementsOf(bodies(reader.stored()));
  }

  private static List<String> bodies(Iterable<Item> items) {
    List<String> bodies = new ArrayList<>();
    items.forEach(item -> bodies.add(item.json().toString()));
    return bodies;
  }

  /** A container and the state that its feed describes. */
  private static final class LogReader {
    private final SettableClock clock =
        SettableClock.frozenAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Container container =
        new Account(clock, 3)
            .createDatabase(Json.object().put("id", "db"))
            .createContainer(
                (ObjectNode)
                    Json.parse(
                        "{\"id\":\"c\",\"defaultTtl\":-1,\"partitionKey\":{\"kind\":\"Hash\","
                            + "\"paths\":[\"/pk\"]},"
                            + "\"changeFeedPolicy\":{\"retentionDuration\":60}}"));
    private final ChangeFeed feed = new ChangeFeed(container);
    private final Map<String, Long> positions = new HashMap<>();
    private final Map<String, Item> replayed = new TreeMap<>();

    LogReader() {
      container.ranges().forEach(range -> positions.put(range.id(), 0L));
    }

    private void step(SplittableRandom random) {
      String pk = "p" + random.nextInt(4);
      String id = "i" + random.nextInt(5);
      ObjectNode body = Json.object().put("id", id).put("pk", pk).put("n", random.nextInt());
      switch (random.nextInt(6)) {
        case 0 -> clock.advance(Duration.ofSeconds(random.nextInt(20)));
        case 1 -> execute(pk, new ItemOperation.Delete(id, EntityTagConditions.NONE));
        case 2 -> execute(pk, new ItemOperation.Create(body.put("ttl", 1 + random.nextInt(30))));
        case 3 ->
            container.batch(
                key(pk),
                List.of(
                    new ItemOperation.Upsert(body, EntityTagConditions.NONE),
                    new ItemOperation.Delete(
                        random.nextBoolean() ? id : "none", EntityTagConditions.NONE)),
                true);
        default -> execute(pk, new ItemOperation.Upsert(body, EntityTagConditions.NONE));
      }
    }

    private void execute(String pk, ItemOperation operation) {
      try {
        container.execute(key(pk), operation);
      } catch (EngineException refusal) {
        assertThat(refusal.status()).isIn(404, 409);
      }
    }

    private static PartitionKeyValue key(String pk) {
      return PartitionKeyValue.parse("[\"" + pk + "\"]");
    }

    private void replay(int page) {
      for (PartitionInfo range : container.ranges()) {
        FeedScope scope = new FeedScope.Physical(range.id(), null);
        VersionPage versions;
        do {
          ChangeStart start = new ChangeStart(positions.get(range.id()), Long.MIN_VALUE);
          versions = feed.allVersions(scope, start, page);
          versions.versions().forEach(this::apply);
          positions.put(range.id(), versions.continuation());
        } while (!versions.versions().isEmpty());
      }
    }

    /** The previous version in a change equals the earlier state. */
    private void apply(ItemVersion version) {
      String key = version.item().key().toString();
      assertThat(version.previous().map(Item::etag).orElse(""))
          .isEqualTo(replayed.containsKey(key) ? replayed.get(key).etag() : "");
      version
          .current()
          .ifPresentOrElse(item -> replayed.put(key, item), () -> replayed.remove(key));
    }

    private List<Item> stored() {
      List<Item> items = new ArrayList<>();
      for (PartitionInfo range : container.ranges()) {
        FeedScope scope = new FeedScope.Physical(range.id(), null);
        PartitionItemSource.of(container.resolve(scope))
            .candidates(List.of(), -1)
            .forEachRemaining(item -> items.add((Item) item));
      }
      return items;
    }
  }
}
