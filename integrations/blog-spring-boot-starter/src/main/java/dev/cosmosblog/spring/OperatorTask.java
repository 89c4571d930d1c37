package dev.cosmosblog.spring;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs an operator's tasks in the background, one at a time, and reports their progress. */
final class OperatorTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorTask.class);

  private final Clock clock;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread daemon = new Thread(work, "blog-operator");
            daemon.setDaemon(true);
            return daemon;
          });
  // Guarded by this, like the fields below. Empty before the first task.
  private Map<String, Object> state = Map.of();
  private boolean running;
  private boolean cancelled;
  private @Nullable Thread worker;

  OperatorTask(Clock clock) {
    this.clock = clock;
  }

  /** The body of a task, which reports its progress and returns its outcome. */
  @FunctionalInterface
  interface Body {
    Map<String, Object> run(MaintenanceListener progress) throws InterruptedException;
  }

  /** Starts a task; throws an {@link IllegalStateException} while another one is running. */
  synchronized void start(String name, Body body) {
    if (running) {
      throw new IllegalStateException(
          "The task '%s' is running; cancel it or wait until it ends."
              .formatted(state.get("name")));
    }
    LOG.info("An operator started the task {}", name);
    Map<String, Object> begun = new LinkedHashMap<>();
    begun.put("name", name);
    begun.put("status", "running");
    begun.put("startedAt", clock.instant().toString());
    state = begun;
    running = true;
    cancelled = false;
    thread.execute(() -> run(name, body));
  }

  private void run(String name, Body body) {
    String status = "failed";
    Map<String, Object> outcome = Map.of();
    try {
      work();
      outcome = Map.of("outcome", body.run(new Progress()));
      status = "done";
    } catch (InterruptedException e) {
      status = "cancelled";
    } catch (RuntimeException e) {
      outcome = Map.of("failure", BlogOperator.text(e));
      if (isCancelled()) {
        status = "cancelled";
      } else {
        LOG.warn("The operator's task {} failed: {}", name, e.getClass().getSimpleName());
        LOG.debug("The task failed", e);
      }
    } finally {
      end(status, outcome);
    }
  }

  private synchronized void work() throws InterruptedException {
    if (cancelled) {
      throw new InterruptedException();
    }
    worker = Thread.currentThread();
  }

  private synchronized boolean isCancelled() {
    return cancelled;
  }

  private synchronized void end(String status, Map<String, Object> outcome) {
    Map<String, Object> ended = new LinkedHashMap<>(outcome);
    ended.put("status", status);
    ended.put("endedAt", clock.instant().toString());
    update(ended);
    worker = null;
    running = false;
    // A cancellation after the end of the body must not interrupt the next task.
    Thread.interrupted();
  }

  private synchronized void update(Map<String, Object> changes) {
    Map<String, Object> next = new LinkedHashMap<>(state);
    next.putAll(changes);
    state = next;
  }

  synchronized Map<String, Object> state() {
    return Map.copyOf(state);
  }

  /** Interrupts the task, which may run a little longer. Its writes are kept. */
  synchronized void cancel() {
    cancelled = true;
    if (worker != null) {
      worker.interrupt();
    }
  }

  Map<String, Object> outcome(MaintenanceReport report) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("clean", report.isClean());
    shown.put("scanned", report.scanned());
    shown.put("requestUnits", report.requestUnits());
    shown.put("found", texts(report.found()));
    shown.put("repaired", texts(report.repaired()));
    shown.put("changes", texts(report.changes()));
    shown.put("unsettled", report.unsettled());
    shown.put("findings", report.findings().stream().map(OperatorTask::finding).toList());
    return shown;
  }

  private static Map<String, Object> finding(Finding finding) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("kind", BlogOperator.lower(finding.kind()));
    shown.put("item", finding.item().toString());
    shown.put("found", finding.found());
    shown.put("expected", finding.expected());
    shown.put("repairable", finding.repairable());
    return shown;
  }

  private static Map<String, Object> texts(Map<? extends Enum<?>, Long> counts) {
    Map<String, Object> shown = new LinkedHashMap<>();
    counts.forEach((kind, count) -> shown.put(BlogOperator.lower(kind), count));
    return shown;
  }

  /** Cancels the task and rejects further ones. */
  @Override
  public void close() {
    thread.shutdownNow();
  }

  private final class Progress implements MaintenanceListener {
    @Override
    public void onPage(MaintenanceProgress page) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("phase", BlogOperator.lower(page.phase()));
      shown.put("done", page.items().read());
      shown.put("total", page.items().total());
      shown.put("secondsLeft", page.timeLeft().map(Duration::toSeconds).orElse(-1L));
      shown.put("outcome", outcome(page.soFar()));
      update(shown);
    }
  }
}
