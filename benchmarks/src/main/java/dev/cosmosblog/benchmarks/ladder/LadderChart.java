package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.SvgFile;
import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.CategoryStyler;
import org.knowm.xchart.style.Styler;

/** Draws the request units of each request on each rung, on a logarithmic scale. */
final class LadderChart {
  private static final int WIDTH = 1_100;
  private static final int HEIGHT = 560;

  /** In degrees, so that the requests' names fit. */
  private static final int TILT = 20;

  /** The start of a bar; the smallest cost of a request is ten times as much. */
  private static final double FLOOR = 0.1;

  /** From red to green, each of another lightness; then those that the library is compared with. */
  static final List<Color> COLOURS =
      List.of(
          new Color(0x9E2A2B),
          new Color(0xE09F3E),
          new Color(0x6FA8C7),
          new Color(0x1B5E3F),
          new Color(0x6B6B6B),
          new Color(0xB9A5D6));

  private LadderChart() {}

  static void draw(LadderReport result, Path file) throws IOException {
    SvgFile.write(chart(result), file);
  }

  private static CategoryChart chart(LadderReport result) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(
                LadderReport.format(
                    "Request units (modelled) of the requests: %d partitions, %,d posts",
                    result.partitions(), result.dataset().posts()))
            .yAxisTitle("request units, logarithmic")
            .build();
    style(chart.getStyler());
    List<String> requests =
        Arrays.stream(LadderRequest.values())
            .map(request -> request.id() + " " + request.description())
            .toList();
    for (RungKind rung : RungKind.values()) {
      List<Double> charges =
          Arrays.stream(LadderRequest.values())
              .flatMap(request -> result.cells().cell(request, rung.label()).stream())
              .map(Cell::ru)
              .toList();
      if (!charges.isEmpty()) {
        chart.addSeries(rung.label(), requests, charges).setFillColor(COLOURS.get(rung.ordinal()));
      }
    }
    return chart;
  }

  private static void style(CategoryStyler styler) {
    styler.setYAxisLogarithmic(true).setYAxisMin(FLOOR);
    styler.setAvailableSpaceFill(0.8);
    styler
        .setLegendPosition(Styler.LegendPosition.InsideNW)
        .setChartBackgroundColor(Color.WHITE)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 16))
        .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
    styler.setXAxisLabelRotation(TILT);
    styler.setPlotGridVerticalLinesVisible(false);
  }
}
