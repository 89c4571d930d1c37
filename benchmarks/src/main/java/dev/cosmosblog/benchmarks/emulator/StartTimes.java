package dev.cosmosblog.benchmarks.emulator;

import com.azure.cosmos.CosmosClient;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;

/**
 * The time from the start of an emulator to its first response to a new client of the SDK, which
 * asks for the account when it is built; the client's own time is included.
 *
 * @param warmMs in a virtual machine that has done it before: the median
 * @param processMs as a new process: the median
 */
record StartTimes(double warmMs, double processMs) {
  static StartTimes measure(int starts) throws IOException, InterruptedException {
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
    try (LocalCosmos emulator = LocalCosmos.start()) {
      CosmosClient client = Server.client(emulator.endpoint());
      long took = System.nanoTime() - start;
      client.close();
      return took;
    }
  }

  private static long asProcess() throws IOException, InterruptedException {
    long start = System.nanoTime();
    Server server = Server.startEmulator();
    long took = System.nanoTime() - start;
    server.close();
    return took;
  }
}
