package dev.cosmosblog.maintenance.upgrade;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.maintenance.scan.Time;
import dev.cosmosblog.maintenance.verify.BlogVerifierBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the builders of runs have in common. */
final class RunSettingsBuilder {
  private static final int MOST_ITEMS = 1_000;

  private final List<RunListener> listeners = new ArrayList<>();
  private @Nullable BlogStore store;
  private @Nullable CosmosDatabase database;
  private ContainerNames names = ContainerNames.DEFAULT;
  private double requestUnitsPerSecond = BlogVerifierBuilder.DEFAULT_REQUEST_UNITS_PER_SECOND;
  private int pageSize = BlogVerifierBuilder.DEFAULT_PAGE_SIZE;
  private boolean restart;
  private Time time = Time.ofSystem();

  void store(BlogStore given) {
    this.store = given;
  }

  void database(CosmosDatabase given) {
    this.database = given;
  }

  void names(ContainerNames given) {
    this.names = given;
  }

  void requestUnitsPerSecond(double requestUnits) {
    if (!(requestUnits > 0)) {
      throw new IllegalArgumentException(
          "A run can't do with " + requestUnits + " RU per second; give more than 0.");
    }
    this.requestUnitsPerSecond = requestUnits;
  }

  void pageSize(int items) {
    if (items < 2 || items > MOST_ITEMS) {
      throw new IllegalArgumentException(
          "A page can't have " + items + " items; give 2 to " + MOST_ITEMS + ".");
    }
    this.pageSize = items;
  }

  void listener(RunListener listener) {
    listeners.add(listener);
  }

  void restart() {
    this.restart = true;
  }

  void time(Time given) {
    this.time = given;
  }

  RunSettings build() {
    if (store == null || database == null) {
      throw new IllegalStateException("Give the run a store and its database before you build it.");
    }
    return new RunSettings(
        store, database, names, requestUnitsPerSecond, pageSize, listeners, restart, time);
  }
}
