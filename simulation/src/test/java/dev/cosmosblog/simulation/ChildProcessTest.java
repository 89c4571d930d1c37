package dev.cosmosblog.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.testsupport.ChildProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
  /** Prints its arguments, and then its input. */
  static final class Echo {
    public static void main(String[] arguments) throws IOException {
      System.out.println("called with " + List.of(arguments));
      System.in.transferTo(System.out);
    }
  }

  private static ChildProcess echo() throws IOException {
    return ChildProcess.start(ChildProcess.java(Echo.class, List.of("-Xmx32m"), "one", "two"));
  }

  @Test
  void linesAreExchangedUntilTheProcessIsStopped() throws Exception {
    try (ChildProcess child = echo()) {
      child.send("hello");
      assertThat(child.awaitLine("called with ")).isEqualTo("[one, two]");
      assertThat(child.awaitLine("hel")).isEqualTo("lo");
      assertThat(child.isRunning()).isTrue();
      assertThat(child.stop(Duration.ofMinutes(1))).isTrue();
      assertThat(child.isRunning()).isFalse();
    }
  }

  @Test
  void aSecondCloseDoesNothing() throws IOException {
    ChildProcess child = echo();
    assertThat(ProcessHandle.of(child.pid())).isPresent();
    child.close();
    child.close();
    assertThat(child.isRunning()).isFalse();
  }

  @Test
  void aProcessThatEndsIsNotWaitedForAndItsLastLinesAreReported() throws IOException {
    ProcessBuilder command = ChildProcess.java(Echo.class, List.of("-Xmx16m", "--no-such-option"));
    try (ChildProcess child = ChildProcess.start(command)) {
      assertThatThrownBy(() -> child.awaitLine("ready"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("--no-such-option");
    }
  }
}
