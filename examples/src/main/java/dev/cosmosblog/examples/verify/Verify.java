package dev.cosmosblog.examples.verify;

import dev.cosmosblog.examples.blog.BlogConnection;
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
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.maintenance.verify.BlogVerifier;
import dev.cosmosblog.maintenance.verify.BlogVerifierBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Verifies or repairs a blog, as an operator would after a script that went wrong. Without an
 * endpoint it writes a small blog to an account in the process, damages it in each way that a
 * repair mends, and shows what is found, mended, and left.
 */
public final class Verify implements Example {
  private static final Range BUDGET =
      new Range(1, Integer.MAX_VALUE, (int) BlogVerifierBuilder.DEFAULT_REQUEST_UNITS_PER_SECOND);

  /** An example without arguments. */
  public Verify() {}

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
    return new Usage(
        "verify",
        "compares a blog's counts, copies and names with their sources, and mends them",
        List.of(),
        List.of(
            new Option("endpoint", "URL", "an account; by default one in this process, damaged"),
            Endpoint.KEY,
            Endpoint.DATABASE,
            Option.flag("repair", "mends what is found"),
            Option.flag("dry-run", "says what a repair would mend, and writes nothing"),
            new Option("ru-per-second", "N", "the most that it may use; by default 400"),
            new Option("resume", "FILE", "keeps the place after each page, and goes on there")));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    if (arguments.flag("repair") && arguments.flag("dry-run")) {
      throw new UsageException("Give --repair or --dry-run, not both");
    }
    Optional<Endpoint> endpoint = Endpoint.of(arguments);
    List<RunResult> runs =
        endpoint.isPresent() ? on(endpoint.get(), arguments, screen) : demonstrated(screen);
    RunResult last = runs.get(runs.size() - 1);
    screen.line("written to " + Results.write("verify", new VerifyResult(runs, last.isClean())));
    return last.isClean() ? 0 : Example.FAILED;
  }

  private static List<RunResult> on(Endpoint endpoint, Arguments arguments, Screen screen)
      throws IOException, InterruptedException {
    String database = arguments.option("database").orElse(BlogConnection.DATABASE);
    Optional<Path> kept = arguments.option("resume").map(Path::of);
    RunKind kind =
        arguments.flag("repair")
            ? RunKind.REPAIR
            : arguments.flag("dry-run") ? RunKind.DRY_RUN : RunKind.VERIFY;
    try (BlogConnection blog = BlogConnection.open(endpoint, database, "verify")) {
      KeptPlace place = new KeptPlace(kept, screen);
      BlogVerifier verifier =
          BlogVerifier.builder()
              .store(blog.store())
              .requestUnitsPerSecond(arguments.number("ru-per-second", BUDGET))
              .listener(place)
              .build();
      RunResult result = RunResult.of(kind, verifier, place.read());
      place.forget();
      RunReport.print(result, screen);
      return List.of(result);
    }
  }

  private static List<RunResult> demonstrated(Screen screen)
      throws IOException, InterruptedException {
    try (LocalCosmos account = LocalCosmos.builder().physicalPartitions(2).start();
        BlogConnection blog =
            BlogConnection.open(Endpoint.of(account), BlogConnection.DATABASE, "verify")) {
      screen.line("account at " + account.endpoint());
      OperatorsScript script = new OperatorsScript(blog);
      script.writeBlog();
      script.damage();
      // Nobody else is there to set anything right.
      BlogVerifier verifier =
          BlogVerifier.builder()
              .store(blog.store())
              .requestUnitsPerSecond(1_000_000)
              .settleTime(Duration.ZERO)
              .build();
      List<RunResult> runs = new ArrayList<>();
      for (RunKind kind : List.of(RunKind.VERIFY, RunKind.REPAIR, RunKind.VERIFY)) {
        RunResult result = RunResult.of(kind, verifier, Optional.empty());
        RunReport.print(result, screen);
        runs.add(result);
      }
      return runs;
    }
  }
}
