package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.local.LocalCosmos;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * An account in a process of its own, so that what it allocates is not the client's. To each line
 * on its input it answers how many requests its partitions had since the line before, and their
 * charge.
 */
final class MeteredAccount {
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
