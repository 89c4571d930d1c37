package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.maintenance.report.MaintenanceListener;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings that all runs share.
 *
 * @param requestUnitsPerSecond the RU budget
 * @param pageSize the number of items per page
 * @param listeners the host's listeners
 * @param timer the source of time
 */
public record RunSettings(
    double requestUnitsPerSecond,
    int pageSize,
    List<MaintenanceListener> listeners,
    RunTimer timer) {
  private static final Logger LOG = LoggerFactory.getLogger(RunSettings.class);

  /** Copies the list. */
  public RunSettings {
    listeners = List.copyOf(listeners);
  }

  /** Calls each listener, and logs what a listener throws. */
  public void tell(Consumer<MaintenanceListener> event) {
    for (MaintenanceListener listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("A maintenance listener failed", e);
      }
    }
  }
}
