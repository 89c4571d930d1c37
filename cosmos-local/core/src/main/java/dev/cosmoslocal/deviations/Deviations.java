package dev.cosmoslocal.deviations;

import java.util.List;
import java.util.stream.Stream;

/** All known deviations from the service. A newly found difference that stays is added here. */
public final class Deviations {
  private Deviations() {}

  /**
   * All deviations.
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
