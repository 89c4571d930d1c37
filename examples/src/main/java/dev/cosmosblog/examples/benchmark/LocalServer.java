package dev.cosmosblog.examples.benchmark;

import dev.cosmosblog.examples.account.Account;
import dev.cosmosblog.examples.process.JavaProgram;
import java.io.IOException;
import java.util.List;

/** Starts the example {@code account} as a process. */
final class LocalServer {
  private LocalServer() {}

  static ServerProcess start(String... options) throws IOException {
    return ServerProcess.start(
        JavaProgram.command(Account.class, List.of(options), List.of("--port", "0")));
  }
}
