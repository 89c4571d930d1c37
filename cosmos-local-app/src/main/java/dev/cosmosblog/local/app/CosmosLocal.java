package dev.cosmosblog.local.app;

import dev.cosmosblog.local.AccountDirectoryException;
import dev.cosmosblog.local.Durability;
import dev.cosmosblog.local.FaultPlan;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.LocalCosmosBuilder;
import dev.cosmosblog.local.SettableClock;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs an account on a port until it is stopped. */
@Command(
    name = "java -jar cosmos-local.jar",
    header = "Runs a Cosmos-compatible account on 127.0.0.1 until it is stopped.",
    mixinStandardHelpOptions = true,
    versionProvider = CosmosLocal.Version.class,
    sortOptions = false,
    footer = {
      "",
      "GET /ready and GET /alive answer 200 without a key as soon as the account serves.",
      "SIGTERM and Ctrl-C end it: exit code 0. A wrong option, a wrong file, a port or a",
      "directory in use: one sentence, exit code 2."
    })
public final class CosmosLocal {
  /** The exit code of a failure that nobody foresaw. */
  static final int FAILED = 1;

  /** The exit code for wrong options, files and ports. */
  private static final int MISUSED = 2;

  private static final int MOST_CLOCK_MS = 3_600_000;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8081",
      description = "by default 8081; 0 for any that is free")
  private int port;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      description = "a further name by which clients reach the account; may be repeated")
  private Set<String> hosts = Set.of();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "keeps the data in a file there; by default it is lost at the end")
  private @Nullable Path directory;

  @Option(
      names = "--durability",
      paramLabel = "WHAT",
      defaultValue = "process",
      description = "what a write to the directory outlives: process (default) or power-loss")
  private String durability = "process";

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description =
          "physical partitions of each container; by default one for each 10,000 RU/s, as in the"
              + " service")
  private int partitions;

  @Option(
      names = "--enforce-throughput",
      description = "answers 429 beyond the throughput of a container")
  private boolean enforced;

  @Option(
      names = "--tls",
      paramLabel = "FILE",
      description =
          "encrypts, with the key and certificate of a PKCS12 file; its password is in"
              + " COSMOSBLOG_TLS_PASSWORD")
  private @Nullable Path tls;

  @Option(
      names = "--key",
      paramLabel = "BASE64",
      defaultValue = "${env:COSMOS_LOCAL_KEY}",
      description =
          "the account's key, also from the environment, COSMOS_LOCAL_KEY; by default the published"
              + " one of Microsoft's emulators")
  private @Nullable String key;

  @Option(
      names = "--seed",
      paramLabel = "DIR",
      description =
          "loads the containers that the account does not have: DIR/DATABASE/CONTAINER.jsonl, the"
              + " definition in the first line, an item in each other one")
  private @Nullable Path seed;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description = "writes all containers at the end, as --seed reads them; DIR must be empty")
  private @Nullable Path export;

  @Option(
      names = "--explorer",
      description =
          "serves a data explorer to browsers on this machine, and prints its address, which is"
              + " secret")
  private boolean explorer;

  @Option(
      names = "--faults",
      paramLabel = "SEED",
      description = "has every kind of fault happen, as the seed decides")
  private @Nullable Integer faults;

  @Option(
      names = "--clock-ms",
      paramLabel = "N",
      description = "how far faults may set the account's clock off at most; by default, any")
  private @Nullable Integer clockMs;

  @Option(
      names = "--like-the-service",
      paramLabel = "SEED",
      description =
          "has replicas lag, answers take their time, partitions be limited and indexes be built"
              + " slowly, as Azure documents it")
  private @Nullable Integer likeTheService;

  @Option(
      names = "--orders",
      paramLabel = "stdin",
      description =
          "takes orders line by line until the input ends: disturb, calm, counts, split DATABASE"
              + " CONTAINER, failover MILLISECONDS; the faults wait for 'disturb' then")
  private @Nullable String orders;

  private final Consumer<String> out;
  private final Consumer<String> err;

  private CosmosLocal(Consumer<String> out, Consumer<String> err) {
    this.out = out;
    this.err = err;
  }

  /**
   * Runs it as a program.
   *
   * @param words the command line
   */
  public static void main(String[] words) {
    Stop stop = Stop.ofProcess();
    System.exit(run(List.of(words), System.out::println, System.err::println, stop, System.in));
  }

  /**
   * Runs an account until it is stopped.
   *
   * @param words the command line
   * @param out takes the lines that it writes
   * @param err takes the sentence that says what is wrong
   * @param stop tells it to end, and is told when it has ended
   * @param orders the orders, if the command line asks for them
   * @return the exit code: 0, or 2 if the command line or a file is wrong or in use
   */
  public static int run(
      List<String> words,
      Consumer<String> out,
      Consumer<String> err,
      Stop stop,
      InputStream orders) {
    int code = FAILED;
    try {
      code = new CosmosLocal(out, err).parsed(words, stop, orders);
      return code;
    } finally {
      stop.ended(code);
    }
  }

  private int parsed(List<String> words, Stop stop, InputStream input) {
    CommandLine command = new CommandLine(this);
    try {
      CommandLine.ParseResult parsed = command.parseArgs(words.toArray(String[]::new));
      if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
        StringWriter text = new StringWriter();
        if (parsed.isUsageHelpRequested()) {
          command.usage(new PrintWriter(text));
        } else {
          command.printVersionHelp(new PrintWriter(text));
        }
        out.accept(text.toString().stripTrailing());
        return 0;
      }
      return serve(stop, input);
    } catch (CommandLine.ParameterException
        | IllegalArgumentException
        | UncheckedIOException misuse) {
      err.accept(String.valueOf(misuse.getMessage()));
      return MISUSED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILED;
    }
  }

  private Durability durability() {
    return switch (durability) {
      case "process" -> Durability.PROCESS;
      case "power-loss" -> Durability.POWER_LOSS;
      default ->
          throw new IllegalArgumentException("--durability: it must be process or power-loss");
    };
  }

  private int serve(Stop stop, InputStream input) throws InterruptedException {
    boolean ordered = orders != null;
    if (ordered && !orders.equals("stdin")) {
      throw new IllegalArgumentException("Orders come from stdin, not from '" + orders + "'");
    }
    checkFolders();
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    FaultSchedule schedule = FaultSchedule.of(faults == null ? 0 : faults, clock, "leases");
    Orders answers = new Orders(schedule);
    LocalCosmosBuilder builder =
        builder()
            .clock(clock(clock))
            .listener(answers::count)
            .faults(faults != null && !ordered ? schedule.plan() : FaultPlan.NONE);
    try (LocalCosmos account = started(builder)) {
      out.accept("endpoint " + account.endpoint());
      // The emulators' key is published. A secret key is never printed.
      out.accept("key " + (key == null ? account.key() : "as given"));
      account.explorer().ifPresent(address -> out.accept("explorer " + address));
      if (ordered) {
        Thread reader = new Thread(() -> answers.follow(account, input, out, stop), "orders");
        reader.setDaemon(true);
        reader.start();
      }
      stop.await();
      if (export != null) {
        account.export(export);
      }
    }
    out.accept("stopped");
    return 0;
  }

  private LocalCosmos started(LocalCosmosBuilder builder) {
    try {
      return builder.start();
    } catch (AccountDirectoryException inUse) {
      throw inUse;
    } catch (UncheckedIOException taken) {
      throw new IllegalArgumentException(taken.getCause().getMessage(), taken);
    }
  }

  private Clock clock(SettableClock clock) {
    if (clockMs == null) {
      return clock;
    }
    if (clockMs < 0 || clockMs > MOST_CLOCK_MS) {
      throw new IllegalArgumentException("--clock-ms must be from 0 to " + MOST_CLOCK_MS);
    }
    return new FaultSchedule.BoundedClock(clock, Duration.ofMillis(clockMs));
  }

  /** What would be noticed at the end only is checked at the beginning. */
  private void checkFolders() {
    if (seed != null && !Files.isDirectory(seed)) {
      throw new IllegalArgumentException("--seed: " + seed + " is not a folder");
    }
    if (export != null) {
      String[] there = export.toFile().list();
      if (there == null ? Files.exists(export) : there.length > 0) {
        throw new IllegalArgumentException("--export: " + export + " must be missing or empty");
      }
    }
  }

  private LocalCosmosBuilder builder() {
    LocalCosmosBuilder builder = LocalCosmos.builder();
    if (likeTheService != null) {
      builder.likeTheService(likeTheService);
    }
    builder.port(port).physicalPartitions(partitions).hosts(hosts);
    if (enforced) {
      builder.enforceThroughput(true);
    }
    if (explorer) {
      builder.explorer();
    }
    builder.durability(durability());
    if (directory != null) {
      builder.directory(directory);
    }
    if (key != null) {
      builder.key(checkedKey(key));
    }
    if (tls != null) {
      builder.tls(Certificate.read(tls));
    }
    if (seed != null) {
      builder.contents(seed);
    }
    return builder;
  }

  private static String checkedKey(String key) {
    try {
      LocalCosmos.builder().key(key);
      return key;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--key: it must be Base64 of one byte or more", e);
    }
  }

  /** The version in the jar's manifest. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = CosmosLocal.class.getPackage().getImplementationVersion();
      return new String[] {"cosmos-local " + (version == null ? "(unpacked)" : version)};
    }
  }
}
