package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LadderBenchmarkTest {
  private static final Path RESULTS = Path.of("target/results");

  /**
   * With the averages that the model of request units was fitted at, over 70 physical partitions
   * and with each author looked up, the rungs cost what the article says, and this library no more
   * than it is to. So many users have ten posts or more in nearly every partition, so that Q6 finds
   * ten in each.
   */
  @Test
  void everyRequestOnEveryRungCostsWhatItIsTo() throws IOException {
    JsonNode result =
        measured("--data averages --scale 0.00056 --partitions 70 --rounds 2 --warm-up 0");

    assertThat(result.path("partitions").asInt()).isEqualTo(70);
    assertThat(result.path("dataset").path("users").asInt()).isEqualTo(56);
    JsonNode cells = result.path("cells");
    assertThat(names(cells))
        .containsExactly(
            "C1", "C1_EDIT", "Q1", "C2", "C2_EDIT", "Q2", "Q3", "C3", "Q4", "C4", "Q5", "Q6");
    assertThat(cells)
        .allSatisfy(
            row -> {
              assertThat(names(row)).containsExactly("V1", "V2", "V3", "library");
              assertThat(row)
                  .allSatisfy(
                      cell -> {
                        assertThat(names(cell))
                            .containsExactly("requests", "partitions", "itemsLoaded", "ru", "ms");
                        assertThat(cell.path("ms").asDouble()).isPositive();
                      });
            });
    assertThat(cells.path("Q3").path("V2").path("partitions").asInt()).isEqualTo(70);
    assertThat(cells.path("Q3").path("library").path("partitions").asInt()).isEqualTo(1);
    costWhatTheArticleSays(cells);
    libraryRequestsCostWhatTheyDid(result.path("libraryRequests"));
    assertThat(result.path("goals"))
        .hasSize(11)
        .allSatisfy(goal -> assertThat(goal.path("met").asBoolean()).as("%s", goal).isTrue());
    String drawing = Files.readString(RESULTS.resolve("ladder.svg"));
    for (Color colour : LadderChart.COLOURS.subList(0, 4)) {
      assertThat(drawing.split(rgb(colour), -1)).as("bars of %s", colour).hasSizeGreaterThan(10);
    }
  }

  private static void costWhatTheArticleSays(JsonNode cells) {
    ArticleTable article = ArticleTable.read();
    SoftAssertions soft = new SoftAssertions();
    int compared = 0;
    for (LadderRequest request : LadderRequest.values()) {
      for (String rung : List.of("V1", "V2", "V3")) {
        Optional<Double> expected = article.requestUnits(request, rung);
        if (expected.isPresent()) {
          compared++;
          soft.assertThat(cells.path(request.name()).path(rung).path("ru").asDouble())
              .as("RU of %s in %s", request, rung)
              .isCloseTo(expected.get(), withinPercentage(6));
        }
      }
    }
    soft.assertThat(compared).isEqualTo(30);
    soft.assertAll();
  }

  private static void libraryRequestsCostWhatTheyDid(JsonNode cells) {
    assertThat(cells).hasSize(LibraryRequest.values().length);
    assertCost(cells.path("CREATE_POST_WITH_SLUG"), 3, 13.20);
    assertCost(cells.path("FIND_POST_BY_SLUG"), 2, 2.02);
    assertCost(cells.path("CHANGE_SLUG"), 3, 17.26);
    assertCost(cells.path("FIND_POST_BY_FORMER_SLUG"), 2, 2.03);
    assertCost(cells.path("FIND_POST_IN_SESSION"), 1, 1.03);
    assertCost(cells.path("CREATE_POST_WITH_TAGS"), 2, 7.95);
    assertCost(cells.path("POSTS_BY_TAG"), 1, 5.52);
    assertCost(cells.path("TAGS"), 1, 5.03);
    assertCost(cells.path("ARCHIVE"), 1, 5.52);
    assertCost(cells.path("ARCHIVE_MONTHS"), 2, 1 + 2.8 + 0.155 * 100);
    assertCost(cells.path("CREATE_PENDING_COMMENT"), 2, 9.19);
    assertCost(cells.path("PENDING_COMMENTS"), 1, 8.21);
    assertCost(cells.path("APPROVE_COMMENT"), 1, 12.13);
    assertCost(cells.path("FIND_COMMENT"), 1, 1.04);
    assertCost(cells.path("CLOSE_COMMENTS"), 1, 11.00);
  }

  private static void assertCost(JsonNode cell, int requests, double ru) {
    assertThat(cell.path("requests").asInt()).as("requests: %s", cell).isEqualTo(requests);
    assertThat(cell.path("partitions").asInt()).as("%s", cell).isLessThanOrEqualTo(requests);
    assertThat(cell.path("ru").asDouble()).as("RU: %s", cell).isCloseTo(ru, withinPercentage(3));
  }

  /** Otherwise the comparison of times and bytes would be meaningless. */
  @Test
  void theSdkAndSpringDataAreAskedTheSame() throws IOException {
    boolean compiled = SpringDataRung.missing(SpringDataRung.target()).isEmpty();
    String rungs = compiled ? "library,sdk,spring-data" : "library,sdk";
    JsonNode cells =
        measured("--scale 0.00002 --partitions 5 --rounds 25 --warm-up 0 --rungs " + rungs)
            .path("cells");

    assertThat(cells).hasSize(LadderRequest.values().length);
    for (JsonNode cell : cells) {
      for (String same : List.of("requests", "partitions", "itemsLoaded", "ru")) {
        assertThat(cell.path("sdk").path(same)).as(same).isEqualTo(cell.path("library").path(same));
      }
      assertThat(cell.path("sdk").path("bytes").asLong()).as("bytes").isPositive();
      assertThat(cell.path("library").path("bytes").asLong()).as("bytes").isPositive();
    }
    for (String command : List.of("C2", "C3", "C4")) {
      JsonNode cell = cells.path(command).path("library");
      assertThat(cell.path("requests").asInt()).as("requests of %s", command).isEqualTo(2);
      assertThat(cell.path("itemsLoaded").asInt()).as("the author, for %s", command).isEqualTo(1);
    }
    assumeTrue(compiled, "benchmarks/spring-data");
    for (JsonNode cell : cells) {
      assertThat(cell.path("spring-data").path("ms").asDouble()).as("ms").isPositive();
    }
    assertThat(cells.path("Q3").path("spring-data").path("requests").asInt())
        .as("a query of all partitions")
        .isGreaterThanOrEqualTo(5);
  }

  private static JsonNode measured(String words) throws IOException {
    Run run = Run.of(new LadderBenchmark(), words.split(" "));
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .contains("list the newest 100 posts", "RU, if usernames needn't be unique");
    return new ObjectMapper().readTree(RESULTS.resolve("ladder.json").toFile());
  }

  @Test
  void aMissingModuleIsReportedWithTheCommandThatCompilesIt(@TempDir Path nothing) {
    assertThat(SpringDataRung.missing(nothing))
        .hasValueSatisfying(
            why -> assertThat(why).contains("mvn -pl benchmarks/spring-data compile"));
  }

  @Test
  void invalidArgumentsAreReported() {
    assertThat(Run.of(new LadderBenchmark(), "--scale", "2").errors())
        .contains("Invalid value for option '--scale': '2.0' is not a number from 0.00002 to 1");
    assertThat(Run.of(new LadderBenchmark(), "--rungs", "V1,V4").errors())
        .contains(
            "expected one of [V1, V2, V3, LIBRARY, BARE_SDK, sdk, SPRING_DATA, spring-data]"
                + " (case-insensitive) but was 'V4'");
    assertThat(Run.of(new LadderBenchmark(), "--data", "none").errors())
        .contains("expected one of [UNIFORM, AVERAGES] (case-insensitive) but was 'none'");
  }

  private static String rgb(Color colour) {
    return "fill:rgb\\(%d,%d,%d\\)".formatted(colour.getRed(), colour.getGreen(), colour.getBlue());
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
