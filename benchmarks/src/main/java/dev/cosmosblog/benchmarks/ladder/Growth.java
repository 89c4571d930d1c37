package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * The program {@code growth}: measures how the cost of the requests grows. They are the same, for
 * the same user and post, on three scales of the data and over 1, 10 and 70 physical partitions.
 */
@Command(
    name = "growth",
    description = "shows which requests cost more with more data or more partitions")
public final class Growth implements Program {
  private static final List<Integer> TIMES = List.of(1, 2, 4);
  private static final List<Integer> PARTITIONS = List.of(1, 10, 70);
  private static final int USUAL_PARTITIONS = 10;
  private static final Cells.Rounds ROUNDS = new Cells.Rounds(1, 2);

  @Mixin
  private final LadderOptions options = new LadderOptions(0.0005, LadderOptions.Data.AVERAGES);

  /**
   * The content of the JSON file.
   *
   * @param rows a row for each request and rung, then one for each other request of this library
   * @param byScale the measurements of more and more data
   * @param byPartitions the measurements of more and more physical partitions
   */
  record Result(List<Row> rows, List<LadderReport> byScale, List<LadderReport> byPartitions) {}

  /**
   * The growth of a request's cost on one rung. It grows if the requests, partitions, loaded items
   * or RU of the last measurement are more than a tenth above those of the first, and by more than
   * the entries of the response.
   */
  record Row(
      String request,
      String description,
      String rung,
      List<Double> ruByScale,
      List<Double> ruByPartitions,
      boolean growsWithData,
      boolean growsWithPartitions) {
    private static final double TOLERANCE = 1.1;

    static Row of(
        String request, String description, String rung, List<Cell> scales, List<Cell> partitions) {
      return new Row(
          request,
          description,
          rung,
          scales.stream().map(Cell::ru).toList(),
          partitions.stream().map(Cell::ru).toList(),
          grows(scales),
          grows(partitions));
    }

    private static boolean grows(List<Cell> cells) {
      Cell first = cells.get(0);
      Cell last = cells.get(cells.size() - 1);
      double allowed = TOLERANCE * Math.max(1, last.entries() / first.entries());
      return last.ru() > allowed * first.ru()
          || last.requests() > allowed * first.requests()
          || last.itemsLoaded() > allowed * first.itemsLoaded();
    }
  }

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    List<LadderReport> byScale = new ArrayList<>();
    for (int times : TIMES) {
      byScale.add(measure(times, USUAL_PARTITIONS, screen));
    }
    List<LadderReport> byPartitions = new ArrayList<>();
    for (int partitions : PARTITIONS) {
      byPartitions.add(
          partitions == USUAL_PARTITIONS ? byScale.get(0) : measure(1, partitions, screen));
    }
    List<Row> rows = new ArrayList<>();
    for (LadderRequest request : LadderRequest.values()) {
      for (RungKind rung : options.rungs()) {
        Function<LadderReport, Cell> cell =
            run -> run.cells().cell(request, rung.label()).orElseThrow();
        String description = request.id() + " " + request.description();
        rows.add(
            Row.of(
                request.name(),
                description,
                rung.label(),
                byScale.stream().map(cell).toList(),
                byPartitions.stream().map(cell).toList()));
      }
    }
    for (LibraryRequest request : byScale.get(0).libraryRequests().keySet()) {
      Function<LadderReport, Cell> cell =
          run -> Objects.requireNonNull(run.libraryRequests().get(request));
      rows.add(
          Row.of(
              request.name(),
              request.description(),
              RungKind.LIBRARY.label(),
              byScale.stream().map(cell).toList(),
              byPartitions.stream().map(cell).toList()));
    }
    Result result = new Result(rows, byScale, byPartitions);
    print(result, screen);
    screen.line("written to " + Results.write("growth", result));
    return true;
  }

  private LadderReport measure(int times, int partitions, Screen screen)
      throws IOException, InterruptedException {
    screen.line("scale %s, %d partitions", options.scale() * times, partitions);
    return LadderBenchmark.measure(options, times, partitions, ROUNDS, screen);
  }

  private static void print(Result result, Screen screen) {
    screen.line("");
    screen.line(
        "request units (modelled), by posts over 10 partitions, and by partitions with the fewest"
            + " posts");
    List<String> headings = new ArrayList<>(List.of("request", "rung"));
    result
        .byScale()
        .forEach(run -> headings.add(LadderReport.format("%,d", run.dataset().posts())));
    headings.add("grows");
    result.byPartitions().forEach(run -> headings.add(run.partitions() + " p."));
    headings.add("grows");
    Table table = new Table(headings);
    for (Row row : result.rows()) {
      List<String> cells = new ArrayList<>(List.of(row.description(), row.rung()));
      row.ruByScale().forEach(ru -> cells.add(LadderReport.format("%.2f", ru)));
      cells.add(row.growsWithData() ? "yes" : "no");
      row.ruByPartitions().forEach(ru -> cells.add(LadderReport.format("%.2f", ru)));
      cells.add(row.growsWithPartitions() ? "yes" : "no");
      table.row(cells);
    }
    table.print(screen);
  }
}
