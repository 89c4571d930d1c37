package dev.cosmosblog.changefeed.upgrade;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.changefeed.scan.RequestUnitBudget;
import dev.cosmosblog.changefeed.scan.Time;
import dev.cosmosblog.changefeed.verify.BlogVerifier;
import dev.cosmosblog.changefeed.verify.BlogVerifierBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.ContainerNames;
import java.time.Duration;
import java.util.List;

/** What every run is built with. */
record RunSettings(
    BlogStore store,
    CosmosDatabase database,
    ContainerNames names,
    double requestUnitsPerSecond,
    int pageSize,
    List<RunListener> listeners,
    Time time) {
  RunSettings {
    listeners = List.copyOf(listeners);
  }

  /**
   * A repair that waits for nobody: what live traffic is about to set right is right as well if it is
   * set by the repair.
   */
  BlogVerifierBuilder verifier(RequestUnitBudget budget) {
    return BlogVerifier.builder()
        .store(store)
        .budget(budget)
        .settleTime(Duration.ZERO)
        .pageSize(pageSize)
        .time(time);
  }

  KeptPlace keptPlace(String id, RequestUnitBudget budget) {
    return new KeptPlace(database.getContainer(names.leases()), id, budget);
  }
}
