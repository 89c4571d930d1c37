package dev.cosmosblog.benchmarks.localaccount;

import dev.cosmosblog.examples.account.Account;
import dev.cosmosblog.testsupport.process.JavaProgram;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** Starts the example {@code account} as a process. */
final class LocalServer {
  /**
   * The settings that docs/cosmos-local.md advises: with two processors, others give more to
   * threads of their own.
   */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  private LocalServer() {}

  static ServerProcess start(String... options) throws IOException {
    return ServerProcess.start(
        JavaProgram.command(
            Account.class,
            Stream.concat(Stream.of(COLLECTOR), Stream.of(options)).toList(),
            List.of("--port", "0", "--partitions", "5")));
  }
}
