package dev.cosmosblog.cli;

import dev.cosmosblog.maintenance.MaintenanceBuilder;
import picocli.CommandLine.Option;

/** The options of the commands that go through a whole blog. */
final class RunOptions {
  @Option(
      names = "--ru-per-second",
      paramLabel = "N",
      defaultValue = "" + (int) MaintenanceBuilder.DEFAULT_REQUEST_UNITS_PER_SECOND,
      description = "the maximum RU/s that the run uses (default: ${DEFAULT-VALUE})")
  private double requestUnitsPerSecond;

  @Option(
      names = "--page-size",
      paramLabel = "N",
      defaultValue = "" + MaintenanceBuilder.DEFAULT_PAGE_SIZE,
      description = "items in memory, and repeated after a crash (default: ${DEFAULT-VALUE})")
  private int pageSize;

  @Option(
      names = "--json",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "print the report as one JSON document, and no progress")
  private boolean json;

  @Option(
      names = "--progress",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "show progress on standard error even with --json")
  private boolean progress;

  /** Applies the options to a run. */
  <B extends MaintenanceBuilder<B>> B applyTo(B run, RunOutput output) {
    try {
      return run.requestUnitsPerSecond(requestUnitsPerSecond).pageSize(pageSize).listener(output);
    } catch (IllegalArgumentException e) {
      throw new InvalidOptionException(e.getMessage());
    }
  }

  boolean json() {
    return json;
  }

  boolean progress() {
    return progress || !json;
  }
}
