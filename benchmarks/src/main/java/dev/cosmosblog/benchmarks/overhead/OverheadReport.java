package dev.cosmosblog.benchmarks.overhead;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cosmosblog.benchmarks.overhead.Comparison.Took;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shows what was measured. */
final class OverheadReport {
  private OverheadReport() {}

  static void print(Map<BlogRequest, Cell> cells, Screen screen) {
    screen.line("");
    screen.line("this library beside the same requests by the SDK alone");
    Table store =
        new Table(
            "",
            "request",
            "requests",
            "RU (modelled)",
            "SDK p50 ms",
            "library",
            "ratio",
            "SDK kB",
            "library",
            "ratio",
            "goals");
    cells.forEach((request, cell) -> row(store, request, cell));
    store.print(screen);
    if (cells.values().stream().anyMatch(cell -> cell.springData() != null)) {
      spring(cells, screen);
    }
  }

  private static void row(Table table, BlogRequest request, Cell cell) {
    table.row(
        request.id(),
        cell.what(),
        both(String.valueOf(cell.sdk().requests()), String.valueOf(cell.store().requests())),
        both(format("%.2f", cell.sdk().ru()), format("%.2f", cell.store().ru())),
        format("%.3f", cell.sdk().ms()),
        format("%.3f", cell.store().ms()),
        format("%.3f", cell.timeRatio()),
        format("%.1f", cell.sdkBytes() / 1e3),
        format("%.1f", cell.storeBytes() / 1e3),
        format("%.3f", cell.bytesRatio()),
        goals(cell));
  }

  /** One figure where both are the same, as they should be. */
  private static String both(String sdk, String store) {
    return sdk.equals(store) ? sdk : sdk + " / " + store;
  }

  private static String goals(Cell cell) {
    if (cell.timeMet() && cell.bytesMet()) {
      return "met";
    }
    String time = cell.timeMet() ? "" : format(" time (%.2f)", Cell.MAX_TIME);
    String bytes = cell.bytesMet() ? "" : format(" bytes (%.2f)", Cell.MAX_BYTES);
    return "missed:" + time + bytes;
  }

  private static void spring(Map<BlogRequest, Cell> cells, Screen screen) {
    screen.line("");
    screen.line("this library beside Azure Spring Data Cosmos");
    Table table =
        new Table(
            "",
            "request",
            "requests",
            "Spring Data",
            "RU (modelled)",
            "Spring Data",
            "p50 ms",
            "Spring Data");
    cells.forEach(
        (request, cell) -> {
          Took spring = cell.springData();
          if (spring != null) {
            table.row(
                request.id(),
                cell.what(),
                cell.store().requests(),
                spring.requests(),
                format("%.2f", cell.store().ru()),
                format("%.2f", spring.ru()),
                format("%.3f", cell.store().ms()),
                format("%.3f", spring.ms()));
          }
        });
    table.print(screen);
  }

  private static String format(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }

  /**
   * The results.
   *
   * @param processors of this machine, which the client and the account share
   * @param partitions physical partitions of a container
   * @param rounds how often each request was timed
   * @param springData which Spring Data was compared with, or why none was
   * @param cells by request
   */
  record OverheadResult(
      int processors,
      int partitions,
      int rounds,
      String springData,
      Map<BlogRequest, Cell> cells) {}

  /**
   * The cost of a request in each way.
   *
   * @param what what it does
   * @param sdk by hand
   * @param store by this library
   * @param sdkBytes what the client's process allocated for it, by hand
   * @param storeBytes the same by this library
   * @param springData by Azure Spring Data Cosmos; null where that was left out
   */
  record Cell(
      String what,
      Took sdk,
      Took store,
      long sdkBytes,
      long storeBytes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Took springData) {
    static final double MAX_TIME = 1.05;
    static final double MAX_BYTES = 1.2;

    @JsonProperty
    double timeRatio() {
      return ratio(store.ms(), sdk.ms());
    }

    @JsonProperty
    double bytesRatio() {
      return ratio(storeBytes, sdkBytes);
    }

    @JsonProperty
    boolean timeMet() {
      return timeRatio() <= MAX_TIME;
    }

    @JsonProperty
    boolean bytesMet() {
      return bytesRatio() <= MAX_BYTES;
    }

    private static double ratio(double store, double sdk) {
      return Math.round(store / sdk * 1_000) / 1_000.0;
    }
  }
}
