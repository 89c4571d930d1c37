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
 * A custom view as its change feed maintains it: its health, its lag, and the wait for it. Its
 * processors have separate leases, so that it never delays the copies. The change feed starts and
 * stops it.
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

  /** The leases of a view, and where it starts if they are new. */
  static final class Leases {
    private final LeaseDocuments documents;
    private final String prefix;
    private final ViewConfig config;

    // Guarded by this.
    private boolean prepared;
    private Optional<Instant> startTime = Optional.empty();

    /**
     * @param prefix begins the leases' ids, which are this host's alone if the view is
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
     * Returns where the view starts. The first call deletes what a former start of this host has
     * left of this host's view, and asks the service for its time if the view starts now: that
     * outlives a host which dies before it has read anything.
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
      // The service compares whole seconds, and passes what is later.
      return Instant.ofEpochSecond(seconds - 1);
    }

    boolean ofThisHost() {
      return config.everyHost();
    }

    /** Deletes the leases of a view that is this host's alone: one request for each. */
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
   * {@return how far the view is behind} It is the lag over all hosts, or of this host's view if
   * each host has one. Costs what {@link BlogChangeFeed#lag()} does.
   *
   * @throws IllegalStateException if the change feed was not started
   */
  public ChangeFeedLag lag() {
    checkStarted();
    return group.lag();
  }

  /**
   * Waits until the view has all changes; while writers are active that may never happen. A view
   * that has not started yet, and so has no leases, does not have them.
   *
   * @param timeout the longest time to wait
   * @return whether the view had all changes before the timeout and the close
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

  /** Starts the view; if it does not start, the watchdog sees that and starts it. */
  void start() {
    started = true;
    try {
      group.start();
    } catch (BlogException e) {
      ChangeHandler.warn(LOG, "View '" + name + "' has not started; it is started again", e);
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

  /** On a separate thread, since the requests are repeated for longer than a close may take. */
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
      ChangeHandler.warn(LOG, "The leases of view '" + name + "' stay until the next start", e);
    }
  }

  void awaitPolls(Deadline ofPolls) {
    group.awaitPolls(ofPolls);
  }

  void restart() {
    group.restart();
  }
}
