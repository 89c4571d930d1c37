package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host's listeners; one that throws harms neither the others nor the caller. */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  private final List<ChangeFeedListener> all;

  public Listeners(List<ChangeFeedListener> all) {
    this.all = List.copyOf(all);
  }

  public void tell(Consumer<ChangeFeedListener> event) {
    for (ChangeFeedListener listener : all) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("A change feed listener failed", e);
      }
    }
  }
}
