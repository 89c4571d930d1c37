package dev.cosmosblog.testsupport.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child process, which ends with this one at the latest, and whose output is read line by line.
 */
public final class Child implements AutoCloseable {
  private final Process process;
  private final Thread hook;

  private Child(Process process) {
    this.process = process;
    this.hook = new Thread(process::destroyForcibly, "stop child");
  }

  /**
   * Starts a process.
   *
   * @param command what is to run
   * @param lines takes each line of its output and errors, on a thread of its own
   * @return the process
   * @throws IOException if it can't be started
   */
  public static Child start(ProcessBuilder command, Consumer<String> lines) throws IOException {
    Child child = new Child(command.redirectErrorStream(true).start());
    Runtime.getRuntime().addShutdownHook(child.hook);
    Thread reader = new Thread(() -> child.read(lines), "output of " + child.pid());
    reader.setDaemon(true);
    reader.start();
    return child;
  }

  private void read(Consumer<String> lines) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.accept(line);
      }
    } catch (IOException ended) {
      // As it does when the process goes.
    }
  }

  /**
   * Writes a line to the process's input.
   *
   * @param line the line
   * @throws IOException if the process is gone
   */
  public void say(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  /**
   * Returns whether the process is alive.
   *
   * @return whether it runs
   */
  public boolean running() {
    return process.isAlive();
  }

  /**
   * The system's number of the process.
   *
   * @return the number
   */
  public long pid() {
    return process.pid();
  }

  /**
   * Asks the process to end (SIGTERM), and waits for that.
   *
   * @param timeout for how long at most
   * @return whether it ended in time
   */
  public boolean stop(Duration timeout) {
    process.destroy();
    return ended(timeout);
  }

  /** Ends the process without asking it (SIGKILL). A second time it does nothing. */
  @Override
  public void close() {
    process.destroyForcibly();
    ended(Duration.ofSeconds(10));
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // Then the hook finds a process that has gone.
    }
  }

  private boolean ended(Duration timeout) {
    try {
      return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
