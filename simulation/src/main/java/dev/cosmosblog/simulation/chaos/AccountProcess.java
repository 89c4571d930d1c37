package dev.cosmosblog.simulation.chaos;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.account.Account;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.testsupport.process.Child;
import dev.cosmosblog.testsupport.process.JavaProgram;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An account in a process of its own, which takes orders. It ends with this process, however that
 * ends.
 */
final class AccountProcess implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 60;
  private static final String PREFIX = "account: ";
  private static final String ANSWER = "answer ";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Child process;
  private final Endpoint endpoint;

  AccountProcess(ChaosSettings settings) throws IOException, InterruptedException {
    ProcessBuilder command =
        JavaProgram.command(Account.class, List.of("-Xmx1g", "-XX:+UseSerialGC"), words(settings));
    this.process = Child.start(command, lines::add);
    this.endpoint = new Endpoint(URI.create(next("endpoint ")), next("key "));
  }

  private static List<String> words(ChaosSettings settings) {
    String seed = String.valueOf(settings.seed());
    String partitions = String.valueOf(settings.partitions());
    List<String> words = new ArrayList<>(List.of("--port", "0", "--orders", "stdin"));
    words.addAll(List.of("--faults", seed, "--partitions", partitions));
    if (settings.serviceConditions()) {
      String clock = String.valueOf(ChaosSettings.SETTLE.toMillis() / 2);
      words.addAll(List.of("--service-conditions", seed, "--clock-ms", clock));
    }
    return words;
  }

  /** The rest of the next line that begins so. */
  private String next(String beginning) throws IOException, InterruptedException {
    String before = "";
    while (true) {
      String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (line == null) {
        throw new IOException("The account does not answer; it said last: " + before);
      }
      if (line.startsWith(PREFIX + beginning)) {
        return line.substring((PREFIX + beginning).length());
      }
      before = line;
    }
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** Switches the faults on. */
  void disturb() throws IOException, InterruptedException {
    order("disturb");
  }

  /** Switches the faults off; returns their numbers by name. */
  Map<String, Long> calm() throws IOException, InterruptedException {
    return JSON.readValue(order("calm"), new TypeReference<Map<String, Long>>() {});
  }

  /** Splits a container's first partition; what it answers. */
  String split(String database, String container) throws IOException, InterruptedException {
    return order("split " + database + " " + container);
  }

  private String order(String order) throws IOException, InterruptedException {
    process.say(order);
    return next(ANSWER);
  }

  @Override
  public void close() {
    process.close();
  }
}
