package dev.cosmosblog.store.internal.cosmos;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a host's listeners, of any kind. */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  private Listeners() {}

  /** Calls each listener; one that throws harms neither the others nor the caller. */
  public static <L> void tell(List<L> listeners, Consumer<L> event) {
    for (L listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("The listener {} failed", listener.getClass().getName(), e);
      }
    }
  }
}
