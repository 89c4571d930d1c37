package dev.cosmosblog.benchmarks.localaccount;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, which ends with this one. */
final class ServerProcess implements AutoCloseable {
  private static final String ENDPOINT = "endpoint ";
  private static final int PATIENCE_SECONDS = 10;

  private final Process process;
  private final String endpoint;
  private final ServerUsage usage;
  private final Thread hook;

  private ServerProcess(Process process, String endpoint) {
    this.process = process;
    this.endpoint = endpoint;
    this.usage = new ServerUsage(process.toHandle());
    this.hook = new Thread(process::destroyForcibly, "stop server");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Returns when the server has written where it is: a line that ends with {@code endpoint URL}.
   */
  static ServerProcess start(ProcessBuilder command) throws IOException {
    Process process = command.redirectErrorStream(true).start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      int place = line.indexOf(ENDPOINT);
      if (place >= 0) {
        drain(output);
        return new ServerProcess(process, line.substring(place + ENDPOINT.length()).strip());
      }
      said.append(line).append(System.lineSeparator());
    }
    throw new IOException("The server did not start: " + List.of(said.toString().strip()));
  }

  /** A server whose output nobody reads would stop when the pipe is full. */
  private static void drain(Reader output) {
    Thread reader =
        new Thread(
            () -> {
              try {
                output.transferTo(java.io.Writer.nullWriter());
              } catch (IOException ended) {
                // As it does when the process goes.
              }
            },
            "server output");
    reader.setDaemon(true);
    reader.start();
  }

  String endpoint() {
    return endpoint;
  }

  ServerUsage usage() {
    return usage;
  }

  boolean running() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(hook);
  }
}
