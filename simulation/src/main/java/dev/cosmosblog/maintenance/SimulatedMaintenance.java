package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.RunTimer;

/**
 * Builds maintenance runs on a simulation's time. In the builder's package, whose setter no host
 * needs.
 */
public final class SimulatedMaintenance {
  private SimulatedMaintenance() {}

  /**
   * Builds a verifier.
   *
   * @param builder has the settings
   * @param timer how the run waits
   * @return the verifier
   */
  public static BlogVerifier build(BlogVerifierBuilder builder, RunTimer timer) {
    return builder.timer(timer).build();
  }
}
