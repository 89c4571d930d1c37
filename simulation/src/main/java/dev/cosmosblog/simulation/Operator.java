package dev.cosmosblog.simulation;

import dev.cosmosblog.maintenance.BlogUpgrade;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.LibraryView;
import dev.cosmosblog.maintenance.RebuildSource;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.simulation.Scheduler.Actor;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.error.SchemaMismatchException;
import java.time.Duration;
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
    switch (choices.below(10)) {
      case 0, 1 -> rebuild();
      case 2 -> upgrade();
      case 3 -> simulation.changeSettings(actor);
      case 4 -> provision();
      case 5 -> rebuildFrontPage();
      case 6 -> new SimulatedSchema(simulation).editIndexes(choices);
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

  /** Upgrades the blog, and provisions it before; returns whether the upgrade ended. */
  boolean upgrade() {
    BlogUpgrade upgrade =
        BlogUpgrade.builder(simulation.database(actor))
            .requestUnitsPerSecond(REQUEST_UNITS_PER_SECOND)
            .pageSize(pageSize())
            .build();
    return report("upgrade", upgrade::upgrade) != null;
  }

  private void provision() {
    try {
      if (choices.chance(200)) {
        acceptExpiry();
      } else {
        simulation.database(actor).provision();
      }
      simulation.faults().note("provisioning");
    } catch (SchemaMismatchException e) {
      simulation.faults().note("expiry refused");
    } catch (BlogException | Exhausted e) {
      simulation.faults().tell(() -> "  the provisioning fails: " + e.getMessage());
    }
  }

  /** Enables the time to live even if items of other programs expire. */
  void acceptExpiry() {
    simulation.acceptExpiry();
    simulation.database(actor).schema().acceptExpiry().provision();
  }

  private void rebuild() {
    RebuildSource source =
        choices.chance(500) ? RebuildSource.CONTAINER : RebuildSource.CHANGE_FEED;
    report(
        "rebuild",
        ViewRebuild.builder(simulation.database(actor)).source(source).pageSize(pageSize()).build()
            ::rebuild);
  }

  /**
   * Deletes a post, and rebuilds the front page twice while replicas may still have the post. The
   * mark makes a rebuild write the front page.
   */
  private void rebuildFrontPage() {
    deletePost(PostId.of("p" + choices.below(4)));
    for (int i = 0; i < 2; i++) {
      simulation.scheduler().sleep(Duration.ofSeconds(choices.below(4)));
      simulation.program().markFrontPage();
      report(
          "rebuild of the front page",
          ViewRebuild.builder(simulation.database(actor))
                  .views(Set.of(LibraryView.FRONT_PAGE))
                  .build()
              ::rebuild);
    }
  }

  private void deletePost(PostId post) {
    try {
      simulation.faults().tell(() -> "  %s deletes %s".formatted(actor.name, post));
      BlogStore.on(simulation.database(actor)).deletePost(post);
    } catch (BlogException | Exhausted e) {
      simulation.faults().tell(() -> "  the deletion fails: " + e.getMessage());
    }
  }

  private BlogVerifier verifier() {
    return BlogVerifier.builder(simulation.database(actor))
        .settleTime(Simulation.MAX_REPLICA_LAG.multipliedBy(choices.below(3)).dividedBy(2))
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
