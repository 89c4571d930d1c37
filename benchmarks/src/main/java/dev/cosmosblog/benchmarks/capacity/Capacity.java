package dev.cosmosblog.benchmarks.capacity;

import dev.cosmosblog.benchmarks.capacity.CapacityPlan.Container;
import dev.cosmosblog.benchmarks.capacity.CapacityPlan.Limit;
import dev.cosmosblog.benchmarks.capacity.CapacityPlan.Load;
import dev.cosmosblog.benchmarks.capacity.CapacityPlan.Rates;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import java.io.IOException;
import java.util.Locale;

/** Plans an account for a blog's load: throughput, partitions, storage, hosts, limits, a price. */
public final class Capacity implements Example {
  private static final double HOURS = 730;

  /** A planner without arguments. */
  public Capacity() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Capacity(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "capacity",
        "plans RU/s, partitions, storage and hosts for a load, and tells its first limit",
        new Option("users", "N", "who are stored; by default 100000"),
        new Option("posts-per-day", "N", "by default 10000"),
        new Option("comments-per-post", "N", "by default 12.5"),
        new Option("likes-per-post", "N", "by default 50"),
        new Option("readers-per-second", "N", "views in an average second; by default 100"),
        new Option("peak", "N", "the busiest hour over the average; by default 3"),
        new Option("hottest-percent", "N", "of all reactions, the hottest post's; by default 1"),
        new Option("days", "N", "for which everything is stored; by default 365"),
        new Option(
            "archive-pages-per-second",
            "N",
            "of a blog that keeps an archive, in an average second; by default none"),
        new Option("price-per-100-ru", "P", "of 100 RU/s for an hour; by default none"));
  }

  /** The plan, and the price of its throughput for a month if one is known. */
  record Result(CapacityPlan plan, double pricePerMonth) {}

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException {
    Load load =
        new Load(
            number(arguments, "users", 100_000, 0, 1e10),
            number(arguments, "posts-per-day", 10_000, 0, 1e9),
            number(arguments, "comments-per-post", 12.5, 0, 1e6),
            number(arguments, "likes-per-post", 50, 0, 1e6),
            number(arguments, "readers-per-second", 100, 0, 1e8),
            number(arguments, "peak", 3, 1, 1_000),
            number(arguments, "hottest-percent", 1, 0, 100),
            number(arguments, "days", 365, 0, 36_500),
            given(arguments, "archive-pages-per-second", 1e8));
    double price = given(arguments, "price-per-100-ru", 1_000);
    CapacityPlan plan = CapacityPlan.of(load);
    Result result = new Result(plan, plan.provisioned() / 100 * price * HOURS);
    print(result, screen);
    screen.line("written to " + Results.write("capacity", result));
    return 0;
  }

  /** A number of an option above zero, or zero without the option. */
  private static double given(Arguments arguments, String name, double most) {
    return arguments.option(name).isPresent() ? number(arguments, name, 1, 0, most) : 0;
  }

  /** A number of an option, above zero and not less than the least. */
  private static double number(
      Arguments arguments, String name, double byDefault, double least, double most) {
    String given = arguments.option(name).orElse(String.valueOf(byDefault));
    double value;
    try {
      value = Double.parseDouble(given);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (value > 0 && value >= least && value <= most) {
      return value;
    }
    throw new UsageException(
        text(
            "--%s is '%s', %s; give a number %s, at most %,.0f",
            name,
            given,
            refusal(name, value, most),
            least == 0 ? "above 0" : text("of at least %.0f", least),
            most));
  }

  private static String refusal(String name, double value, double most) {
    if (Double.isNaN(value)) {
      return "which is no number";
    }
    if (value > most) {
      return name.endsWith("percent") ? "which is more than all" : "which is too much to plan for";
    }
    return name.equals("peak") ? "which is less than the average" : "of which there must be some";
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static void print(Result result, Screen screen) {
    CapacityPlan plan = result.plan();
    Rates rates = plan.load().rates();
    screen.line(
        text(
            "in a second of the busiest hour: %.1f posts, %.1f comments, %.1f likes, %,.0f views",
            rates.posts(),
            rates.comments(),
            rates.likes(),
            rates.frontPages() + rates.postPages() + rates.userPages()));
    screen.line("");
    Table containers =
        new Table("container", "RU/s (modelled)", "GB", "physical partitions", "provision RU/s");
    for (Container container : plan.containers()) {
      containers.row(
          container.name(),
          text("%,.0f", container.ru()),
          text("%,.1f", container.gb()),
          text("%,d", container.partitions()),
          text("%,.0f", container.provisioned()));
    }
    containers.row(
        "all",
        text("%,.0f", plan.containers().stream().mapToDouble(Container::ru).sum()),
        text("%,.1f", plan.containers().stream().mapToDouble(Container::gb).sum()),
        text("%,d", plan.containers().stream().mapToInt(Container::partitions).sum()),
        text("%,.0f", plan.provisioned()));
    containers.print(screen);
    screen.line("");
    screen.line(text("hosts of the change feed: %,d", plan.hosts()));
    if (result.pricePerMonth() > 0) {
      screen.line(text("throughput for 730 hours: %,.2f", result.pricePerMonth()));
    }
    screen.line("");
    Table limits = new Table("limit", "used", "bound", "met at times", "then");
    for (Limit limit : plan.limits()) {
      limits.row(
          limit.name(),
          text("%,.1f %s", limit.use(), limit.unit()),
          text("%,.0f", limit.bound()),
          limit.times() > Limit.MAX_TIMES ? "not" : text("%,.1f", limit.times()),
          limit.remedy());
    }
    limits.print(screen);
  }
}
