package dev.cosmosblog.maintenance.upgrade;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.maintenance.scan.RequestUnitBudget;
import dev.cosmosblog.maintenance.scan.Time;
import dev.cosmosblog.maintenance.verify.BlogVerifier;
import dev.cosmosblog.maintenance.verify.BlogVerifierBuilder;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What every run is built with. */
record RunSettings(
    BlogStore store,
    CosmosDatabase database,
    ContainerNames names,
    double requestUnitsPerSecond,
    int pageSize,
    List<RunListener> listeners,
    boolean restart,
    Time time) {
  private static final Logger LOG = LoggerFactory.getLogger(RunSettings.class);

  RunSettings {
    listeners = List.copyOf(listeners);
  }

  /**
   * A repair that waits for nobody: what live traffic is about to set right is right as well if it
   * is set by the repair.
   */
  BlogVerifierBuilder verifier(RequestUnitBudget budget) {
    return BlogVerifier.builder()
        .store(store)
        .budget(budget)
        .settleTime(Duration.ZERO)
        .pageSize(pageSize)
        .time(time);
  }

  void tell(Consumer<RunListener> event) {
    for (RunListener listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("A listener of an upgrade or rebuild failed", e);
      }
    }
  }

  /**
   * The place of a run.
   *
   * @param id of the item that keeps it
   * @param told what decides what the run does; to a place that was kept under others, nothing
   *     leads
   */
  KeptPlace keptPlace(String id, Map<String, String> told, RequestUnitBudget budget) {
    Map<String, String> all = new TreeMap<>(told);
    all.put("users", names.users());
    all.put("posts", names.posts());
    all.put("feed", names.feed());
    LeaseDocuments leases = new BlogSchema(names).kept(database, store, budget);
    return new KeptPlace(leases, id, all);
  }
}
