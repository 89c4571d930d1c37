package dev.cosmosblog.benchmarks;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.knowm.xchart.internal.chartpart.Chart;

/** Writes charts as SVG. */
public final class SvgFile {
  private SvgFile() {}

  public static void write(Chart<?, ?> chart, Path file) throws IOException {
    VectorGraphics2D graphics = new VectorGraphics2D();
    chart.paint(graphics, chart.getWidth(), chart.getHeight());
    try (OutputStream out = Files.newOutputStream(file)) {
      new SVGProcessor()
          .getDocument(graphics.getCommands(), new PageSize(chart.getWidth(), chart.getHeight()))
          .writeTo(out);
    }
  }
}
