package dev.cosmosblog.benchmarks.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.benchmarks.capacity.CapacityPlan.Limit;
import dev.cosmosblog.benchmarks.capacity.CapacityPlan.Load;
import dev.cosmosblog.examples.console.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapacityTest {
  /** A read of the front page that remembers a hundred posts which left it. */
  private static final double BUSY_READ =
      CapacityPlan.READ_FRONT_PAGE + 100 * CapacityPlan.READ_LEFT;

  private static final Path PAGE = Path.of("../docs/scaling.md");

  /** A command of the page, and the output below it. */
  private static final Pattern EXAMPLE =
      Pattern.compile("blog-cli.jar capacity ([^\n]*)\n```\n\n```\n(.*?)```\n", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "many", "1e11", "NaN"})
  void aNumberThatCannotBePlannedIsRefusedWithTheReasonAndTheBound(String users) {
    Run run = Run.of(new Capacity(), "--users", users);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors())
        .contains("--users is '" + users + "'")
        .contains("give a number above 0, at most 10,000,000,000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          peak | 0.99 | which is less than the average; give a number of at least 1, at most 1,000
          peak | 1001 | which is too much to plan for; give a number of at least 1, at most 1,000
          hottest-percent | 101 | which is more than all; give a number above 0, at most 100
          hottest-percent | 0 | of which there must be some; give a number above 0, at most 100
          """)
  void aShareOrAPeakOutOfRangeIsRefusedWithItsOwnReason(String option, String given, String why) {
    Run run = Run.of(new Capacity(), "--" + option, given);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors()).contains("--" + option + " is '" + given + "', " + why);
  }

  @Test
  void aDayWithoutABusiestHourIsPlanned() {
    assertThat(Run.of(new Capacity(), "--peak", "1").exitCode()).isZero();
  }

  @Test
  void theFirstLimitIsMetAtSoManyTimesTheLoad() {
    Load load = new Load(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0);
    List<Limit> limits = CapacityPlan.of(load).limits();
    Limit first = limits.get(0);

    assertThat(first.times()).isGreaterThan(1);
    assertThat(limits).isSortedAccordingTo(Comparator.comparingDouble(Limit::times));
    assertThat(use(CapacityPlan.of(load.times(1.02 * first.times())), first)).isGreaterThan(1);
    assertThat(use(CapacityPlan.of(load.times(0.97 * first.times())), first)).isLessThan(1);
  }

  private static double use(CapacityPlan plan, Limit of) {
    return plan.limits().stream()
        .filter(limit -> limit.name().equals(of.name()))
        .mapToDouble(limit -> limit.use() / limit.bound())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anArchiveIsPlannedForABlogThatKeepsOne() {
    Load load = new Load(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 20);
    CapacityPlan plan = CapacityPlan.of(load);

    assertThat(plan.containers())
        .extracting(CapacityPlan.Container::name)
        .endsWith("leases", "archive");
    assertThat(plan.containers().get(4).ru())
        .isEqualTo(load.rates().posts() * 5.4 + 20 * 3 * 5.29, within(0.001));
    assertThat(plan.containers().get(4).gb()).isEqualTo(1e4 * 365 * 445 / 1e9, within(0.001));
    assertThat(plan.limits())
        .filteredOn(limit -> limit.name().contains("archive"))
        .singleElement()
        .satisfies(limit -> assertThat(limit.times()).isBetween(31.0, 32.0));
  }

  @Test
  void aPartitionIsAddedForEach10000RequestUnitsAnd50Gigabytes() {
    assertThat(CapacityPlan.Container.of("posts", 10_000, 50).partitions()).isEqualTo(1);
    assertThat(CapacityPlan.Container.of("posts", 10_001, 50).partitions()).isEqualTo(2);
    assertThat(CapacityPlan.Container.of("posts", 10_000, 101).partitions()).isEqualTo(3);
    assertThat(CapacityPlan.Container.of("feed", 1, 0).provisioned()).isEqualTo(400);
  }

  @Test
  void aPriceIsThatOfTheProvisionedThroughput() throws IOException {
    Run run = Run.of(new Capacity(), "--price-per-100-ru", "0.01");
    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/capacity.json").toFile());
    double provisioned = 0;
    for (JsonNode container : result.path("plan").path("containers")) {
      provisioned += container.path("provisioned").asDouble();
    }

    assertThat(run.output()).contains("throughput for 730 hours: ");
    assertThat(result.path("pricePerMonth").asDouble())
        .isCloseTo(provisioned * 0.0001 * 730, within(0.01));
  }

  /**
   * The page's figures are the program's. {@code mvn -pl benchmarks -am test -Dtest=CapacityTest
   * -Dsurefire.failIfNoSpecifiedTests=false -Dupdate.docs=true} writes them again.
   */
  @Test
  void thePageShowsWhatTheProgramPrints() throws IOException {
    String page = Files.readString(PAGE);
    Matcher examples = EXAMPLE.matcher(page);
    StringBuilder updated = new StringBuilder();
    int count = 0;
    while (examples.find()) {
      String[] words = examples.group(1).split(" ");
      String output = Run.of(new Capacity(), words).output().replaceAll("written to .*\n", "");
      String block = page.substring(examples.start(), examples.start(2)) + output + "```\n";
      examples.appendReplacement(updated, Matcher.quoteReplacement(block));
      count++;
    }
    examples.appendTail(updated);
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, updated);
    }

    assertThat(count).as("the example in docs/scaling.md").isPositive();
    assertThat(Files.readString(PAGE))
        .as("docs/scaling.md; make it anew with -Dupdate.docs=true")
        .isEqualTo(updated.toString());
  }

  @Test
  void thePagesFiguresFollowFromThePlannersConstants() throws IOException {
    assertThat(Files.readString(PAGE))
        .contains(
            figure(CapacityPlan.PARTITION_RU / CapacityPlan.READ_FRONT_PAGE) + " reads a second",
            "a read costs %.2f RU".formatted(BUSY_READ),
            figure(CapacityPlan.PARTITION_RU / BUSY_READ) + " reads a second",
            figure(CapacityPlan.PARTITION_RU / CapacityPlan.WRITE_LIKE) + " likes or ",
            figure(CapacityPlan.PARTITION_RU / CapacityPlan.WRITE_COMMENT) + " comments a second",
            figure(CapacityPlan.RANGE_RATE) + " commands a second and range",
            figure(CapacityPlan.LOGICAL_PARTITION_GB * 1e9 / CapacityPlan.COMMENT_BYTES)
                + " comments on a post",
            figure(CapacityPlan.LOGICAL_PARTITION_GB * 1e9 / CapacityPlan.COPY_BYTES)
                + " posts of a user",
            "so "
                + figure(CapacityPlan.PARTITION_RU / CapacityPlan.COPY_COUNTS)
                + " posts of one author");
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%,d", (long) value);
  }
}
