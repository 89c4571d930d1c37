package dev.cosmosblog.benchmarks.blog;

import static dev.cosmosblog.benchmarks.blog.FollowedRateTest.measured;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.benchmarks.blog.BlogReport.Cost;
import dev.cosmosblog.benchmarks.blog.BlogReport.Idle;
import dev.cosmosblog.benchmarks.blog.Contention.HotPost;
import dev.cosmosblog.benchmarks.blog.FollowedRate.Found;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    JsonNode cells = result(blog + " --rate 20 --seconds 3 --hand-written").path("cells");

    assertThat(cells)
        .hasSize(2)
        .allSatisfy(
            cell -> {
              assertThat(cell.path("pace").path("made").asDouble()).isPositive();
              assertThat(cell.path("pace").path("followed").asDouble()).isPositive();
              assertThat(cell.path("failures").path("count").asInt(-1)).isZero();
              assertThat(cell.path("failures").path("first").asText()).isEmpty();
              assertThat(cell.path("bounded").isBoolean()).isTrue();
              assertThat(cell.path("partitionLimit").asDouble()).isPositive();
              assertThat(cell.path("failures").path("left").asInt(-1)).isZero();
              JsonNode lag = cell.path("lag");
              assertThat(lag.path("p99Ms").asDouble())
                  .isBetween(lag.path("p50Ms").asDouble(), lag.path("maxMs").asDouble());
              assertThat(cell.path("processors").path("process").asDouble()).isBetween(0.0, 1.05);
              JsonNode causes = cell.path("requestUnits").path("byCause");
              assertThat(causes.path("WRITE").asDouble()).isPositive();
              assertThat(causes.path("COPY").asDouble()).isPositive();
              assertThat(causes.path("AUTHOR_LOOKUP").asDouble()).isZero();
              assertThat(causes.path("OTHER").asDouble()).isZero();
            });
    assertThat(cells.path(0).path("follower").asText()).isEqualTo("the library");
    assertThat(cells.path(1).path("follower").asText()).isEqualTo("a hand-written handler");
    assertThat(cells.path(1).path("requestUnits").path("byCause").path("FRONT_PAGE").asDouble())
        .as("a hand-written handler keeps no front page")
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
    Map.of("C2 create a post", 6.95, "C3 create a comment", 8.1, "C4 like a post", 7.6)
        .forEach(
            (command, goal) ->
                assertThat(result.path("requests"))
                    .filteredOn(request -> request.path("request").asText().equals(command))
                    .singleElement()
                    .satisfies(
                        request ->
                            assertThat(request.path("ru").asDouble())
                                .as(command)
                                .isLessThanOrEqualTo(goal)));
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

  private static Found found(String follower, Load load, int partitions, int ms, double rate) {
    return new Found(
        measured(load, follower, partitions, ms, rate, true, 0),
        measured(load, follower, partitions, ms, rate / 2, true, 0),
        measured(rate + 10, false).limit());
  }

  @Test
  void theReportNamesTheProcessorWhereItWasTheLimitAndDrawsTheRates(@TempDir Path directory)
      throws IOException {
    BlogReport.Result result = BlogReport.Result.empty(Load.LIKES);
    result.rates().add(found(Follower.LIBRARY, Load.LIKES, 1, 4, 50));
    result.rates().add(found(Follower.HAND_WRITTEN, Load.LIKES, 1, 4, 40));
    result.rates().add(found(Follower.LIBRARY, Load.LIKES, 5, 4, 60));
    StringWriter output = new StringWriter();
    BlogReport.print(result, new Screen(new PrintWriter(output), false));
    Path drawing = directory.resolve("rates.svg");
    BlogReport.draw(result, drawing);

    assertThat(output.toString())
        .contains("1333  the processor")
        .containsPattern("likes/s, 1 partition, 4 ms, for 10 s +50 +at least 40 +yes\n")
        .containsPattern(
            "likes/s, 5 partitions, 4 ms, for 10 s +60 +at least 200 +no: it would take 1.7 times"
                + " this machine's\n +processors\n");
    assertThat(BlogReport.line(result.rates().get(0)))
        .isEqualTo("the library, likes: 1 partition, 1 host, 4 ms: 50/s, limited by the processor");
    // Letters are drawn as paths.
    assertThat(Files.readString(drawing).strip()).contains("<svg ").endsWith("</svg>");
  }

  @Test
  void theReportSaysOfEachGoalThatWasMeasuredWhetherItWasMet() {
    BlogReport.Result result = BlogReport.Result.empty(Load.MIX);
    result.goals().add(found(Follower.LIBRARY, Load.LIKES, 1, 0, 100));
    result.goals().add(found(Follower.LIBRARY, Load.LIKES, 1, 10, 81));
    result.goals().add(found(Follower.LIBRARY, Load.POSTS, 1, 5, 149));
    result.costs().add(new Cost("library", measured(40, true)));
    result.costs().add(new Cost("V3", measured(40, true)));
    result.costs().add(new Cost(CommandCosts.LIBRARY, inAll(Load.POSTS, 22, 0)));
    result.costs().add(new Cost(CommandCosts.WITH_LISTINGS, inAll(Load.POSTS, 22, 8.1)));
    result.costs().add(new Cost(CommandCosts.WITH_LISTINGS, inAll(Load.LIKES, 21, 0)));
    result.idle().add(new Idle("default settings", 1, charges(30), 30));
    result.idle().add(new Idle("polls every 5 s", 1, charges(10.1), 10));
    result.contention().add(writers(new HotPost(0, false, 0, 0, 3, 5.3, 7, 90), hotPost(1.9)));
    StringWriter output = new StringWriter();
    BlogReport.print(result, new Screen(new PrintWriter(output), false));

    assertThat(output.toString())
        .containsPattern(
            "RU of a command +library likes +V3 likes 40/s +library posts .*\n\\(modelled\\) +40/s")
        .containsPattern("default settings +30.0 +0.0 +0.0 +30.0\n")
        .containsPattern("likes/s, 0.8 of those at 0 ms, 1 partition, 10 ms.* at least 80 +yes\n")
        .containsPattern(
            "new posts/s, 1 partition, 5 ms, .* 149 +at least 150 +no: the processor\n")
        .containsPattern("RU of likes at 40/s +7.50 +at most 21.00 +yes\n")
        .containsPattern("RU in the listings of posts at 40/s +8.10 +at most 8.00 +no\n")
        .containsPattern("RU in the listings of likes at 40/s +0.00 +at most 0.00 +yes\n")
        .containsPattern("idle RU/s, default settings +30.00 +at most 30.00 +yes\n")
        .containsPattern("idle RU/s, polls every 5 s +10.10 +at most 10.00 +no\n")
        .containsPattern("RU of likes of one post, 0 ms +5.30 +at most 5.20 +no\n")
        .containsPattern("likes/s of one post, 4 ms, 10,000 RU/s, .* +1.90 +at least 2.00 +no\n")
        .containsPattern("RU of likes of one post, 4 ms, 10,000 RU/s +5.10 +at most 5.20 +yes\n");
  }

  private static MeasuredRate inAll(Load load, double write, double listings) {
    Charges charges =
        new Charges(Map.of(Cause.WRITE, write, Cause.LISTINGS, listings), Map.of(), 0);
    return new MeasuredRate(
        new MeasuredRate.Conditions(load, Follower.LIBRARY, 5, false, 1, 4),
        new MeasuredRate.Pace(10, 40, 40, 40, 40),
        new MeasuredRate.Failures(0, "", 0),
        new MeasuredRate.Lag(500, 900, 950, 1_000, 0),
        new MeasuredRate.Processors(0.5, 0.5),
        charges);
  }

  private static HotPost hotPost(double faster) {
    return new HotPost(4, true, 0, 0, faster, 5.1, 7, 90);
  }

  private static Contention.WritersOnOnePost writers(HotPost... hotPost) {
    return new Contention.WritersOnOnePost(64, 0, 0, 0, 0, 0, 0, List.of(hotPost));
  }

  private static Charges charges(double polls) {
    return new Charges(Map.of(Cause.POLLS, polls), Map.of(), 0);
  }

  @Test
  void moreHostsThanRangesAreLeftOutOfTheRatesWithTheReason() {
    assertThat(BlogBenchmark.leftOut(List.of(1, 5), List.of(1, 2, 4)))
        .containsExactly(
            "1 partition, 2 hosts: left out, because a range has one host at a time, and 1 host"
                + " would only wait",
            "1 partition, 4 hosts: left out, because a range has one host at a time, and 3 hosts"
                + " would only wait");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --rate 0 | Invalid value for option '--rate': '0' is not a number from 1 to 100000
          --distances 0,-1 | Invalid value for option '--distances': '-1' is not a number from 0 to 1000
          --partitions 1,x | Invalid value for option '--partitions' (<partitions>): 'x' is not an int
          --partitions 101 | Invalid value for option '--partitions': '101' is not a number from 1 to 100
          --hosts 65 | Invalid value for option '--hosts': '65' is not a number from 1 to 64
          --skew 201 | Invalid value for option '--skew': '201' is not a number from 0 to 200
          --load hate | Invalid value for option '--load': expected one of [LIKES, COMMENTS, POSTS, MIX
          --only all | Invalid value for option '--only' (<only>): expected one of [RATES, GOALS, COSTS, FRONT_PAGE, front-page, IDLE, REQUESTS, RENAME, WRITERS] (case-insensitive) but was 'all'
          --only idle,rates --endpoint http://127.0.0.1:1/ | --only is [idle, rates]; with --endpoint give
          --rate 40 --endpoint http://127.0.0.1:1/ | --rate is measured in this process; leave out
          --seconds 0 | Invalid value for option '--seconds': '0' is not a number from 1 to 3600
          """)
  void aNumberOutOfBoundsIsRefusedBeforeAnythingIsMeasured(String words, String reason) {
    Run run = Run.of(new BlogBenchmark(), words.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors()).contains(reason);
  }
}
