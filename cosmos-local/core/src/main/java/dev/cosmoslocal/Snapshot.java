package dev.cosmoslocal;

/**
 * The contents of an emulator at one moment, which {@link #restore} brings back. Create it with
 * {@link LocalCosmos#snapshot()}. It belongs to that emulator; {@link LocalCosmos#export} moves
 * contents to another one. It keeps its items in memory until it is garbage collected. Thread-safe.
 */
public final class Snapshot {
  private final Runnable restore;

  Snapshot(Runnable restore) {
    this.restore = restore;
  }

  /**
   * Gives the emulator the contents of this snapshot: databases, containers with their settings,
   * scripts and change feeds, items with their system properties, users, permissions, and
   * throughput. It may be called as often as needed, and in any order with other snapshots.
   *
   * <p>Everything else stays as it is: the clock, so that an item whose time to live has passed is
   * expired; splits of physical partitions, because clients don't expect partitions to merge;
   * service conditions, faults and their counts; consumed throughput; request listeners.
   *
   * <p>Clients continue to work, and their session tokens remain valid:
   *
   * <ul>
   *   <li>Deleted resources return with their resource ids, and new ones are gone. No resource id,
   *       partition id, ETag or LSN is used twice. An ETag from the time between snapshot and
   *       restore therefore never matches.
   *   <li>A restore is not a change. A change feed reader gets no restored items again and no
   *       deletes, but all writes after the restore, because their LSNs are greater than all
   *       earlier ones. A reader that starts from the beginning, or from a continuation that is
   *       older than the snapshot, gets the items of the snapshot.
   *   <li>A change feed processor continues, and reads the leases that the snapshot has. If they
   *       are older, it may get changes again that the snapshot has. Stop a processor whose lease
   *       container is not in the snapshot.
   *   <li>A query continuation token continues in the restored items.
   *   <li>A failover doesn't bring back writes from before the restore.
   * </ul>
   *
   * <p>Waits for the running requests, and later ones wait: each request sees the contents before
   * or after the restore. This takes microseconds for each physical partition, however many items
   * it has. The first write to a physical partition after that takes up to a microsecond for each
   * kilobyte in it. A partition that was split after the snapshot takes about 20 µs for each item,
   * and a change feed of all versions about a microsecond for each version.
   */
  public void restore() {
    restore.run();
  }
}
