package dev.cosmoslocal.internal.engine.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.TestProcess;
import dev.cosmoslocal.internal.engine.changefeed.ChangeFeed;
import dev.cosmoslocal.internal.engine.changefeed.ChangeStart;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import dev.cosmoslocal.internal.storage.Ledger;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repeatedly kills a process while it writes. Every acknowledged write must survive, and every
 * transaction must be atomic.
 */
@Tag("slow")
class KilledProcessTest {
  private static final int KILLS = 4;

  @TempDir private Path directory;

  /** The last acknowledged state of each item, and the last round of each partition. */
  private final Map<String, Boolean> said = new HashMap<>();

  private final Map<String, Integer> lastRound = new HashMap<>();
  private long lsn;

  @Test
  void acknowledgedWritesSurviveAKillAndBatchesAreAtomic() throws Exception {
    for (int i = 0; i < KILLS; i++) {
      runAndKill(i * 1_000_000, 200 + 150 * i);
      check();
    }
    assertThat(lastRound).hasSize(WriterToBeKilled.WRITERS);
  }

  private void runAndKill(int firstRound, int lines) throws Exception {
    Process process =
        TestProcess.of(128, WriterToBeKilled.class, file().toString(), String.valueOf(firstRound))
            .start();
    try (BufferedReader output = process.inputReader()) {
      for (int i = 0; i < lines; i++) {
        hear(Optional.ofNullable(output.readLine()).orElseThrow());
      }
      // Unlike Process.destroyForcibly, this leaves the output readable.
      process.toHandle().destroyForcibly();
      output.lines().filter(line -> line.endsWith(" .")).forEach(this::hear);
    }
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
  }

  private void hear(String line) {
    String[] words = line.split(" ");
    said.put(words[1] + "/r" + words[2], words[0].equals("written"));
    if (words[0].equals("written")) {
      lastRound.put(words[1], Integer.valueOf(words[2]));
    }
  }

  private void check() throws IOException {
    try (Account account = WriterToBeKilled.account(Ledger.open(file(), false))) {
      Container container = WriterToBeKilled.container(account);
      said.replaceAll((name, there) -> checked(container, name, there));
      lastRound.forEach((pk, round) -> checkWhole(container, pk, round));
      checkVersions(container);
      long now = container.ranges().stream().mapToLong(PartitionInfo::lsn).max().orElseThrow();
      assertThat(now).isGreaterThan(lsn);
      lsn = now;
    }
  }

  /**
   * A process that was killed may have deleted the last item of a partition before it could report
   * that.
   */
  private boolean checked(Container container, String name, boolean there) {
    String[] parts = name.split("/r");
    boolean found = find(container, name).isPresent();
    if (!there || !Integer.valueOf(parts[1]).equals(lastRound.get(parts[0]))) {
      assertThat(found).as(name).isEqualTo(there);
    }
    return found;
  }

  private static void checkWhole(Container container, String pk, int acknowledged) {
    int a = round(container, pk + "/a");
    assertThat(round(container, pk + "/b"))
        .as(pk)
        .isEqualTo(a)
        .isGreaterThanOrEqualTo(acknowledged);
    assertThat(find(container, pk + "/r" + a)).as(pk).isPresent();
    assertThat(find(container, pk + "/r" + (a + 1))).as(pk).isEmpty();
  }

  /**
   * The all-versions feed must contain each acknowledged change once, whichever process wrote it.
   */
  private void checkVersions(Container container) {
    List<String> changes = new ArrayList<>();
    for (PartitionInfo partition : container.ranges()) {
      new ChangeFeed(container)
          .allVersions(
              new FeedScope.Physical(partition.id(), null),
              new ChangeStart(-1, Long.MIN_VALUE),
              Integer.MAX_VALUE)
          .versions()
          .forEach(v -> changes.add(v.type() + " " + name(v.item())));
    }
    assertThat(changes.stream().filter(c -> c.contains("/r"))).doesNotHaveDuplicates();
    Set<String> found = new HashSet<>(changes);
    said.keySet()
        .forEach(name -> assertThat(found).contains(ItemVersion.ChangeType.CREATE + " " + name));
    said.forEach(
        (name, there) ->
            assertThat(found.contains(ItemVersion.ChangeType.DELETE + " " + name))
                .as(name)
                .isEqualTo(!there));
  }

  private static String name(Item item) {
    return item.user().path("pk").textValue() + "/" + item.user().path("id").textValue();
  }

  private static int round(Container container, String name) {
    return find(container, name).orElseThrow().user().path("round").intValue();
  }

  private static Optional<Item> find(Container container, String name) {
    String pk = name.substring(0, name.indexOf('/'));
    PartitionKeyValue key = PartitionKeyValue.parse("[\"" + pk + "\"]");
    String id = name.substring(pk.length() + 1);
    try {
      return container
          .execute(key, new ItemOperation.Read(id, EntityTagConditions.NONE))
          .value()
          .item();
    } catch (EngineException missing) {
      return Optional.empty();
    }
  }

  private Path file() {
    return directory.resolve("account.mv");
  }
}
