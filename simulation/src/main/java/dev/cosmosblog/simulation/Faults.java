package dev.cosmosblog.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The faults of one schedule. Each schedule draws the kinds that it may meet, so that some
 * schedules meet one kind often and others all kinds at once. There are no faults once the writers
 * have ended.
 */
final class Faults {
  private static final Duration MAX_LAG = Duration.ofSeconds(15);

  private final Coverage coverage;
  private final @Nullable List<String> story;
  private final int switches;
  private final int crashes;
  private final int pauses;
  private final int transients;
  private final int losses;
  private final int errors;
  private final int lags;
  private final int steals;
  private final int skews;
  private final Duration indexRemoved;
  private final Duration indexBuilt;
  private boolean active = true;

  Faults(Choices choices, Coverage coverage, boolean told) {
    this.coverage = coverage;
    this.story = told ? new ArrayList<>() : null;
    this.switches = choices.chance(800) ? 350 : 30;
    this.crashes = choices.chance(300) ? 4 : 0;
    this.pauses = choices.chance(400) ? 6 : 0;
    this.transients = choices.chance(300) ? 30 : 0;
    this.losses = choices.chance(400) ? 40 : 0;
    this.errors = choices.chance(200) ? 10 : 0;
    this.lags = choices.chance(600) ? 400 : 0;
    this.steals = choices.chance(400) ? 150 : 0;
    this.skews = choices.chance(400) ? 1000 : 0;
    boolean rebuilds = choices.chance(150);
    this.indexRemoved = Duration.ofSeconds(rebuilds ? choices.below(2) * choices.below(120) : 0);
    this.indexBuilt = indexRemoved.plusSeconds(rebuilds ? 10 + choices.below(60) : 0);
  }

  /** An error such as too little memory, which may end any step. */
  static final class Exhausted extends Error {
    private static final long serialVersionUID = 1L;

    Exhausted() {
      super("Too little memory.", null, false, false);
    }
  }

  /** Ends all faults. */
  void calm() {
    active = false;
  }

  boolean active() {
    return active;
  }

  int switches() {
    return switches;
  }

  int crashes() {
    return crashes;
  }

  int pauses() {
    return pauses;
  }

  int transients() {
    return active ? transients : 0;
  }

  int losses() {
    return active ? losses : 0;
  }

  /** Returns whether a request of this schedule may fail. */
  boolean failsRequests() {
    return transients + losses + errors > 0;
  }

  int errors() {
    return active ? errors : 0;
  }

  int lags() {
    return active ? lags : 0;
  }

  int steals() {
    return active ? steals : 0;
  }

  int skews() {
    return skews;
  }

  /**
   * Returns whether the index for the query of the newest posts is missing, because the container
   * is new or an operator has removed it.
   */
  boolean lacksIndex(long nanoTime) {
    return active && nanoTime >= indexRemoved.toNanos() && nanoTime < indexBuilt.toNanos();
  }

  /** Returns the maximum lag of a replica. */
  Duration maxLag() {
    return MAX_LAG;
  }

  void note(String kind) {
    coverage.fault(kind);
  }

  /** Adds a line to the recorded steps, if they are recorded. */
  void tell(Supplier<String> line) {
    if (story != null) {
      story.add(line.get());
    }
  }

  List<String> story() {
    return story == null ? List.of() : List.copyOf(story);
  }
}
