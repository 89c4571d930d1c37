package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One step of a run. It reads its ranges one after the other, page by page.
 *
 * @param total counts the items to read
 * @param ranges lists the ranges, as text that stays valid when partitions are split
 */
public record RunStep(
    MaintenancePhase phase, LongSupplier total, Supplier<List<String>> ranges, Pages pages) {
  /** Processes the next page of a range, and returns the position after it, if there is more. */
  @FunctionalInterface
  public interface Pages {
    Optional<String> next(String range, Optional<String> after, MaintenanceRun run)
        throws InterruptedException;
  }

  @FunctionalInterface
  public interface Work {
    void run(MaintenanceRun run) throws InterruptedException;
  }

  /** Returns a step that reads a whole container, by its physical partitions. */
  public static RunStep over(
      MaintenancePhase phase, BlogAccess blog, BlogContainer container, Pages pages) {
    return new RunStep(
        phase, () -> blog.items().number(container), () -> blog.items().ranges(container), pages);
  }

  /** Returns a step that reads a single item. */
  public static RunStep single(MaintenancePhase phase, Work work) {
    return new RunStep(
        phase,
        () -> 1,
        () -> List.of("all"),
        (range, after, run) -> {
          work.run(run);
          run.scanned(1);
          return Optional.empty();
        });
  }
}
