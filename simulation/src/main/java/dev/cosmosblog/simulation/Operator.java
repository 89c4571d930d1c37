package dev.cosmosblog.simulation;

import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.RebuildSource;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunStep;
import dev.cosmosblog.maintenance.internal.RunTimer;
import dev.cosmosblog.maintenance.internal.UpgradeSteps;
import dev.cosmosblog.maintenance.internal.VerifySteps;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.simulation.Scheduler.Actor;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.kernel.Kernel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs the library's maintenance, and changes the settings that hosts share. */
final class Operator {
  private static final double REQUEST_UNITS_PER_SECOND = 400;

  private final Simulation simulation;
  private final Choices choices;
  private final Actor actor;

  Operator(Simulation simulation, Actor actor) {
    this.simulation = simulation;
    this.choices = simulation.choices();
    this.actor = actor;
  }

  /** Works beside writers, so that findings may be pending changes. */
  void run() {
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      maintain();
      simulation.scheduler().sleep(Duration.ofSeconds(choices.below(20)));
    }
  }

  private void maintain() {
    switch (choices.below(8)) {
      case 0, 1 -> rebuild();
      case 2 -> upgrade();
      case 3 -> simulation.changeSettings(actor);
      default -> repair();
    }
  }

  /** Returns whether something was repaired. */
  boolean repair() {
    MaintenanceReport report = report("repair", verifier()::repair);
    return report != null && !report.repaired().isEmpty();
  }

  /** Verifies the blog with the library, which must find what the simulation's checks would. */
  void verify() {
    try {
      simulation.invariants().checkFindings(verifier().verify().findings());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Runs an upgrade of a database whose containers exist; returns whether it ended. */
  boolean upgrade() {
    BlogDatabase database = simulation.database(actor);
    BlogAccess blog =
        new BlogAccess(
            new BlogAccess.Settings(
                database,
                REQUEST_UNITS_PER_SECOND,
                pageSize(),
                List.of(),
                RunTimer.of(Kernel.of(database).environment())),
            false,
            Set.of());
    UpgradeSteps steps = new UpgradeSteps(blog, Optional.empty(), Optional.empty());
    List<RunStep> repair =
        VerifySteps.of(blog, VerifySteps.Settings.repairing(Set.of(FindingKind.values())));
    MaintenanceReport report =
        report(
            "upgrade",
            () ->
                new MaintenanceRun(
                        blog,
                        steps.with(repair),
                        CheckpointStore.document(blog, "blogUpgrade", Map.of(), false),
                        List.of())
                    .finish());
    return report != null;
  }

  private void rebuild() {
    RebuildSource source =
        choices.chance(500) ? RebuildSource.CONTAINER : RebuildSource.CHANGE_FEED;
    report(
        "rebuild",
        ViewRebuild.builder(simulation.database(actor)).source(source).pageSize(pageSize()).build()
            ::rebuild);
  }

  private BlogVerifier verifier() {
    return BlogVerifier.builder(simulation.database(actor))
        .settleTime(Simulation.MAX_REPLICA_LAG)
        .pageSize(pageSize())
        .build();
  }

  private int pageSize() {
    return 2 + choices.below(5);
  }

  /** A run, which the application that started it may have to start again. */
  @FunctionalInterface
  private interface Run {
    MaintenanceReport report() throws InterruptedException;
  }

  /** Returns the report of a run, or null if it failed. */
  private @Nullable MaintenanceReport report(String name, Run run) {
    try {
      MaintenanceReport report = run.report();
      simulation.faults().note(name);
      simulation
          .faults()
          .tell(
              () ->
                  "  %s ends a %s: changed %s, repaired %s of %s; unsettled: %d"
                      .formatted(
                          actor.name,
                          name,
                          new TreeMap<>(report.changes()),
                          report.repaired(),
                          report.findings(),
                          report.unsettled()));
      return report;
    } catch (BlogException | Exhausted e) {
      simulation.faults().tell(() -> "  the " + name + " fails: " + e.getMessage());
      return null;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    return new IllegalStateException("Nobody interrupts a simulated run.", e);
  }
}
