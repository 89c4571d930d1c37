package dev.cosmosblog.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.micrometer.RecentCommands.Command;
import dev.cosmosblog.store.observe.ItemVersion;
import io.micrometer.tracing.TraceContext;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecentCommandsTest {
  private final RecentCommands commands = new RecentCommands();

  private static ItemVersion post(String id, long version) {
    return new ItemVersion(id, id, version);
  }

  private void add(ItemVersion written) {
    commands.add(written, TraceContext.NOOP);
  }

  private List<ItemVersion> unhandled(String view, ItemVersion... changes) {
    return commands.unhandled(view, Stream.of(changes)).stream().map(Command::written).toList();
  }

  @Test
  void aChangeIsCausedByTheCommandsUpToItsVersion() {
    LongStream.range(0, 4).forEach(version -> add(post("p", version)));
    add(new ItemVersion("p", "comment", 0));
    add(post("q", 0));

    assertThat(unhandled("none", post("p", 2)))
        .containsExactly(post("p", 0), post("p", 1), post("p", 2));
    assertThat(unhandled("none", new ItemVersion("p", "comment", 0))).hasSize(1);
    assertThat(unhandled("none", post("r", 5))).isEmpty();
  }

  @Test
  void eachViewHandlesTheChangeOfACommandOnce() {
    add(post("p", 0));
    assertThat(unhandled("none", post("p", 0))).as("redelivered").hasSize(1);

    commands.unhandled("none", Stream.of(post("p", 0))).forEach(command -> command.handled("none"));

    assertThat(unhandled("none", post("p", 1))).isEmpty();
    assertThat(unhandled("counts", post("p", 1))).containsExactly(post("p", 0));
  }

  @Test
  void onlyTheLastCommandsAreKept() {
    add(post("first", 0));
    LongStream.range(0, RecentCommands.MAX).forEach(version -> add(post("hot", version)));

    assertThat(unhandled("none", post("first", 0))).isEmpty();
    assertThat(unhandled("none", post("hot", ItemVersion.DELETED))).hasSize(RecentCommands.MAX);

    add(post("last", 0));
    assertThat(unhandled("none", post("hot", 0))).isEmpty();
    assertThat(unhandled("none", post("hot", 1))).containsExactly(post("hot", 1));
  }
}
