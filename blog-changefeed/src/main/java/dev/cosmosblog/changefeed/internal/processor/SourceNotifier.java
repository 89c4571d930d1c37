package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchScope;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.cosmos.Listeners;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.observe.ItemVersion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies the listeners of one container's change feed.
 *
 * @param name the name in logs: the container, and the view if it is a view's change feed
 * @param outages of the whole change feed
 */
public record SourceNotifier(
    ChangeSource source, String name, List<ChangeFeedListener> listeners, OutageLog outages) {
  private static final Logger LOG = LoggerFactory.getLogger(SourceNotifier.class);

  public SourceNotifier {
    listeners = List.copyOf(listeners);
  }

  /** Calls each listener. If a listener throws, the batch, check or rename continues. */
  void notify(Consumer<ChangeFeedListener> event) {
    listeners.forEach(listener -> call(listener, () -> event.accept(listener)));
  }

  private static void call(ChangeFeedListener listener, Runnable event) {
    Listeners.notify(
        listener,
        () -> {
          try {
            event.run();
          } catch (Error e) {
            LOG.error("The listener {} failed", listener.getClass().getName(), e);
          }
        });
  }

  private record Begun(ChangeFeedListener listener, BatchScope scope) {}

  /** Begins the scope of a batch in all listeners. */
  BatchScope begin(List<StoredItem> items) {
    List<Begun> scopes = new ArrayList<>(listeners.size());
    notify(listener -> scopes.add(new Begun(listener, listener.begin(source, versions(items)))));
    return new BatchScope() {
      @Override
      public Runnable enter() {
        Deque<Runnable> exits = new ArrayDeque<>();
        scopes.forEach(
            one ->
                call(
                    one.listener(),
                    () -> {
                      Runnable exit = one.scope().enter();
                      exits.push(() -> call(one.listener(), exit));
                    }));
        return () -> exits.forEach(Runnable::run);
      }

      @Override
      public void end(boolean handled) {
        scopes.forEach(one -> call(one.listener(), () -> one.scope().end(handled)));
      }
    };
  }

  private Stream<ItemVersion> versions(List<StoredItem> items) {
    return source == ChangeSource.POSTS
        ? items.stream().flatMap(item -> version(item).stream())
        : Stream.empty();
  }

  private static Optional<ItemVersion> version(StoredItem item) {
    String property = ItemType.POST.equals(item.type()) ? "version" : "editVersion";
    long version = item.isDeleted() ? ItemVersion.DELETED : item.numberOr0(property);
    return item.textOf("postId").map(post -> new ItemVersion(post, item.id(), version));
  }

  void problem(String text) {
    if (!outages.isOn()) {
      LOG.warn("The change feed of {} has a problem: {}", name, text);
    }
    notify(listener -> listener.onProblem(source, text));
  }
}
