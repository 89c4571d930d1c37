package dev.cosmosblog.benchmarks.ladder;

import java.util.ArrayList;
import java.util.List;

/**
 * How a request's cost grows on one rung. It grows where requests, partitions, loaded items or the
 * charge of the last run are more than in the first by more than a tenth, and by more than the
 * entries of its answer.
 *
 * @param request the request
 * @param rung the rung's label
 * @param ruByScale modelled request units by scale
 * @param ruByPartitions modelled request units by physical partitions
 * @param growsWithData whether it grows with the data
 * @param growsWithPartitions whether it grows with the partitions
 */
record GrowthRow(
    ArticleRequest request,
    String rung,
    List<Double> ruByScale,
    List<Double> ruByPartitions,
    boolean growsWithData,
    boolean growsWithPartitions) {
  private static final double TOLERANCE = 1.1;

  static GrowthRow of(
      ArticleRequest request, String rung, List<Cell> byScale, List<Cell> byPartitions) {
    return new GrowthRow(
        request,
        rung,
        charges(byScale),
        charges(byPartitions),
        grows(byScale),
        grows(byPartitions));
  }

  private static List<Double> charges(List<Cell> cells) {
    return new ArrayList<>(cells.stream().map(Cell::ru).toList());
  }

  private static boolean grows(List<Cell> cells) {
    Cell first = cells.get(0);
    Cell last = cells.get(cells.size() - 1);
    double allowed = TOLERANCE * Math.max(1, last.returned() / first.returned());
    return last.ru() > allowed * first.ru()
        || last.requests() > allowed * first.requests()
        || last.itemsLoaded() > allowed * first.itemsLoaded();
  }
}
