package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.config.WritePath;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs writers while requests fail, connections break, clocks jump, hosts are killed and partitions
 * are split; then checks from the outside that all of a blog's invariants hold.
 */
@Command(
    name = "chaos",
    description = "checks a blog's invariants after faults, killed hosts and a split")
public final class Chaos implements Program {
  private static final int SECONDS_PER_MINUTE = 60;

  @Option(names = "--seconds", description = "for how long writers write (default: 300)")
  @Range(max = 86_400)
  private @Nullable Integer seconds;

  @Option(names = "--minutes", description = "the same in minutes, under service conditions")
  @Range(max = 1_440)
  private @Nullable Integer minutes;

  @Option(
      names = "--service-conditions",
      description = "makes replicas lag, delays responses and limits throughput")
  private boolean serviceConditions;

  @Option(names = "--direct", description = "uses direct mode, over TLS")
  private boolean direct;

  @Option(names = "--seed", description = "decides the faults; by default another one each time")
  @Range(min = 0, max = Integer.MAX_VALUE)
  private int seed = (int) Math.floorMod(System.currentTimeMillis(), 1_000_000L);

  @Option(names = "--partitions", description = "physical partitions of a container")
  @Range(max = 100)
  private int partitions = 5;

  @Option(names = "--write-path", description = "one of ${COMPLETION-CANDIDATES}")
  private WritePath writePath = WritePath.BATCH;

  @Option(names = "--writers", description = "writers at once")
  @Range(max = 1_000)
  private int writers = 16;

  @Option(names = "--hosts", description = "processes that run the change feed")
  @Range(max = 20)
  private int hosts = 3;

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    if (minutes != null && seconds != null) {
      throw new UsageException("Give --minutes or --seconds, not both");
    }
    int time = minutes != null ? minutes * SECONDS_PER_MINUTE : seconds != null ? seconds : 300;
    boolean inService = minutes != null || serviceConditions;
    ChaosSettings settings =
        new ChaosSettings(time, seed, partitions, writePath, writers, hosts, inService, direct);
    return new ChaosRun(settings, screen).run();
  }
}
