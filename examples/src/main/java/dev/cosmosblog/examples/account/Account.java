package dev.cosmosblog.examples.account;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.local.FaultPlan;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.LocalCosmosBuilder;
import dev.cosmosblog.local.SettableClock;
import dev.cosmosblog.local.request.RequestRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** Runs an account on a port until it is stopped. Its data is in memory, and is lost then. */
public final class Account implements Example {
  /** The beginning of each line that answers an order. */
  static final String ANSWER = "account: answer ";

  /** By default the port of Microsoft's emulators. */
  private static final Range PORT = new Range(0, 65_535, 8081);

  private static final Range PARTITIONS = new Range(1, 1_000, 5);
  private static final Range SEED = new Range(0, Integer.MAX_VALUE, 0);
  private static final Range CLOCK_MS = new Range(0, 3_600_000, 0);
  private static final int THROTTLED = 429;
  private static final String PASSWORD = "COSMOSBLOG_TLS_PASSWORD";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Supplier<StopSignal> signal;
  private final InputStream input;
  private final LongAdder throttled = new LongAdder();

  /** Creates an account that runs until the process is stopped, with orders from standard input. */
  public Account() {
    this(StopSignal::ofProcess, System.in);
  }

  Account(Supplier<StopSignal> signal, InputStream input) {
    this.signal = signal;
    this.input = input;
  }

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new Account(), words);
  }

  @Override
  public Usage usage() {
    return Usage.of(
        "account",
        "runs an account on 127.0.0.1, in memory, until it is stopped",
        new Option("port", "N", "by default 8081; 0 for any that is free").in(PORT),
        new Option("partitions", "N", "physical partitions of a container; by default 5")
            .in(PARTITIONS),
        new Option("tls", "FILE", "encrypts, with the key and certificate of a PKCS12 file"),
        new Option("faults", "SEED", "has every kind of fault happen, as the seed decides")
            .in(SEED),
        new Option("clock-ms", "N", "how far faults may set its clock off at most; by default, any")
            .in(CLOCK_MS),
        new Option(
                "like-the-service",
                "SEED",
                "has replicas lag, answers take their time, partitions be limited and indexes be"
                    + " built slowly, as Azure documents it")
            .in(SEED),
        new Option(
                "orders",
                "stdin",
                "takes orders line by line until the input ends: disturb, calm, counts,"
                    + " split DATABASE CONTAINER, failover MILLISECONDS; the faults wait for"
                    + " 'disturb' then")
            .oneOf());
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws InterruptedException {
    String orders = arguments.option("orders").orElse("");
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    FaultSchedule faults = FaultSchedule.of(arguments.number("faults"), clock, "leases");
    boolean disturbed = arguments.option("faults").isPresent() && orders.isEmpty();
    boolean bounded = arguments.option("clock-ms").isPresent();
    Duration most = Duration.ofMillis(arguments.number("clock-ms"));
    LocalCosmosBuilder builder =
        LocalCosmos.builder()
            .clock(bounded ? new FaultSchedule.BoundedClock(clock, most) : clock)
            .listener(this::count)
            .faults(disturbed ? faults.plan() : FaultPlan.NONE)
            .port(arguments.number("port"));
    boolean likeTheService = arguments.option("like-the-service").isPresent();
    if (likeTheService) {
      builder.likeTheService(arguments.number("like-the-service"));
    }
    if (!likeTheService || arguments.option("partitions").isPresent()) {
      builder.physicalPartitions(arguments.number("partitions"));
    }
    arguments.option("tls").map(Path::of).map(Account::certificate).ifPresent(builder::tls);
    StopSignal stop = signal.get();
    int code = FAILED;
    try (LocalCosmos account = builder.start()) {
      screen.line("account: endpoint " + account.endpoint());
      // The emulators' key is published. A secret key would never be printed.
      screen.line("account: key " + account.key());
      if (!orders.isEmpty()) {
        Thread reader = new Thread(() -> follow(account, faults, screen, stop), "orders");
        reader.setDaemon(true);
        reader.start();
      }
      stop.await();
      screen.line("account: stopped");
      code = 0;
    } finally {
      stop.ended(code);
    }
    return code;
  }

  /** Reads a key and a certificate from a PKCS12 key store, as keytool and openssl make them. */
  private static SSLContext certificate(Path file) {
    // By default the password of Java's own key stores.
    char[] password = System.getenv().getOrDefault(PASSWORD, "changeit").toCharArray();
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageException(
          "--tls: %s can't be read as a PKCS12 key store (%s); its password is taken from the"
                  .formatted(file, e.getMessage())
              + " environment, "
              + PASSWORD);
    }
  }

  /** Answers orders until the input ends, then stops: whoever gave the orders has gone. */
  private void follow(LocalCosmos account, FaultSchedule faults, Screen screen, StopSignal stop) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        screen.line(ANSWER + answer(List.of(line.strip().split(" +")), account, faults));
      }
    } catch (IOException gone) {
      // The same as the end of the input.
    }
    stop.stop();
  }

  private void count(RequestRecord request) {
    if (request.status() == THROTTLED) {
      throttled.increment();
    }
  }

  private String answer(List<String> words, LocalCosmos account, FaultSchedule faults)
      throws JsonProcessingException {
    switch (words.get(0)) {
      case "disturb" -> account.faults(faults.plan());
      case "calm" -> account.clearFaults();
      case "split" -> {
        return words.size() == 3
            ? split(account, words.get(1), words.get(2))
            : "not understood: split DATABASE CONTAINER";
      }
      case "failover" -> {
        return words.size() == 2 && words.get(1).matches("\\d{1,9}")
            ? failover(account, Long.parseLong(words.get(1)))
            : "not understood: failover MILLISECONDS";
      }
      case "counts" -> {
        // Every other order is answered with the counts.
      }
      default -> {
        return "not understood: disturb, calm, counts, split DATABASE CONTAINER, or failover"
            + " MILLISECONDS";
      }
    }
    Map<String, Long> counts = faults.counts(account.faultCounts());
    counts.put("answered429", throttled.sum());
    return JSON.writeValueAsString(counts);
  }

  private static String failover(LocalCosmos account, long millis) {
    try {
      return "{\"lost\":" + account.failover(Duration.ofMillis(millis)) + "}";
    } catch (IllegalArgumentException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static String split(LocalCosmos account, String database, String container)
      throws JsonProcessingException {
    try {
      String first = account.partitionIds(database, container).get(0);
      account.splitPartition(database, container, first);
      return JSON.writeValueAsString(account.partitionIds(database, container));
    } catch (NoSuchElementException | IllegalStateException e) {
      return "refused: " + e.getMessage();
    }
  }
}
