package dev.cosmosblog.testsupport;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A child process, which is killed when this process ends. Its output and its errors are read line
 * by line.
 */
public final class ChildProcess implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** The number of lines that wait for {@link #awaitLine}; the oldest are dropped. */
  private static final int WAITING_LINES = 1_000;

  private static final int SHOWN_LINES = 20;

  /** A short test passes its own compiler option on, because its child processes are short, too. */
  private static final String COMPILER_OPTION = "-XX:TieredStopAtLevel=";

  private final Process process;
  private final Thread hook;
  private final Thread reader;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(WAITING_LINES);

  private ChildProcess(Process process, Consumer<String> listener) {
    this.process = process;
    this.hook = new Thread(process::destroyForcibly, "kill child");
    this.reader = new Thread(() -> read(listener), "output of " + process.pid());
    reader.setDaemon(true);
  }

  /** Returns the command that starts a program of the current class path. */
  public static ProcessBuilder java(Class<?> main, List<String> options, String... arguments) {
    return java(classPath(), main.getName(), options, arguments);
  }

  /** Returns the command that starts a program of another class path. */
  public static ProcessBuilder java(
      String classPath, String main, List<String> options, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    List<String> command = builder.command();
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith(COMPILER_OPTION))
        .forEach(command::add);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(List.of(arguments));
    return builder;
  }

  /**
   * Runs a program that Maven runs in its own process again in another one, and ends Maven's with
   * its exit code: Maven has the simple compiler alone, which suits builds but not measurements.
   * Does nothing outside Maven.
   */
  public static void leaveMaven(Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    if (ChildProcess.class.getClassLoader() instanceof URLClassLoader) {
      ProcessBuilder command = java(main, List.of(COMPILER_OPTION + "4"), arguments);
      Process process = command.inheritIO().start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "stop program"));
      System.exit(process.waitFor());
    }
  }

  /** The exec plugin runs a program in a class loader whose path isn't the process's class path. */
  private static String classPath() {
    return ChildProcess.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(ChildProcess::path)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }

  private static String path(URL url) {
    try {
      return Path.of(url.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The class path has the entry " + url + ", not a file", e);
    }
  }

  public static ChildProcess start(ProcessBuilder command) throws IOException {
    return start(command, line -> {});
  }

  /** Starts a process; the listener takes each line of its output, on another thread. */
  public static ChildProcess start(ProcessBuilder command, Consumer<String> listener)
      throws IOException {
    Process process = command.redirectErrorStream(true).start();
    ChildProcess child = new ChildProcess(process, listener);
    Runtime.getRuntime().addShutdownHook(child.hook);
    child.reader.start();
    return child;
  }

  private void read(Consumer<String> listener) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        listener.accept(line);
        while (!lines.offer(line)) {
          lines.poll();
        }
      }
    } catch (IOException ended) {
      // The stream is closed when the process ends.
    }
  }

  /**
   * Waits up to two minutes for a line that begins with a prefix; returns the rest of the line.
   * Earlier lines are skipped. If no such line comes, the process is killed.
   */
  public String awaitLine(String prefix) throws IOException, InterruptedException {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    Deque<String> skipped = new ArrayDeque<>();
    boolean running = true;
    while (running && System.nanoTime() < end) {
      // Asked before the last lines are taken, so that an ended process's lines are all looked at.
      running = isRunning();
      String line = lines.poll(1, TimeUnit.SECONDS);
      while (line != null) {
        if (line.startsWith(prefix)) {
          return line.substring(prefix.length());
        }
        skipped.add(line);
        if (skipped.size() > SHOWN_LINES) {
          skipped.remove();
        }
        line = lines.poll();
      }
    }
    close();
    throw new IOException(
        "Process %d %s without a line '%s…'; its last lines: %s"
            .formatted(pid(), running ? "ran for " + TIMEOUT : "ended", prefix, skipped));
  }

  /** Writes a line to the process's input. */
  public void send(String line) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
  }

  /** Returns whether the process is alive. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /** Returns the process's id. */
  public long pid() {
    return process.pid();
  }

  /** Returns the exit code of a process that has ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Asks the process to end (SIGTERM); returns whether it did in time. */
  public boolean stop(Duration timeout) {
    // Process.destroy() would also close the output, so that its last lines were lost.
    process.toHandle().destroy();
    return awaitEnd(timeout);
  }

  /** Waits until the process has ended and its output is read; returns whether it did in time. */
  public boolean awaitEnd(Duration timeout) {
    try {
      boolean ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (ended) {
        reader.join(timeout.toMillis());
      }
      return ended;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Kills the process (SIGKILL). Further calls do nothing. */
  @Override
  public void close() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(10));
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook finds a process that has ended.
    }
  }
}
