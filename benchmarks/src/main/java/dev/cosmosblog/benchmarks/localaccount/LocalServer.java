package dev.cosmosblog.benchmarks.localaccount;

import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.app.CosmosLocal;
import java.io.IOException;
import java.util.stream.Stream;

/** Starts the emulator as a process. */
final class LocalServer {
  /**
   * The settings that cosmos-local/docs/guide.md advises: with two processors, others give more to
   * threads of their own.
   */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  private LocalServer() {}

  static ServerProcess start(String... options) throws IOException {
    return ServerProcess.start(
        ChildProcess.java(
            CosmosLocal.class,
            Stream.concat(Stream.of(COLLECTOR), Stream.of(options)).toList(),
            "--port",
            "0",
            "--partitions",
            "5"));
  }
}
