package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.LocalCosmos;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@link MeteredAccount} in a process of its own. */
final class AccountProcess implements AutoCloseable {
  private final Dialogue dialogue;
  private final Endpoint endpoint;

  private AccountProcess(Dialogue dialogue, Endpoint endpoint) {
    this.dialogue = dialogue;
    this.endpoint = endpoint;
  }

  /**
   * The requests to the account's partitions.
   *
   * @param requests how many requests
   * @param charge their modelled request units
   */
  record Asked(int requests, double charge) {}

  static AccountProcess start(int partitions) throws IOException, InterruptedException {
    Dialogue dialogue =
        Dialogue.start(
            ChildProcess.java(MeteredAccount.class, List.of(), String.valueOf(partitions)));
    try {
      String[] words = dialogue.answer().split(" ");
      return new AccountProcess(dialogue, new Endpoint(URI.create(words[0]), words[1]));
    } catch (IOException | InterruptedException | RuntimeException e) {
      dialogue.close();
      throw e;
    }
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** Returns the requests since the last call. */
  Asked take() throws IOException, InterruptedException {
    String[] words = dialogue.ask("take").split(" ");
    return new Asked(Integer.parseInt(words[0]), Double.parseDouble(words[1]));
  }

  @Override
  public void close() {
    dialogue.close();
  }

  /**
   * An account in a process of its own, so that what it allocates is not the client's. To each line
   * on its input it answers how many requests its partitions had since the line before, and their
   * charge.
   */
  static final class MeteredAccount {
    private MeteredAccount() {}

    public static void main(String[] words) throws IOException {
      run(Integer.parseInt(words[0]), System.in, System.out);
    }

    private static void run(int partitions, InputStream input, PrintStream output)
        throws IOException {
      RequestLog log = new RequestLog("");
      try (LocalCosmos account =
          LocalCosmos.builder().physicalPartitions(partitions).listener(log).start()) {
        output.println(Dialogue.ANSWER + account.endpoint() + " " + account.key());
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
        while (lines.readLine() != null) {
          RequestLog.Sent sent = log.take();
          output.println(Dialogue.ANSWER + sent.requests().size() + " " + sent.ru());
        }
      }
    }
  }
}
