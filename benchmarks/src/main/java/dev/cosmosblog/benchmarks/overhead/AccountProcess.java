package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.benchmarks.process.JavaProgram;
import dev.cosmosblog.examples.blog.Endpoint;
import java.io.IOException;
import java.net.URI;
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
   * What the account's partitions were asked.
   *
   * @param requests how many requests
   * @param charge their modelled request units
   */
  record Asked(int requests, double charge) {}

  static AccountProcess start(int partitions) throws IOException, InterruptedException {
    Dialogue dialogue =
        Dialogue.start(
            JavaProgram.command(
                MeteredAccount.class, List.of(), List.of(String.valueOf(partitions))));
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

  /** What was asked since the last call. */
  Asked take() throws IOException, InterruptedException {
    String[] words = dialogue.ask("take").split(" ");
    return new Asked(Integer.parseInt(words[0]), Double.parseDouble(words[1]));
  }

  @Override
  public void close() {
    dialogue.close();
  }
}
