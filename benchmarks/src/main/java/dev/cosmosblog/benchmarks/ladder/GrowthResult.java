package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.FrontPageUpkeep.UpkeepRow;
import dev.cosmosblog.benchmarks.ladder.LadderReport.LadderResult;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of the JSON file.
 *
 * @param rows a row for each request and rung
 * @param byScale the runs on more and more data
 * @param byPartitions the runs over more and more physical partitions
 * @param feedUpkeep what the front page costs to keep while its posts are liked
 */
record GrowthResult(
    List<GrowthRow> rows,
    List<LadderResult> byScale,
    List<LadderResult> byPartitions,
    List<UpkeepRow> feedUpkeep) {
  static GrowthResult of(
      List<RungKind> rungs,
      List<LadderResult> byScale,
      List<LadderResult> byPartitions,
      List<UpkeepRow> feedUpkeep) {
    List<GrowthRow> rows = new ArrayList<>();
    for (ArticleRequest request : ArticleRequest.values()) {
      for (RungKind rung : rungs) {
        rows.add(
            GrowthRow.of(
                request,
                rung.label(),
                cells(byScale, request, rung.label()),
                cells(byPartitions, request, rung.label())));
      }
    }
    return new GrowthResult(rows, byScale, byPartitions, feedUpkeep);
  }

  private static List<Cell> cells(List<LadderResult> runs, ArticleRequest request, String rung) {
    return runs.stream().map(run -> run.cells().cell(request, rung).orElseThrow()).toList();
  }

  /**
   * The growth of a request's cost on one rung. It grows if requests, partitions, loaded items or
   * the charge of the last run are more than in the first by more than a tenth, and by more than
   * the entries of its answer.
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
}
