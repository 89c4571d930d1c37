package dev.cosmosblog.examples.verify;

import dev.cosmosblog.examples.blog.BlogSettings;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.MaintenanceBuilder;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Verifies or repairs a blog, as an operator would after a script that went wrong. Without an
 * endpoint it writes a small blog to the in-process emulator, damages it in each way that a repair
 * mends, and shows what is found, mended, and left.
 */
public final class Verify implements Example {
  private static final Range BUDGET =
      new Range(1, Integer.MAX_VALUE, (int) MaintenanceBuilder.DEFAULT_REQUEST_UNITS_PER_SECOND);

  /** The budget on the in-process emulator, in RU/s. */
  private static final int UNHURRIED = 1_000_000;

  private enum RunKind {
    VERIFY,
    DRY_RUN,
    REPAIR
  }

  /** One run in {@code verify.json}; {@code unsettled} counts items that were being written. */
  private record RunResult(
      RunKind kind,
      long scanned,
      double requestUnits,
      double seconds,
      Map<FindingKind, Long> found,
      Map<FindingKind, Long> mended,
      long unsettled,
      List<Finding> findings) {}

  /** The content of {@code verify.json}. */
  private record Result(List<RunResult> runs, boolean clean) {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Verify(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "verify",
        "compares a blog's counts, copies and names with their sources, and mends them",
        new Option("endpoint", "URL", "an account; by default one in this process, damaged"),
        Endpoint.KEY,
        Endpoint.DATABASE,
        BlogSettings.SUMMARY_PROPERTIES,
        BlogSettings.ARCHIVE,
        BlogSettings.FRONT_PAGE_SIZE,
        BlogSettings.NAMES_NOT_UNIQUE,
        Option.flag("repair", "mends what is found"),
        Option.flag("dry-run", "says what a repair would mend, and writes nothing"),
        new Option("ru-per-second", "N", "the most that it may use; by default 400").in(BUDGET),
        new Option("resume", "FILE", "keeps the place after each page, and goes on there"));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    if (arguments.flag("repair") && arguments.flag("dry-run")) {
      throw new UsageException("Give --repair or --dry-run, not both");
    }
    arguments.needs("endpoint", "key", "database", "repair", "dry-run", "resume");
    BlogSettings.needEndpoint(arguments);
    Optional<Endpoint> endpoint = Endpoint.of(arguments);
    List<RunResult> runs =
        endpoint.isPresent()
            ? on(endpoint.get(), arguments, screen)
            : demonstrate(arguments.number("ru-per-second", UNHURRIED), screen);
    boolean clean = isClean(runs.get(runs.size() - 1));
    screen.line("written to " + Results.write("verify", new Result(runs, clean)));
    return clean ? 0 : FAILED;
  }

  private static List<RunResult> on(Endpoint endpoint, Arguments arguments, Screen screen)
      throws IOException, InterruptedException {
    String database = Endpoint.databaseName(arguments);
    RunKind dryOrNot = arguments.flag("dry-run") ? RunKind.DRY_RUN : RunKind.VERIFY;
    RunKind kind = arguments.flag("repair") ? RunKind.REPAIR : dryOrNot;
    try (BlogDatabase blog =
        endpoint.connectToExisting(database, "verify", BlogSettings.of(arguments))) {
      ResumeFile file = new ResumeFile(arguments.option("resume").map(Path::of), screen);
      BlogVerifier verifier =
          BlogVerifier.builder(blog)
              .requestUnitsPerSecond(arguments.number("ru-per-second"))
              .listener(file)
              .build();
      RunResult result = run(kind, verifier, file.read(), screen);
      file.delete();
      return List.of(result);
    }
  }

  private static List<RunResult> demonstrate(int budget, Screen screen)
      throws IOException, InterruptedException {
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(2).start();
        BlogDatabase blog = Endpoint.of(account).connect("blog", "verify")) {
      screen.line("account at " + account.endpoint());
      DamagedBlog damaged = new DamagedBlog(blog);
      damaged.write();
      damaged.damage();
      BlogVerifier verifier =
          BlogVerifier.builder(blog)
              .requestUnitsPerSecond(budget)
              // Nobody else writes, so a difference is there to stay.
              .settleTime(Duration.ZERO)
              .build();
      return List.of(
          run(RunKind.VERIFY, verifier, Optional.empty(), screen),
          run(RunKind.REPAIR, verifier, Optional.empty(), screen),
          run(RunKind.VERIFY, verifier, Optional.empty(), screen));
    }
  }

  private static RunResult run(
      RunKind kind, BlogVerifier verifier, Optional<String> token, Screen screen)
      throws InterruptedException {
    long start = System.nanoTime();
    MaintenanceReport report =
        kind == RunKind.REPAIR
            ? (token.isPresent() ? verifier.repair(token.get()) : verifier.repair())
            : (token.isPresent() ? verifier.verify(token.get()) : verifier.verify());
    RunResult result =
        new RunResult(
            kind,
            report.scanned(),
            Math.round(report.requestUnits() * 100) / 100.0,
            Math.round((System.nanoTime() - start) / 1e8) / 10.0,
            report.found(),
            kind == RunKind.DRY_RUN ? report.repairable() : report.repaired(),
            report.unsettled(),
            report.findings());
    print(result, screen);
    return result;
  }

  private static void print(RunResult run, Screen screen) {
    String did = run.kind() == RunKind.DRY_RUN ? "would be mended" : "mended";
    Table table = new Table(run.kind().name().toLowerCase(Locale.ROOT), "found", did);
    for (FindingKind kind : FindingKind.values()) {
      if (run.found().containsKey(kind)) {
        table.row(kind, run.found().get(kind), run.mended().getOrDefault(kind, 0L));
      }
    }
    table.print(screen);
    screen.line(
        String.format(
            Locale.ROOT,
            "%d items for %.0f RU in %.1f s: %s",
            run.scanned(),
            run.requestUnits(),
            run.seconds(),
            conclusion(run)));
    screen.line("");
  }

  private static String conclusion(RunResult run) {
    if (isClean(run)) {
      return run.found().isEmpty() ? "nothing is wrong" : "all that was wrong is mended";
    }
    return run.unsettled() > 0 ? run.unsettled() + " could not be told" : "something is wrong";
  }

  private static boolean isClean(RunResult run) {
    boolean allMended = run.kind() == RunKind.REPAIR && run.found().equals(run.mended());
    return (run.found().isEmpty() || allMended) && run.unsettled() == 0;
  }
}
