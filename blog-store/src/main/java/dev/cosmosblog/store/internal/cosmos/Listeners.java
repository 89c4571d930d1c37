package dev.cosmosblog.store.internal.cosmos;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls listeners. An exception of a listener doesn't affect other listeners or the caller. */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  private Listeners() {}

  public static <L> void notify(List<L> listeners, Consumer<L> event) {
    for (L listener : listeners) {
      notify(listener, () -> event.accept(listener));
    }
  }

  public static void notify(Object listener, Runnable event) {
    try {
      event.run();
    } catch (RuntimeException e) {
      LOG.warn("The listener {} failed", listener.getClass().getName(), e);
    }
  }
}
