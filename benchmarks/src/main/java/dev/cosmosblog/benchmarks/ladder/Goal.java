package dev.cosmosblog.benchmarks.ladder;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An upper bound of what a request costs with this library, and what was measured.
 *
 * @param what what is bounded
 */
record Goal(LadderRequest request, String what, double measured, double max) {
  /** The RU (modelled) of each request, with the article's averages over 70 partitions. */
  static final Map<LadderRequest, Double> MAX_RU =
      new EnumMap<>(
          Map.of(
              LadderRequest.C1, 11.0,
              LadderRequest.Q1, 1.0,
              LadderRequest.C2, 8.0,
              LadderRequest.Q2, 1.1,
              LadderRequest.Q3, 6.9,
              LadderRequest.C3, 9.5,
              LadderRequest.Q4, 8.0,
              LadderRequest.C4, 9.0,
              LadderRequest.Q5, 9.2,
              LadderRequest.Q6, 6.0));

  private static final double MAX_RU_WITHOUT_RESERVATION = 5.71;
  private static final double MAX_TIME = 1.05;
  private static final double MAX_BYTES = 1.2;

  @JsonProperty
  boolean met() {
    return measured <= max;
  }

  /** Returns the goals of what was measured: those beside the SDK need many rounds. */
  static List<Goal> of(LadderRun.Result result) {
    List<Goal> goals = new ArrayList<>();
    for (LadderRequest request : LadderRequest.values()) {
      Optional<Cell> library = result.cells().cell(request, RungKind.LIBRARY.label());
      Optional<Cell> sdk = result.cells().cell(request, RungKind.BARE_SDK.label());
      if (library.isPresent() && MAX_RU.containsKey(request)) {
        goals.add(new Goal(request, "RU", library.get().ru(), MAX_RU.get(request)));
      }
      if (library.isPresent() && sdk.isPresent() && sdk.get().bytes() > 0) {
        double time = library.get().ms() / sdk.get().ms();
        double bytes = (double) library.get().bytes() / sdk.get().bytes();
        goals.add(new Goal(request, "time, library / SDK", ratio(time), MAX_TIME));
        goals.add(new Goal(request, "bytes, library / SDK", ratio(bytes), MAX_BYTES));
      }
    }
    result
        .withoutReservation()
        .ifPresent(
            ru ->
                goals.add(
                    new Goal(
                        LadderRequest.C1,
                        "RU, if usernames needn't be unique",
                        ru,
                        MAX_RU_WITHOUT_RESERVATION)));
    return goals;
  }

  private static double ratio(double ratio) {
    return Math.round(ratio * 1_000) / 1_000.0;
  }
}
