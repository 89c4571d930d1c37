package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.cli.CapacityPlan.BlogLoad;
import dev.cosmosblog.cli.CapacityPlan.CapacityLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          users           | 0    | above 0, at most 10,000,000,000
          users           | 1e11 | above 0, at most 10,000,000,000
          users           | NaN  | above 0, at most 10,000,000,000
          peak            | 0.99 | from 1 to 1,000
          peak            | 1001 | from 1 to 1,000
          hottest-percent | 101  | above 0, at most 100
          tags-per-post   | 11   | from 0 to 10
          pending-percent | 101  | from 0 to 100
          """)
  void aNumberOutOfRangeIsRefusedWithTheRange(String option, String value, String range) {
    CliRun run = CliRun.with(Map.of(), "capacity", "--" + option, value);
    assertThat(run.exitCode()).isEqualTo(BlogCli.USAGE);
    assertThat(run.errors()).contains("--" + option + " is ").contains("give a number " + range);
  }

  @Test
  void aDayWithoutAPeakHourIsPlanned() {
    assertThat(CliRun.with(Map.of(), "capacity", "--peak", "1").exitCode()).isZero();
  }

  @Test
  void theFirstLimitIsReachedAtItsGrowthFactor() {
    BlogLoad load = new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0, 0, false, 0);
    List<CapacityLimit> limits = CapacityPlan.of(load).limits();
    CapacityLimit first = limits.get(0);

    assertThat(first.times()).isGreaterThan(1);
    assertThat(limits).isSortedAccordingTo(Comparator.comparingDouble(CapacityLimit::times));
    assertThat(use(CapacityPlan.of(load.times(1.02 * first.times())), first)).isGreaterThan(1);
    assertThat(use(CapacityPlan.of(load.times(0.97 * first.times())), first)).isLessThan(1);
  }

  private static double use(CapacityPlan plan, CapacityLimit of) {
    return plan.limits().stream()
        .filter(limit -> limit.name().equals(of.name()))
        .mapToDouble(limit -> limit.use() / limit.bound())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anArchiveIsIncludedInThePlan() {
    BlogLoad load = new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 20, 0, false, 0);
    CapacityPlan plan = CapacityPlan.of(load);

    assertThat(plan.containers())
        .extracting(CapacityPlan.ContainerPlan::name)
        .endsWith("leases", "listings");
    assertThat(plan.containers().get(4).ru())
        .isEqualTo(load.rates().posts() * 5.4 + 20 * 3 * 5.29, within(0.001));
    assertThat(plan.containers().get(4).gb()).isEqualTo(1e4 * 365 * 445 / 1e9, within(0.001));
    assertThat(plan.limits())
        .filteredOn(limit -> limit.name().contains("listings"))
        .singleElement()
        .satisfies(limit -> assertThat(limit.times()).isBetween(31.0, 32.0));
  }

  @Test
  void tagsAreIncludedInThePlan() {
    CapacityPlan with =
        CapacityPlan.of(new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0, 2, false, 0));
    CapacityPlan without =
        CapacityPlan.of(new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0, 0, false, 0));
    double posts = with.load().rates().posts();

    assertThat(with.containers().get(4).ru()).isEqualTo(posts * (3 * 6.4 + 7.33), within(0.001));
    assertThat(with.containers().get(4).gb())
        .isEqualTo(1e4 * 365 * (3 * 471 + 397) / 1e9, within(0.001));
    assertThat(with.containers().get(1).ru() - without.containers().get(1).ru())
        .isEqualTo(posts * (9.44 + 1), within(0.001));
    assertThat(with.limits())
        .filteredOn(limit -> limit.name().startsWith("the tags"))
        .extracting(CapacityLimit::use)
        .containsExactlyInAnyOrder(posts * 7.33, 1e4 * 365 * 397 / 1e9);
    assertThat(without.limits()).noneMatch(limit -> limit.name().startsWith("the tags"));
  }

  @Test
  void slugsAreIncludedInTheContainerOfUsers() {
    BlogLoad with = new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0, 0, true, 0);
    BlogLoad without = new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0, 0, false, 0);
    CapacityPlan.ContainerPlan users = CapacityPlan.of(with).containers().get(1);
    CapacityPlan.ContainerPlan others = CapacityPlan.of(without).containers().get(1);

    assertThat(users.name()).isEqualTo("users");
    assertThat(users.ru() - others.ru())
        .isEqualTo(with.rates().posts() * 5.33 + with.rates().postPages(), within(0.001));
    assertThat(users.gb() - others.gb()).isEqualTo(1e4 * 365 * 409 / 1e9, within(0.001));
  }

  @Test
  void pendingCommentsAndDecisionsAreIncludedInThePlan() {
    CapacityPlan with =
        CapacityPlan.of(new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0, 0, false, 20));
    CapacityPlan without =
        CapacityPlan.of(new BlogLoad(1e5, 1e4, 12.5, 50, 100, 3, 1, 365, 0, 0, false, 0));
    double pending = with.load().rates().comments() / 5;
    double posts = with.load().rates().posts();

    assertThat(with.load().inPosts() - without.load().inPosts())
        .isEqualTo(pending * 12.1 + posts * 1.02, within(0.001));
    assertThat(with.load().inUsers() - without.load().inUsers())
        .isEqualTo(pending * 10.44 + posts, within(0.001));
    assertThat(with.load().onPending())
        .isEqualTo(pending * (2 + 6 + 9.33 + 8.2 / 20), within(0.001));
    assertThat(with.containers().get(4).name()).isEqualTo("listings");
    assertThat(with.containers().get(4).ru()).isEqualTo(with.load().inListings(), within(0.001));
    assertThat(with.limits())
        .filteredOn(limit -> limit.name().startsWith("the pending comments"))
        .extracting(CapacityLimit::use)
        .containsExactly(with.load().onPending());
    assertThat(without.containers()).hasSize(4);
  }

  /** The examples of "Azure Cosmos DB service quotas", and the limits beside them. */
  @ParameterizedTest
  @CsvSource({
    "400, 0, 400, 1000, true",
    "5001, 0, 400, 1000, false",
    "50000, 20, 500, 5000, false",
    "50000, 2000, 2000, 20000, false",
    "400, 101, 400, 2000, true",
    "20000, 500, 500, 5000, true"
  })
  void theMinimumsAreThoseOfTheService(
      double ru, double gb, double manual, double autoscale, boolean serverless) {
    CapacityPlan.ContainerPlan container = CapacityPlan.ContainerPlan.of("posts", ru, gb);

    assertThat(container.minimum()).isEqualTo(manual);
    assertThat(container.autoscaleMinimum()).isEqualTo(autoscale);
    assertThat(container.serverless()).isEqualTo(serverless);
  }

  @Test
  void aSmallBlogSharesTheMinimumOfOneContainer() {
    String[] small = {"capacity", "--posts-per-day", "10", "--readers-per-second", "1"};
    CliRun run = CliRun.with(Map.of(), small);

    assertThat(run.output())
        .containsPattern("all +[\\d,]+ +[\\d.]+ +4 +1,600 +1,600 +4,000")
        .containsPattern("shared +[\\d,]+ +[\\d.]+ +1 +400 +400 +1,000")
        .contains("a serverless account has no minimum, and its limits are high enough");
    assertThat(CliRun.with(Map.of(), "capacity", "--posts-per-day", "1e6").output())
        .contains("but its limits are too low for posts");
  }

  @Test
  void aPartitionIsAddedForEach10000RequestUnitsAnd50Gigabytes() {
    assertThat(CapacityPlan.ContainerPlan.of("posts", 10_000, 50).partitions()).isEqualTo(1);
    assertThat(CapacityPlan.ContainerPlan.of("posts", 10_001, 50).partitions()).isEqualTo(2);
    assertThat(CapacityPlan.ContainerPlan.of("posts", 10_000, 101).partitions()).isEqualTo(3);
    assertThat(CapacityPlan.ContainerPlan.of("feed", 1, 0).provisioned()).isEqualTo(400);
  }

  @Test
  void aPriceIsThatOfTheProvisionedThroughput() {
    JsonNode result =
        CliRun.with(Map.of(), "capacity", "--price-per-100-ru", "0.01", "--json").json();
    double provisioned = 0;
    for (JsonNode container : result.path("plan").path("containers")) {
      provisioned += container.path("provisioned").asDouble();
    }
    assertThat(result.path("pricePerMonth").asDouble())
        .isCloseTo(provisioned * 0.0001 * 730, within(0.01));
  }

  /** Its output is in docs/scaling.md. */
  @Test
  void theExampleOfThePageIsWrittenToTarget() throws IOException {
    String command =
        "capacity --users 100000000 --posts-per-day 100000 --readers-per-second 2300"
            + " --price-per-100-ru 0.008";
    CliRun run = CliRun.with(Map.of(), command.split(" "));
    assertThat(run.output()).contains("hosts of the change feed: 1", "throughput for 730 hours: ");
    Files.writeString(Path.of("target", "capacity.txt"), run.output());
  }
}
