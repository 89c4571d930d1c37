package dev.cosmosblog.benchmarks.blog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Found;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Measured;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.benchmarks.testing.Run;
import dev.cosmosblog.benchmarks.testing.Run.Capture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Order(2)
class BlogBenchmarkTest {
  private static JsonNode result(String words) throws IOException {
    Run run = Run.of(new BlogBenchmark(), words.split(" "));
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    Path file = Path.of("target/results/blog-benchmark.json");
    return new ObjectMapper().readTree(file.toFile());
  }

  /** The numbers of so short a run say little; these hold on any machine. */
  @Test
  @Tag("slow")
  void aShortRunTellsHowTheCopiesFollowAndWhoCausedWhichRequestUnits() throws IOException {
    String blog = "--load mix --partitions 2 --distances 1 --hosts 1 --posts 50 --users 50";
    JsonNode cells = result(blog + " --rate 20 --seconds 3 --by-hand").path("cells");

    assertThat(cells)
        .hasSize(2)
        .allSatisfy(
            cell -> {
              assertThat(cell.path("made").asDouble()).isPositive();
              assertThat(cell.path("followed").asDouble()).isPositive();
              assertThat(cell.path("failed").asInt()).isZero();
              assertThat(cell.path("left").asInt()).isZero();
              assertThat(cell.path("lagP99Ms").asDouble())
                  .isBetween(cell.path("lagP50Ms").asDouble(), cell.path("lagMostMs").asDouble());
              assertThat(cell.path("process").asDouble()).isBetween(0.0, 1.05);
              JsonNode causes = cell.path("requestUnits").path("byCause");
              assertThat(causes.path("WRITE").asDouble()).isBetween(6.0, 9.0);
              assertThat(causes.path("COPY").asDouble()).isPositive();
              assertThat(causes.path("AUTHOR_LOOKUP").asDouble()).isZero();
              assertThat(causes.path("OTHER").asDouble()).isZero();
            });
    assertThat(cells.path(0).path("follower").asText()).isEqualTo("the library");
    assertThat(cells.path(1).path("follower").asText()).isEqualTo("by hand");
    assertThat(cells.path(1).path("requestUnits").path("byCause").path("FRONT_PAGE").asDouble())
        .as("a handler by hand keeps no front page")
        .isZero();
  }

  @Test
  @Tag("slow")
  void aShortRunMeasuresRequestsARenameAndManyWriters() throws IOException {
    JsonNode result = result("--only requests,rename,writers --items 200 --commands 20");

    assertThat(result.path("requests")).hasSize(4);
    assertThat(result.path("requests"))
        .allSatisfy(
            request -> {
              assertThat(request.path("sent").asDouble()).isCloseTo(1, within(0.01));
              assertThat(request.path("ru").asDouble()).isBetween(5.0, 9.0);
            });
    JsonNode rename = result.path("renames").path(0);
    assertThat(rename.path("library").path("items").asInt())
        .as("comments and posts")
        .isEqualTo(203);
    assertThat(rename.path("library").path("requestsPerItem").asDouble()).isBetween(1.0, 2.0);
    assertThat(rename.path("bare").path("requestsPerItem").asDouble()).isEqualTo(1.0);
    assertThat(rename.path("erasure").path("requestsPerItem").asDouble()).isBetween(1.0, 4.0);
    assertThat(result.path("contention").path(0).path("writers").asInt()).isEqualTo(64);
    assertThat(result.path("contention").path(0).path("ofBareBatch").asDouble()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"10", "80", "100", "1000"})
  void aSearchFindsTheHighestRateThatIsFollowedFromWhereverItBegins(double first) {
    Found found =
        FollowedRate.search(
            first, rate -> measured(rate, rate <= 100), rate -> measured(rate, rate <= 95));

    assertThat(found.best().asked()).isBetween(80.0, 95.0);
    assertThat(found.best().bounded()).isTrue();
    assertThat(found.half().asked()).isEqualTo(found.best().asked() / 2);
    assertThat(found.limit()).isEqualTo("the processor");
  }

  private static Measured measured(double rate, boolean followed) {
    return new Measured(
        Load.LIKES,
        "the library",
        1,
        1,
        4,
        10,
        rate,
        rate,
        rate,
        0,
        0,
        500,
        900,
        followed ? 1_000 : 9_000,
        0,
        followed ? 0.5 : 0.95,
        followed ? 0.5 : 0.95,
        new Charges(Map.of(Cause.WRITE, 7.5), Map.of()));
  }

  @Test
  void theReportNamesTheProcessorWhereItWasTheLimitAndDrawsTheRates(@TempDir Path directory)
      throws IOException {
    BenchmarkReport.Result result = BenchmarkReport.Result.empty(Load.LIKES);
    Found found = new Found(measured(50, true), measured(25, true), measured(60, false).limit());
    result.rates().add(found);
    result.goals().add(new BenchmarkReport.Goals(found, found, found, found, found, found));
    Capture output = new Capture();
    BenchmarkReport.print(result, output.screen(false));
    Path drawing = directory.resolve("rates.svg");
    BenchmarkReport.draw(result, drawing);

    assertThat(output.text())
        .contains("1333  the processor")
        .contains("at least 200  no: the processor was the limit");
    // Letters are drawn as paths.
    assertThat(Files.readString(drawing).strip()).contains("<svg ").endsWith("</svg>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --rate 0 | Invalid value for option '--rate': '0' is no whole number from 1 to 100000
          --distances 0,-1 | --distances has '-1'; give whole numbers from 0 to 1000
          --partitions 1,x | --partitions has 'x'; give whole numbers from 1 to 100
          --hosts 65 | --hosts has '65'; give whole numbers from 1 to 64
          --skew 201 | Invalid value for option '--skew': '201' is no whole number from 0 to 200
          --load hate | --load is 'hate'; give likes, comments, posts or mix
          --only all | --only has 'all'; give some of rates
          --seconds 0 | Invalid value for option '--seconds': '0' is no whole number from 1 to 3600
          """)
  void aNumberOutOfBoundsIsRefusedBeforeAnythingIsMeasured(String words, String reason) {
    Run run = Run.of(new BlogBenchmark(), words.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors()).contains(reason);
  }
}
