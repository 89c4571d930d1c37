package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.testsupport.ChildProcess;
import java.io.IOException;

/** A process that answers each line with one that begins with {@link #ANSWER}. */
record Dialogue(ChildProcess child) implements AutoCloseable {
  static final String ANSWER = "answer ";
  private static final String FAILED = "failed: ";

  static Dialogue start(ProcessBuilder command) throws IOException {
    return new Dialogue(ChildProcess.start(command));
  }

  String answer() throws IOException, InterruptedException {
    String answer = child.awaitLine(ANSWER);
    if (answer.startsWith(FAILED)) {
      throw new IOException("The process " + child.pid() + " " + answer);
    }
    return answer;
  }

  String ask(String line) throws IOException, InterruptedException {
    child.send(line);
    return answer();
  }

  @Override
  public void close() {
    child.close();
  }
}
