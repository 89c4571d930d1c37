package dev.cosmosblog.cli;

import dev.cosmosblog.cli.CapacityPlan.BlogLoad;
import dev.cosmosblog.cli.CapacityPlan.CapacityLimit;
import dev.cosmosblog.cli.CapacityPlan.ContainerPlan;
import dev.cosmosblog.cli.CapacityPlan.RequestRates;
import dev.cosmosblog.model.Tag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plans throughput, partitions, storage and hosts for a blog's load. */
@Command(
    name = "capacity",
    description = {
      "Plans throughput, partitions, storage and hosts for a blog's load.",
      "Lists the limits in the order in which a growing load reaches them. It sends nothing;"
          + " request units are modelled."
    })
final class CapacityCommand implements Callable<Integer> {
  private static final double HOURS_PER_MONTH = 730;

  private final Terminal terminal;

  @Option(
      names = "--users",
      paramLabel = "N",
      defaultValue = "100000",
      description = "stored users (default: ${DEFAULT-VALUE})")
  private double users;

  @Option(
      names = "--posts-per-day",
      paramLabel = "N",
      defaultValue = "10000",
      description = "new posts a day (default: ${DEFAULT-VALUE})")
  private double postsPerDay;

  @Option(
      names = "--comments-per-post",
      paramLabel = "N",
      defaultValue = "12.5",
      description = "comments of a post (default: ${DEFAULT-VALUE})")
  private double commentsPerPost;

  @Option(
      names = "--likes-per-post",
      paramLabel = "N",
      defaultValue = "50",
      description = "likes of a post (default: ${DEFAULT-VALUE})")
  private double likesPerPost;

  @Option(
      names = "--readers-per-second",
      paramLabel = "N",
      defaultValue = "100",
      description = "views in an average second (default: ${DEFAULT-VALUE})")
  private double readersPerSecond;

  @Option(
      names = "--peak",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "the rate of the busiest hour, divided by the average (default: ${DEFAULT-VALUE})")
  private double peak;

  @Option(
      names = "--hottest-percent",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "the most popular post's share of a day's reactions (default: ${DEFAULT-VALUE})")
  private double hottestPercent;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "365",
      description = "days for which everything is stored (default: ${DEFAULT-VALUE})")
  private double days;

  @Option(
      names = "--listings-pages-per-second",
      paramLabel = "N",
      defaultValue = "0",
      description = "pages of the archive and of tags in an average second (default: none)")
  private double listingPagesPerSecond;

  @Option(
      names = "--tags-per-post",
      paramLabel = "N",
      defaultValue = "0",
      description = "tags of a post (default: no tags)")
  private double tagsPerPost;

  @Option(
      names = "--slugs",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "each post has a slug, by which readers find it (default: false)")
  private boolean slugs;

  @Option(
      names = "--pending-percent",
      paramLabel = "N",
      defaultValue = "0",
      description = "the percentage of comments that are created as pending (default: none)")
  private double pendingPercent;

  @Option(
      names = "--price-per-100-ru",
      paramLabel = "PRICE",
      defaultValue = "0",
      description = "the price of 100 RU/s for an hour (default: no price)")
  private double pricePer100Ru;

  @Option(
      names = "--json",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "print the plan as one JSON document")
  private boolean json;

  /** The plan, and the price of its throughput for a month; 0 if no price is given. */
  record PricedPlan(CapacityPlan plan, double pricePerMonth) {}

  CapacityCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    checkPositive("--users", users, 1e10);
    checkPositive("--posts-per-day", postsPerDay, 1e9);
    checkPositive("--comments-per-post", commentsPerPost, 1e6);
    checkPositive("--likes-per-post", likesPerPost, 1e6);
    checkPositive("--readers-per-second", readersPerSecond, 1e8);
    check("--peak", peak, 1, 1_000);
    checkPositive("--hottest-percent", hottestPercent, 100);
    checkPositive("--days", days, 36_500);
    check("--listings-pages-per-second", listingPagesPerSecond, 0, 1e8);
    check("--tags-per-post", tagsPerPost, 0, Tag.MAX_OF_POST);
    check("--pending-percent", pendingPercent, 0, 100);
    check("--price-per-100-ru", pricePer100Ru, 0, 1_000);
    CapacityPlan plan =
        CapacityPlan.of(
            new BlogLoad(
                users,
                postsPerDay,
                commentsPerPost,
                likesPerPost,
                readersPerSecond,
                peak,
                hottestPercent,
                days,
                listingPagesPerSecond,
                tagsPerPost,
                slugs,
                pendingPercent));
    PricedPlan priced =
        new PricedPlan(plan, plan.provisioned() / 100 * pricePer100Ru * HOURS_PER_MONTH);
    if (json) {
      terminal.printJson(priced);
    } else {
      print(priced);
    }
    return BlogCli.OK;
  }

  private static void checkPositive(String option, double value, double max) {
    if (!(value > 0 && value <= max)) {
      throw new InvalidOptionException(
          format("%s is %s; give a number above 0, at most %,.0f", option, value, max));
    }
  }

  private static void check(String option, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new InvalidOptionException(
          format("%s is %s; give a number from %.0f to %,.0f", option, value, min, max));
    }
  }

  private void print(PricedPlan priced) {
    CapacityPlan plan = priced.plan();
    RequestRates rates = plan.load().rates();
    terminal.print(
        format(
            "in a second of the busiest hour: %.1f posts, %.1f comments, %.1f likes, %,.0f views",
            rates.posts(),
            rates.comments(),
            rates.likes(),
            rates.frontPages() + rates.postPages() + rates.userPages()));
    terminal.print("");
    printTable(containers(plan));
    terminal.print(serverless(plan));
    terminal.print("");
    terminal.print(format("hosts of the change feed: %,d", plan.hosts()));
    if (priced.pricePerMonth() > 0) {
      terminal.print(format("throughput for 730 hours: %,.2f", priced.pricePerMonth()));
    }
    terminal.print("");
    printTable(limits(plan));
  }

  private static List<List<String>> containers(CapacityPlan plan) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "container",
            "RU/s (modelled)",
            "GB",
            "partitions",
            "provision RU/s",
            "minimum RU/s",
            "autoscale maximum, at least"));
    List<ContainerPlan> all = plan.containers();
    all.forEach(container -> rows.add(row(container)));
    rows.add(
        row(
            "all",
            sum(all, ContainerPlan::ru),
            sum(all, ContainerPlan::gb),
            sum(all, ContainerPlan::partitions),
            plan.provisioned(),
            sum(all, ContainerPlan::minimum),
            sum(all, ContainerPlan::autoscaleMinimum)));
    rows.add(row(plan.shared()));
    return rows;
  }

  private static double sum(List<ContainerPlan> containers, ToDoubleFunction<ContainerPlan> need) {
    return containers.stream().mapToDouble(need).sum();
  }

  private static List<String> row(ContainerPlan container) {
    return row(
        container.name(),
        container.ru(),
        container.gb(),
        container.partitions(),
        container.provisioned(),
        container.minimum(),
        container.autoscaleMinimum());
  }

  private static List<String> row(String name, double ru, double gb, double... others) {
    List<String> row = new ArrayList<>(List.of(name, format("%,.0f", ru), format("%,.1f", gb)));
    Arrays.stream(others).forEach(other -> row.add(format("%,.0f", other)));
    return row;
  }

  private static String serverless(CapacityPlan plan) {
    List<String> tooLarge =
        plan.containers().stream()
            .filter(container -> !container.serverless())
            .map(ContainerPlan::name)
            .toList();
    return tooLarge.isEmpty()
        ? "a serverless account has no minimum, and its limits are high enough"
        : "a serverless account has no minimum, but its limits are too low for "
            + String.join(", ", tooLarge);
  }

  private static List<List<String>> limits(CapacityPlan plan) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("limit, and what raises it", "used", "maximum", "growth factor"));
    for (CapacityLimit limit : plan.limits()) {
      rows.add(
          List.of(
              limit.name(),
              format("%,.1f %s", limit.use(), limit.unit()),
              format("%,.0f", limit.bound()),
              limit.times() > CapacityLimit.MAX_TIMES ? "-" : format("%,.1f", limit.times())));
      rows.add(List.of("  " + limit.remedy(), "", "", ""));
    }
    return rows;
  }

  /** Prints columns that are as wide as their widest cell; all but the first are aligned right. */
  private void printTable(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < columns; column++) {
        String alignment = column == 0 ? "-" : "";
        line.append(format("%" + alignment + widths[column] + "s  ", row.get(column)));
      }
      terminal.print(line.toString().stripTrailing());
    }
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
