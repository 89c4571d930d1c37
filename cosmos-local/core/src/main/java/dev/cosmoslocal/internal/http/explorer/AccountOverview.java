package dev.cosmoslocal.internal.http.explorer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.partition.PartitionView;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.OfferContent;
import dev.cosmoslocal.request.Consistency;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The databases, containers and physical partitions of an account, with their sizes. */
final class AccountOverview {
  private static final int REMEMBERED = 10_000;

  /**
   * To find a size visits every item, so that a partition that is written to shows an older one.
   */
  private static final Duration FRESH = Duration.ofSeconds(10);

  private final Account account;
  private final Consistency consistency;
  private final PartitionMeter meter;
  private final LongSupplier nanoTime;

  /** The sizes of partitions by container and id. */
  private final Map<String, PartitionSize> sizes = new ConcurrentHashMap<>();

  /**
   * An overview that remembers the sizes of partitions for a while.
   *
   * @param nanoTime counts the time, as {@link System#nanoTime}
   */
  AccountOverview(
      Account account, Consistency consistency, PartitionMeter meter, LongSupplier nanoTime) {
    this.account = account;
    this.consistency = consistency;
    this.meter = meter;
    this.nanoTime = nanoTime;
  }

  private record PartitionSize(long lsn, long version, long bytes, long found) {
    boolean isOf(PartitionView view) {
      return lsn == view.lsn() && version == view.totals().version();
    }
  }

  ObjectNode databases() {
    ObjectNode json = Json.object();
    json.put("consistency", consistency.text()).put("durable", account.durable());
    ArrayNode databases = json.putArray("databases");
    account.databases().stream()
        .sorted(Comparator.comparing(Database::id))
        .forEach(database -> describe(database, databases.addObject()));
    return json;
  }

  private void describe(Database database, ObjectNode json) {
    json.put("id", database.id());
    offer(database.rid()).ifPresent(offer -> throughput(offer, json));
    ArrayNode containers = json.putArray("containers");
    database.containers().stream()
        .sorted(Comparator.comparing(Container::id))
        .forEach(container -> describe(container, containers.addObject()));
  }

  private void describe(Container container, ObjectNode json) {
    ObjectNode settings = container.json();
    json.put("id", container.id());
    json.set("partitionKey", settings.path("partitionKey"));
    json.set("defaultTtl", settings.path("defaultTtl"));
    json.put("partitions", container.partitionCount()).put("items", container.items());
    Optional<OfferContent> own = offer(container.rid());
    own.or(() -> offer(container.databaseRid())).ifPresent(offer -> throughput(offer, json));
    json.put("shared", own.isEmpty() && offer(container.databaseRid()).isPresent());
  }

  private Optional<OfferContent> offer(String rid) {
    return account.offers().of(rid);
  }

  private static void throughput(OfferContent offer, ObjectNode json) {
    json.put("throughput", offer.requestUnits()).put("autoscale", offer.autoscale());
  }

  ObjectNode partitions(Container container) {
    ObjectNode json = Json.object();
    ArrayNode partitions = json.putArray("partitions");
    for (PartitionInfo partition : container.ranges()) {
      PartitionView view =
          container.resolve(new FeedScope.Physical(partition.id(), null)).partition().view();
      PartitionMeter.MeterReading served = meter.read(container, partition.id());
      ObjectNode each = partitions.addObject();
      each.put("id", partition.id());
      each.put("min", partition.range().min()).put("max", partition.range().max());
      each.put("items", view.totals().items()).put("lsn", view.lsn());
      each.put("bytes", bytes(container, partition.id(), view));
      each.put("charge", RequestUnits.rounded(served.total()));
      each.put("lastSecond", RequestUnits.rounded(served.lastSecond()));
      each.put("refused", served.refused());
    }
    return json;
  }

  private long bytes(Container container, String partition, PartitionView view) {
    if (sizes.size() > REMEMBERED) {
      sizes.clear();
    }
    String key = container.rid() + '/' + partition;
    PartitionSize known = sizes.get(key);
    long now = nanoTime.getAsLong();
    boolean old = known == null || now - known.found > FRESH.toNanos();
    if (known == null || old && !known.isOf(view)) {
      known = new PartitionSize(view.lsn(), view.totals().version(), view.itemBytes(), now);
      sizes.put(key, known);
    }
    return known.bytes;
  }
}
