package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.internal.cosmos.Listeners;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the listeners of one container's change feed.
 *
 * @param name the name in logs: the container, and the view if it is a view's change feed
 */
public record SourceNotifier(ChangeSource source, String name, List<ChangeFeedListener> listeners) {
  private static final Logger LOG = LoggerFactory.getLogger(SourceNotifier.class);

  public SourceNotifier {
    listeners = List.copyOf(listeners);
  }

  /** Calls each listener. If a listener throws, the batch, check or rename continues. */
  void notify(Consumer<ChangeFeedListener> event) {
    Listeners.notify(
        listeners,
        listener -> {
          try {
            event.accept(listener);
          } catch (Error e) {
            LOG.error("The listener {} failed", listener.getClass().getName(), e);
          }
        });
  }

  void problem(String text) {
    LOG.warn("The change feed of {} has a problem: {}", name, text);
    notify(listener -> listener.onProblem(source, text));
  }
}
