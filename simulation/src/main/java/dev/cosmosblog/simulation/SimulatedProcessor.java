package dev.cosmosblog.simulation;

import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.simulation.Scheduler.Actor;
import dev.cosmosblog.simulation.Scheduler.Crash;
import dev.cosmosblog.simulation.SimulatedService.Partition;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.ContainerRequests.ChangePage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The SDK's change feed processor as far as its handlers notice: hosts share ranges through leases,
 * renew their own, take those that expired by their own clock, and sometimes take leases that
 * haven't expired. A batch is redelivered if its handler throws. It is delivered twice if its host
 * lost the lease meanwhile, because only the owner's checkpoint counts.
 */
final class SimulatedProcessor implements ChangeProcessor {
  private final Simulation simulation;
  private final Actor actor;
  private final ContainerRequests changes;
  private final BlogContainer source;
  private final Settings settings;
  private final Consumer<List<StoredItem>> handler;
  private boolean running;

  SimulatedProcessor(
      Simulation simulation,
      SimulatedClient client,
      BlogContainer source,
      Settings settings,
      Consumer<List<StoredItem>> handler) {
    this.simulation = simulation;
    this.actor = client.actor();
    this.changes = client.container(source);
    this.source = source;
    this.settings = settings;
    this.handler = handler;
  }

  /** The state of one range's lease, for all hosts. */
  static final class RangeLease {
    private @Nullable String owner;
    private @Nullable String continuation;
    private Instant renewed = Instant.MIN;
    private int writes;
    private int term;

    /** Returns whether everything up to the partition's last transaction was handled. */
    boolean isDrained(Partition partition) {
      return continuation != null && Long.parseLong(continuation) >= partition.lsn();
    }
  }

  @Override
  public void checkLeases() {}

  @Override
  public void start() {
    running = true;
    leasesByRange();
    simulation.scheduler().spawn(actor, actor.name + " leases of " + source, this::balance);
  }

  private Map<Integer, RangeLease> leasesByRange() {
    return simulation.leases(settings.leases().prefix(), source);
  }

  private void balance() {
    while (running) {
      leasesByRange()
          .forEach(
              (range, lease) -> {
                Instant now = simulation.scheduler().clock(actor).instant();
                boolean free = lease.owner == null;
                boolean expired =
                    !free && lease.renewed.plus(settings.leases().expiration()).isBefore(now);
                boolean mine = settings.hostName().equals(lease.owner);
                if (mine && !expired) {
                  lease.renewed = now;
                  lease.writes++;
                } else if (free
                    || expired
                    || simulation.choices().chance(simulation.faults().steals())) {
                  take(range, lease, now);
                }
              });
      simulation.scheduler().sleep(settings.leases().renew());
    }
  }

  private void take(int range, RangeLease lease, Instant now) {
    if (lease.owner != null) {
      simulation.faults().note("lease taken from another host");
    }
    simulation
        .faults()
        .tell(() -> "  %s takes range %d of %s".formatted(actor.name, range, source));
    lease.owner = settings.hostName();
    lease.renewed = now;
    lease.writes++;
    int term = ++lease.term;
    simulation
        .scheduler()
        .spawn(
            actor,
            actor.name + " range " + range + " of " + source,
            () -> follow(range, lease, term));
  }

  /** Handles the range's changes for as long as this host has its lease. */
  private void follow(int range, RangeLease lease, int term) {
    Partition partition = simulation.service().partitions(source).get(range);
    String from = lease.continuation;
    while (running && lease.term == term) {
      ChangePage page = poll(range, from);
      if (page != null && page.items().isEmpty()) {
        from = page.continuation();
        checkpoint(lease, term, from);
        if (Long.parseLong(from) >= partition.lsn()) {
          // Further polls would find nothing.
          partition.awaitCommit();
          continue;
        }
      }
      if (page == null || page.items().isEmpty() || !handles(page, range)) {
        simulation.scheduler().sleep(settings.pollInterval());
        continue;
      }
      simulation.scheduler().step();
      from = page.continuation();
      checkpoint(lease, term, from);
    }
  }

  private @Nullable ChangePage poll(int range, @Nullable String from) {
    try {
      return changes.changes(Integer.toString(range), from, settings.batchSize()).body();
    } catch (Exhausted e) {
      return null;
    }
  }

  private boolean handles(ChangePage page, int range) {
    simulation
        .faults()
        .tell(
            () ->
                "  %s handles %s of range %d of %s"
                    .formatted(
                        actor.name,
                        page.items().stream().map(item -> item.type() + " " + item.id()).toList(),
                        range,
                        source));
    simulation.begin(actor, page.items());
    try {
      handler.accept(page.items());
      return true;
    } catch (RuntimeException e) {
      if (e.getCause() instanceof Crash died) {
        throw died;
      }
      simulation
          .faults()
          .tell(() -> "  %s's batch is redelivered: %s".formatted(actor.name, e.getMessage()));
      return false;
    } finally {
      simulation.end(actor, page.items());
    }
  }

  private static void checkpoint(RangeLease lease, int term, String continuation) {
    if (lease.term == term) {
      lease.continuation = continuation;
      lease.writes++;
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public boolean stop(Duration timeout) {
    running = false;
    leasesByRange()
        .values()
        .forEach(
            lease -> {
              if (settings.hostName().equals(lease.owner)) {
                lease.owner = null;
                lease.term++;
              }
            });
    return true;
  }

  @Override
  public List<RangeState> states() {
    List<RangeState> states = new ArrayList<>();
    leasesByRange()
        .forEach(
            (range, lease) -> {
              Partition partition = simulation.service().partitions(source).get(range);
              long handled = lease.continuation == null ? 0 : Long.parseLong(lease.continuation);
              states.add(
                  new RangeState(
                      Integer.toString(range),
                      Optional.ofNullable(lease.owner),
                      partition.lsn() - handled));
            });
    return states;
  }

  @Override
  public Map<String, Lease> leases() {
    Map<String, Lease> leases = new LinkedHashMap<>();
    leasesByRange()
        .forEach(
            (range, lease) ->
                leases.put(
                    Integer.toString(range),
                    new Lease(
                        Integer.toString(range),
                        Optional.ofNullable(lease.owner),
                        Integer.toString(lease.writes),
                        Optional.ofNullable(lease.continuation),
                        Integer.toString(range))));
    return leases;
  }
}
