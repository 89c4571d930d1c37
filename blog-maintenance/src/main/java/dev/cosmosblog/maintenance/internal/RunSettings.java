package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.store.internal.cosmos.Listeners;
import java.util.List;
import java.util.function.Consumer;

/** The settings that all runs share. */
public record RunSettings(
    double requestUnitsPerSecond,
    int pageSize,
    List<MaintenanceListener> listeners,
    RunTimer timer) {
  public RunSettings {
    listeners = List.copyOf(listeners);
  }

  public void tell(Consumer<MaintenanceListener> event) {
    Listeners.tell(listeners, event);
  }
}
