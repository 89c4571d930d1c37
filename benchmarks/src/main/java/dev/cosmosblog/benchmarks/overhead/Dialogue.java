package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.testsupport.process.Child;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that answers each line with one that begins with {@link #ANSWER}. */
final class Dialogue implements AutoCloseable {
  static final String ANSWER = "answer ";

  private static final String FAILED = "failed: ";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int LAST_LINES = 20;

  private final Child child;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  /** The other lines of its output, for the message when it ends. */
  private final BlockingQueue<String> others = new LinkedBlockingQueue<>(LAST_LINES);

  private Dialogue(ProcessBuilder command) throws IOException {
    this.child = Child.start(command, this::heard);
  }

  static Dialogue start(ProcessBuilder command) throws IOException {
    return new Dialogue(command);
  }

  private void heard(String line) {
    if (line.startsWith(ANSWER)) {
      answers.add(line.substring(ANSWER.length()));
    } else {
      while (!others.offer(line)) {
        others.poll();
      }
    }
  }

  /** Returns the next answer. The first one, unasked, tells that the process has started. */
  String answer() throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    String answer = null;
    boolean running = true;
    while (answer == null && running && System.nanoTime() < end) {
      running = child.running();
      answer = answers.poll(1, TimeUnit.SECONDS);
    }
    if (answer == null) {
      throw new IOException("The process " + child.pid() + " is silent: " + List.copyOf(others));
    }
    if (answer.startsWith(FAILED)) {
      throw new IOException("The process " + child.pid() + " " + answer);
    }
    return answer;
  }

  String ask(String line) throws IOException, InterruptedException {
    child.say(line);
    return answer();
  }

  @Override
  public void close() {
    child.close();
  }
}
