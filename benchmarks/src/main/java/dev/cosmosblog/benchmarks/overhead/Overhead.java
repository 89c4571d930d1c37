package dev.cosmosblog.benchmarks.overhead;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.benchmarks.overhead.OverheadReport.Cell;
import dev.cosmosblog.benchmarks.overhead.OverheadReport.OverheadResult;
import dev.cosmosblog.benchmarks.overhead.Way.Ways;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures what the library costs over the bare SDK: the same requests made by hand and by the
 * store, in turns, on one account in a process of its own. Beside it the requests by Azure Spring
 * Data Cosmos.
 */
public final class Overhead implements Example {
  private static final Range ROUNDS = new Range(2, 1_000_000, 1_000);

  /**
   * The number of calls that the virtual machine wants to see before it compiles their code for
   * good.
   */
  private static final Range WARM_UP = new Range(0, 1_000_000, 3_000);

  private static final Range BLOCKS = new Range(1, 10_000, 40);
  private static final Range PARTITIONS = new Range(1, 1_000, 5);

  /** A comparison without arguments. */
  public Overhead() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Overhead(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "overhead",
        "measures what the library costs over the bare SDK, and Spring Data beside it",
        List.of(),
        List.of(
            new Option("rounds", "N", "whose calls are timed; by default 1000").in(ROUNDS),
            new Option("warm-up", "N", "rounds before; by default 3000").in(WARM_UP),
            new Option("blocks", "N", "of 10 calls whose bytes are counted; by default 40")
                .in(BLOCKS),
            new Option("partitions", "N", "physical partitions of a container; by default 5")
                .in(PARTITIONS)));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    Comparison.Rounds rounds =
        new Comparison.Rounds(
            arguments.number("warm-up"), arguments.number("rounds"), arguments.number("blocks"));
    int partitions = arguments.number("partitions");
    Optional<String> missing = SpringData.missing(SpringData.target());
    missing.ifPresent(why -> screen.line(SpringData.NAME + " is left out: " + why));
    OverheadResult result =
        new OverheadResult(
            Runtime.getRuntime().availableProcessors(),
            partitions,
            rounds.timed(),
            missing.map(why -> "left out: " + why).orElse(SpringData.NAME),
            measure(rounds, partitions, screen));
    OverheadReport.print(result.cells(), screen);
    screen.line("written to " + Results.write("overhead", result));
    return 0;
  }

  private static Map<BlogRequest, Cell> measure(
      Comparison.Rounds rounds, int partitions, Screen screen)
      throws IOException, InterruptedException {
    try (AccountProcess account = AccountProcess.start(partitions);
        BlogDatabase blog = account.endpoint().connect("overhead", "overhead")) {
      blog.provision();
      SampleBlog.fill(blog);
      Way hand = new InThisProcess(new ByHand(blog.unwrap(CosmosDatabase.class)));
      // By hand, each command looks its author up.
      BlogStore lookingUp = BlogStore.builder(blog).authorCacheTtl(Duration.ZERO).build();
      Way store = new InThisProcess(new ByStore(lookingUp));
      if (SpringData.missing(SpringData.target()).isPresent()) {
        return new Comparison(new Ways(hand, store, Optional.empty()), account)
            .measure(rounds, screen);
      }
      try (SpringData spring = SpringData.start(account.endpoint())) {
        return new Comparison(new Ways(hand, store, Optional.of(spring)), account)
            .measure(rounds, screen);
      }
    }
  }
}
