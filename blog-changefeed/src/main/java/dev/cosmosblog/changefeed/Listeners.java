package dev.cosmosblog.changefeed;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the host's listeners; one that throws harms nobody. */
final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  private final List<ChangeFeedListener> all;

  Listeners(List<ChangeFeedListener> all) {
    this.all = List.copyOf(all);
  }

  void tell(Consumer<ChangeFeedListener> event) {
    for (ChangeFeedListener listener : all) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("A change feed listener failed", e);
      }
    }
  }
}
