package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.processor.Deadline;
import dev.cosmosblog.changefeed.internal.processor.SourceMonitor;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ViewHealth;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the health and lag of a custom view, and waits for it.
 *
 * <p>The change feed starts and stops the view. A view has separate leases, so that it never delays
 * the copies.
 */
public final class RegisteredView {
  private static final Logger LOG = LoggerFactory.getLogger(RegisteredView.class);
  private static final String START_PREFIX = "viewStart~";
  private static final int PAGE_SIZE = 100;

  private final String name;
  private final RunnerGroup group;
  private final List<SourceMonitor> monitors;
  private final Leases leases;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean started;

  /** The leases of a view, and the time from which it reads changes if they are new. */
  static final class Leases {
    private final LeaseDocuments documents;
    private final String prefix;
    private final ViewConfig config;

    // Guarded by this.
    private boolean prepared;
    private Optional<Instant> startTime = Optional.empty();

    /**
     * @param prefix the prefix of the leases' ids, which only this host uses if each host has a
     *     view
     */
    Leases(LeaseDocuments documents, String prefix, ViewConfig config) {
      this.documents = documents;
      this.prefix = prefix;
      this.config = config;
    }

    String prefix() {
      return prefix;
    }

    /**
     * Returns the time from which the view reads changes. If each host has a view, the first call
     * deletes the leases of this host's former start. If the view starts now, the first call also
     * stores the service's time, so that it survives a host that dies before it has read anything.
     */
    synchronized Optional<Instant> prepare() {
      if (!prepared) {
        if (ofThisHost()) {
          delete();
        }
        if (config.start() == ViewConfig.Start.NOW) {
          startTime = Optional.of(registered());
        }
        prepared = true;
      }
      return startTime;
    }

    private Instant registered() {
      String id = LeaseDocuments.idOf(START_PREFIX, prefix);
      documents.create(id, Map.of("id", id, "type", "viewStart", "leasePrefix", prefix));
      long seconds =
          documents
              .read(id, JsonNode.class)
              .map(document -> document.path("_ts").asLong())
              .orElseThrow(() -> new IllegalStateException(id + " was deleted concurrently."));
      // The service compares whole seconds, and returns changes after the given one.
      return Instant.ofEpochSecond(seconds - 1);
    }

    boolean ofThisHost() {
      return config.everyHost();
    }

    /** Deletes the leases of this host's view, with one request for each. */
    private void delete() {
      List<JsonNode> page;
      do {
        page = documents.page(prefix, "", PAGE_SIZE, JsonNode.class);
        page.forEach(lease -> documents.delete(lease.path("id").asText()));
      } while (page.size() == PAGE_SIZE);
      documents.delete(LeaseDocuments.idOf(START_PREFIX, prefix));
    }
  }

  RegisteredView(String name, RunnerGroup group, List<SourceMonitor> monitors, Leases leases) {
    this.name = name;
    this.group = group;
    this.monitors = monitors;
    this.leases = leases;
  }

  /** {@return the view's name} */
  public String name() {
    return name;
  }

  /** {@return the health of the view on this host, from memory and without a request} */
  public ViewHealth health() {
    return new ViewHealth(name, monitors.stream().map(SourceMonitor::health).toList());
  }

  /**
   * {@return the lag of the view, over all hosts or of this host's view if each host has one}
   *
   * <p>Costs as much as {@link BlogChangeFeed#lag()}.
   *
   * @throws IllegalStateException if the change feed was not started
   */
  public ChangeFeedLag lag() {
    checkStarted();
    return group.lag();
  }

  /**
   * Waits until the view has received all changes.
   *
   * <p>That may never happen while writers are active, and can't before the view has started.
   *
   * @param timeout the longest time to wait
   * @return whether the view received all changes before the timeout and the close
   * @throws IllegalStateException if the change feed was not started
   */
  public boolean awaitDrained(Duration timeout) throws InterruptedException {
    Objects.requireNonNull(timeout, "timeout");
    checkStarted();
    return group.awaitDrained(timeout, closing);
  }

  private void checkStarted() {
    if (!started) {
      throw new IllegalStateException("Start the change feed before asking for a view's lag.");
    }
  }

  /** Starts the view; if that fails, the watchdog tries again. */
  void start() {
    started = true;
    try {
      group.start();
    } catch (BlogException e) {
      ChangeHandler.warn(LOG, "View '" + name + "' has not started; the watchdog tries again", e);
    }
  }

  void refuseBatches() {
    closing.countDown();
    group.refuseBatches();
  }

  boolean stop(Deadline deadline) {
    boolean ended = group.stop(deadline);
    if (leases.ofThisHost() && !deadline.isPast()) {
      deleteLeases(deadline);
    }
    return ended;
  }

  /** Uses a separate thread, because the retries of the requests may outlast the close timeout. */
  private void deleteLeases(Deadline deadline) {
    Thread deletion = new Thread(this::deleteLeases, "blog-view-leases");
    deletion.setDaemon(true);
    deletion.start();
    try {
      deletion.join(Math.max(1, deadline.left().toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void deleteLeases() {
    try {
      leases.delete();
    } catch (BlogException e) {
      ChangeHandler.warn(
          LOG,
          "Could not delete the leases of view '" + name + "'; the next start deletes them",
          e);
    }
  }

  void awaitPolls(Deadline ofPolls) {
    group.awaitPolls(ofPolls);
  }
}
