package dev.cosmosblog.examples.upgrade;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.blog.BlogSettings;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.examples.upgrade.FormerBlog.Version;
import dev.cosmosblog.maintenance.BlogUpgrade;
import dev.cosmosblog.maintenance.BlogUpgradeBuilder;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.MaintenanceBuilder;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Upgrades a database of the article's V1, V2 or V3 to this library's form. Without an endpoint it
 * creates one first, on the in-process emulator, and upgrades it while readers comment and like and
 * the change feed runs.
 */
public final class Upgrade implements Example {
  static final Range BUDGET =
      new Range(1, Integer.MAX_VALUE, (int) MaintenanceBuilder.DEFAULT_REQUEST_UNITS_PER_SECOND);
  static final Range PAGE = new Range(2, 1_000, MaintenanceBuilder.DEFAULT_PAGE_SIZE);

  /** The budget on the in-process emulator, in RU/s. */
  static final int UNHURRIED = 1_000_000;

  private static final Duration DRAINED = Duration.ofMinutes(2);

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Upgrade(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "upgrade",
        "takes a database of the article's V1, V2 or V3, or another program's, to this library's"
            + " form",
        new Option("endpoint", "URL", "an account; by default one in this process"),
        Endpoint.KEY,
        Endpoint.DATABASE,
        BlogSettings.SUMMARY_PROPERTIES,
        BlogSettings.ARCHIVE,
        BlogSettings.FRONT_PAGE_SIZE,
        BlogSettings.NAMES_NOT_UNIQUE,
        new Option("from", "V1|V2|V3", "what is made there where no endpoint is given; V1").oneOf(),
        new Option("users", "NAME", "the container of users by /userId; by default users"),
        new Option("former-users", "NAME", "a container by /id that has the users until now"),
        new Option("date-property", "NAME", "what holds the date instead of creationDate"),
        new Option("ru-per-second", "N", "the most that it may use; by default 400").in(BUDGET),
        new Option("page-size", "N", "what is done again after a kill; by default 500 items")
            .in(PAGE),
        Option.flag("dry-run", "says what it would do, and writes nothing"));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    arguments.needs(
        "endpoint", "key", "database", "users", "former-users", "date-property", "dry-run");
    BlogSettings.needEndpoint(arguments);
    Optional<Endpoint> endpoint = Endpoint.of(arguments);
    if (endpoint.isPresent() && arguments.option("from").isPresent()) {
      throw new UsageException("--from is for the account in this process");
    }
    ShownRun.Result result =
        endpoint.isPresent()
            ? on(endpoint.get(), arguments, screen)
            : demonstrate(arguments, screen);
    screen.line("written to " + Results.write("upgrade", result));
    return result.clean() ? 0 : Example.FAILED;
  }

  private static ShownRun.Result on(Endpoint endpoint, Arguments arguments, Screen screen)
      throws IOException, InterruptedException {
    String users = arguments.option("users").orElse(ContainerNames.DEFAULT.users());
    BlogDatabaseBuilder settings =
        BlogSettings.of(arguments)
            .containerNames(new ContainerNames(users, "posts", "feed", "leases"));
    try (BlogDatabase blog =
        endpoint.connectToExisting(Endpoint.databaseName(arguments), "upgrade", settings)) {
      ShownRun shown = new ShownRun(screen);
      BlogUpgradeBuilder builder =
          BlogUpgrade.builder(blog)
              .requestUnitsPerSecond(arguments.number("ru-per-second"))
              .pageSize(arguments.number("page-size"))
              .listener(shown);
      arguments.option("former-users").ifPresent(builder::formerUsers);
      arguments.option("date-property").ifPresent(builder::dateProperty);
      boolean dryRun = arguments.flag("dry-run");
      MaintenanceReport report = dryRun ? builder.build().dryRun() : builder.build().upgrade();
      shown.print("upgrade", report);
      return new ShownRun.Result(
          List.of(ShownRun.RunResult.of(report)), dryRun || report.isClean());
    }
  }

  private static ShownRun.Result demonstrate(Arguments arguments, Screen screen)
      throws IOException, InterruptedException {
    Version version = Version.valueOf(arguments.option("from").orElse("V1"));
    BlogDatabaseBuilder settings = BlogDatabase.builder().containerNames(FormerBlog.names(version));
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase blog = Endpoint.of(account).connect("blog", "upgrade", settings)) {
      screen.line("account at " + account.endpoint());
      FormerBlog.write(version, blog);
      ShownRun shown = new ShownRun(screen);
      BlogUpgradeBuilder builder =
          BlogUpgrade.builder(blog)
              .requestUnitsPerSecond(arguments.number("ru-per-second", UNHURRIED))
              .pageSize(arguments.number("page-size", 20))
              .listener(shown);
      if (FormerBlog.hasFormerUsers(version)) {
        builder.formerUsers("users");
      }
      BlogUpgrade upgrade = builder.build();
      MaintenanceReport planned = upgrade.dryRun();
      shown.print("dry run", planned);
      MaintenanceReport done = upgradeBesideReaders(upgrade, version, blog, shown);
      List<ShownRun.RunResult> runs =
          List.of(ShownRun.RunResult.of(planned), ShownRun.RunResult.of(done));
      return new ShownRun.Result(runs, isClean(blog, screen));
    }
  }

  /** Upgrades while readers write and the change feed runs, which needs its container of leases. */
  private static MaintenanceReport upgradeBesideReaders(
      BlogUpgrade upgrade, Version version, BlogDatabase blog, ShownRun shown)
      throws InterruptedException {
    blog.provision();
    try (BlogChangeFeed copies = BlogChangeFeed.start(blog)) {
      MaintenanceReport report;
      try (LiveReaders readers = LiveReaders.start(BlogStore.on(blog))) {
        report = upgrade.upgrade();
        shown.tell(readers.comments().size() + " comments were written meanwhile");
      }
      shown.print("upgrade from " + version, report);
      copies.awaitDrained(DRAINED);
      return report;
    }
  }

  private static boolean isClean(BlogDatabase blog, Screen screen) throws InterruptedException {
    MaintenanceReport report =
        BlogVerifier.builder(blog)
            .requestUnitsPerSecond(1_000_000)
            .settleTime(Duration.ZERO)
            .build()
            .verify();
    screen.line(report.isClean() ? "verify finds nothing" : "verify finds " + report.found());
    return report.isClean();
  }
}
