package dev.cosmosblog.testsupport.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.testsupport.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ChildTest {
  private final List<String> lines = new CopyOnWriteArrayList<>();

  /** Says what it hears. */
  static final class Echo {
    public static void main(String[] words) throws IOException {
      System.out.println("called with " + List.of(words));
      System.in.transferTo(System.out);
    }
  }

  private Child echo() throws IOException {
    return Child.start(
        JavaProgram.command(Echo.class, List.of("-Xmx32m"), List.of("one", "two")), lines::add);
  }

  @Test
  void itIsHeardAndSpokenTo() throws IOException {
    try (Child child = echo()) {
      child.say("hello");
      assertThat(Await.until(() -> lines.contains("hello"))).isTrue();
      assertThat(lines).startsWith("called with [one, two]");
      assertThat(child.running()).isTrue();
      assertThat(child.stop(Duration.ofMinutes(1))).isTrue();
      assertThat(child.running()).isFalse();
    }
  }

  @Test
  void closingEndsItAtOnceAndTwiceDoesNothing() throws IOException {
    Child child = echo();
    assertThat(ProcessHandle.of(child.pid())).isPresent();
    child.close();
    child.close();
    assertThat(child.running()).isFalse();
  }
}
