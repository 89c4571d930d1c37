package dev.cosmosblog.local.deviations;

import java.util.List;
import java.util.stream.Stream;

/**
 * All that is known to differ from the service. Whoever finds another difference and leaves it adds
 * it here.
 */
public final class Deviations {
  private Deviations() {}

  /**
   * The list.
   *
   * @return in the order of the areas
   */
  public static List<Deviation> all() {
    return Stream.of(
            AccountDeviations.ALL,
            ContainerDeviations.ALL,
            ItemDeviations.ALL,
            QueryDeviations.ALL,
            ChangeFeedDeviations.ALL,
            ScriptDeviations.ALL,
            CostDeviations.ALL)
        .flatMap(List::stream)
        .toList();
  }
}
