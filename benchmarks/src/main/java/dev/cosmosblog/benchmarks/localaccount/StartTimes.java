package dev.cosmosblog.benchmarks.localaccount;

import com.azure.cosmos.CosmosClient;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;

/**
 * From the start of an account to its first answer to a new client of the SDK, which asks for the
 * account when it is built; the client's own time is in it.
 *
 * @param warmMs in a virtual machine that has done it before: the middle of some
 * @param processMs as a process of its own, whose virtual machine has to start: the middle of some
 */
record StartTimes(double warmMs, double processMs) {
  static StartTimes measure(int starts) throws IOException {
    inThisProcess();
    Latencies warm = new Latencies();
    Latencies processes = new Latencies();
    for (int i = 0; i < starts; i++) {
      warm.record(inThisProcess());
      processes.record(asProcess());
    }
    return new StartTimes(warm.ms(50), processes.ms(50));
  }

  private static long inThisProcess() {
    long start = System.nanoTime();
    try (LocalCosmos account = LocalCosmos.start()) {
      return answeredAfter(start, account.endpoint());
    }
  }

  private static long asProcess() throws IOException {
    long start = System.nanoTime();
    try (ServerProcess server = LocalServer.start()) {
      return answeredAfter(start, server.endpoint());
    }
  }

  private static long answeredAfter(long start, String endpoint) {
    CosmosClient client = Target.client(endpoint);
    long took = System.nanoTime() - start;
    client.close();
    return took;
  }
}
