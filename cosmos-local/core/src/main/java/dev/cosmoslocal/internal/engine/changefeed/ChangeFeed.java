package dev.cosmoslocal.internal.engine.changefeed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.definition.ChangeFeedRetention;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.item.WriteStamp;
import dev.cosmoslocal.internal.engine.partition.ContainerState;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.LogicalPartitionFilter;
import dev.cosmoslocal.internal.engine.partition.PartitionScope;
import dev.cosmoslocal.internal.engine.partition.PartitionView;
import dev.cosmoslocal.internal.engine.partition.PhysicalPartition;
import dev.cosmoslocal.internal.engine.partition.ReadConsistency;
import dev.cosmoslocal.internal.engine.partition.StoreKeys;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.JsonPath;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import dev.cosmoslocal.internal.engine.version.VersionLog;
import dev.cosmoslocal.internal.storage.Scan;
import java.util.ArrayList;
import java.util.List;

/**
 * The change feed of a container in its two modes (Microsoft Learn, "Change feed modes in Azure
 * Cosmos DB").
 */
public record ChangeFeed(Container container, ReadConsistency consistency) {
  /** The change feed with everything that was written. */
  public ChangeFeed(Container container) {
    this(container, ReadConsistency.LATEST);
  }

  /**
   * Returns a page of the latest-version mode: each changed item once, with its last change.
   * Deletes don't show.
   *
   * @param start where to begin
   * @param maxItems the number of items after which a page ends; the items of a transaction stay
   *     together
   * @throws EngineException 410/1002 if the physical partition does not exist
   */
  public ChangePage latestVersions(FeedScope scope, ChangeStart start, int maxItems) {
    PartitionScope where = container.resolve(scope);
    PhysicalPartition partition = where.partition();
    PartitionView view = partition.view(consistency);
    long after = start.afterLsn() == ChangeStart.NOW ? view.lsn() : start.afterLsn();
    Slice slice =
        Slice.of(
            view,
            view.filter(where),
            new Slice.Bounds(after, start.afterSeconds(), maxItems, ServiceLimits.PAGE_BYTES));
    long bytes = slice.items().stream().mapToLong(Item::bytes).sum();
    return new ChangePage(
        slice.items(),
        slice.lsn(),
        view.token(partition.id()),
        RequestUnits.changeFeed(slice.items().size(), bytes));
  }

  /**
   * Returns a page of the mode for all versions and deletes: every change in order, expiries
   * included.
   *
   * @param start where to begin: now, or after an LSN
   * @param maxItems the number of changes after which a page ends; the changes of a transaction
   *     stay together
   * @throws EngineException 400 if the container retains no versions, or none that old; 410/1002 if
   *     the physical partition does not exist
   */
  public VersionPage allVersions(FeedScope scope, ChangeStart start, int maxItems) {
    ContainerState state = container.state();
    ChangeFeedRetention retention = state.definition().retention();
    if (!retention.on()) {
      throw EngineException.badRequest(
          "Change Feed 'All Versions and Deletes' mode must be enabled: the container needs a"
              + " changeFeedPolicy with a retentionDuration.");
    }
    PartitionScope where = container.resolve(scope);
    container.expire();
    PhysicalPartition partition = where.partition();
    PartitionView view = partition.view(consistency);
    long lsn = view.lsn();
    long after = start.afterLsn() == ChangeStart.NOW ? lsn : start.afterLsn();
    state.versions().trim(state.now() - retention.seconds());
    if (!state.versions().reaches(partition.range(), after)) {
      throw EngineException.badRequest(
          "You must read the change feed from within the retention period. The retention of the"
              + " container is "
              + retention.minutes()
              + " minutes.");
    }
    VersionLog.VersionRange bounds =
        new VersionLog.VersionRange(
            after, Math.max(lsn, after), maxItems, ServiceLimits.PAGE_BYTES);
    VersionLog.VersionSlice slice = state.versions().read(where::contains, bounds);
    List<ItemVersion> found = slice.versions();
    long continuation = slice.cut() ? found.get(found.size() - 1).lsn() : bounds.upToLsn();
    return new VersionPage(
        found,
        continuation,
        view.token(partition.id()),
        RequestUnits.changeFeed(found.size(), bytes(found)));
  }

  /**
   * Returns the partition key of an item by property names, as the feed shows it for a delete;
   * undefined values are absent.
   */
  public ObjectNode partitionKey(Item item) {
    ObjectNode key = Json.object();
    ObjectNode user = item.user();
    for (List<String> path : container.state().definition().partitionKey().paths()) {
      var value = JsonPath.find(user, path);
      if (!value.isMissingNode()) {
        key.set(path.get(path.size() - 1), value);
      }
    }
    return key;
  }

  private static long bytes(List<ItemVersion> versions) {
    return versions.stream().mapToLong(ItemVersion::bytes).sum();
  }

  /** A section of a partition's change log. */
  private record Slice(List<Item> items, long lsn) {
    /** The start of a section and its limits; the items of one transaction stay together. */
    record Bounds(long afterLsn, long afterSeconds, int maxItems, long maxBytes) {}

    static Slice of(PartitionView view, LogicalPartitionFilter filter, Bounds bounds) {
      List<Item> items = new ArrayList<>();
      long bytes = 0;
      long last = bounds.afterLsn;
      Scan log =
          view.bytes()
              .scan(StoreKeys.from(StoreKeys.CHANGE, WriteStamp.firstAfter(bounds.afterLsn)));
      while (log.next()) {
        ItemRecord record = view.item(ItemRecord.readNumber(log.value())).orElseThrow();
        Item item = record.item();
        boolean full =
            items.size() >= bounds.maxItems
                || !items.isEmpty() && bytes + item.bytes() > bounds.maxBytes;
        if (full && item.lsn() != last) {
          return new Slice(items, last);
        }
        if (filter.contains(record.group())
            && view.container().live(item)
            && item.seconds() > bounds.afterSeconds) {
          items.add(item);
          bytes += item.bytes();
          last = item.lsn();
        }
      }
      return new Slice(items, Math.max(view.lsn(), bounds.afterLsn));
    }
  }
}
