package dev.cosmosblog.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final AtomicLong time = new AtomicLong();
  private final StringWriter text = new StringWriter();

  private Screen screen(boolean terminal) {
    return new Screen(new PrintWriter(text), terminal);
  }

  private void pass(Duration duration) {
    time.addAndGet(duration.toNanos());
  }

  @Test
  void aTerminalShowsDoneRateAndTimeLeftInOneLine() {
    Progress progress = new Progress("work", 100, screen(true), time::get);
    pass(Duration.ofSeconds(2));
    progress.step(20);
    pass(Duration.ofMillis(10));
    progress.step();
    assertThat(text.toString()).isEqualTo("\r\u001b[Kwork: 20 of 100 (20 %), 10/s, 8.0 s left");
  }

  @Test
  void withoutATerminalThereIsAPlainLineEveryFewSeconds() {
    Progress progress = new Progress("work", 1_000, screen(false), time::get);
    for (int i = 0; i < 20; i++) {
      pass(Duration.ofSeconds(1));
      progress.step(10);
    }
    assertThat(text.toString())
        .doesNotContain("\r")
        .isEqualToNormalizingNewlines(
            """
            work: 50 of 1,000 (5 %), 10/s, 95 s left
            work: 100 of 1,000 (10 %), 10/s, 90 s left
            work: 150 of 1,000 (15 %), 10/s, 85.0 s left
            work: 200 of 1,000 (20 %), 10/s, 80.0 s left
            """
                .replace("95 s", "1 min 35 s")
                .replace("90 s", "1 min 30 s"));
  }

  @Test
  void theEndLeavesOneLine() {
    Progress progress = new Progress("work", 0, screen(true), time::get);
    pass(Duration.ofSeconds(1));
    progress.step(5);
    pass(Duration.ofSeconds(1));
    progress.close();
    progress.close();
    assertThat(text.toString())
        .isEqualToNormalizingNewlines("\r\u001b[Kwork: 5, 5/s\r\u001b[Kwork: 5 in 2.0 s, 3/s\n");
  }

  @Test
  void aLineBetweenReplacesTheStatus() {
    Screen screen = screen(true);
    screen.status("half done");
    screen.line("by the way");
    assertThat(text.toString())
        .isEqualToNormalizingNewlines("\r\u001b[Khalf done\r\u001b[Kby the way\n");
  }
}
