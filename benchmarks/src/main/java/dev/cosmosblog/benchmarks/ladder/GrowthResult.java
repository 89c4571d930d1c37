package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes the JSON.
 *
 * @param rows a row for each request and rung
 * @param byScale the runs on more and more data
 * @param byPartitions the runs over more and more physical partitions
 * @param feedUpkeep what the feed costs to keep while its posts are liked
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
}
