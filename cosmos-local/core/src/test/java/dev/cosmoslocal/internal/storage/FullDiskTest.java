package dev.cosmoslocal.internal.storage;

import static dev.cosmoslocal.internal.storage.Ledger.OnFailure.FORGET;
import static dev.cosmoslocal.internal.storage.Ledger.OnFailure.STORE_LATER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
  @TempDir private Path directory;
  private Path file = Path.of("");
  private final FullDisk disk = new FullDisk();

  @BeforeEach
  void place() {
    file = directory.resolve("ledger");
  }

  @Test
  void aWriteOnAFullDiskFailsAndLaterWritesSucceed() throws IOException {
    try (Ledger ledger = disk.open(file)) {
      put(ledger, "before");
      disk.fill(Files.size(file));
      LedgerException failure = failure(() -> put(ledger, "x".repeat(10_000)));
      assertThat(failure.problem()).isEqualTo(LedgerException.LedgerProblem.INACCESSIBLE);
      assertThat(failure)
          .hasMessage(
              file
                  + " can't be read or written (No space left on device): free space on its disk"
                  + " and check its permissions; nothing that was acknowledged is lost.");
      assertThat(failure(ledger::checkWritable)).isNotNull();
      disk.makeRoom();
      ledger.checkWritable();
      put(ledger, "after");
    }
    assertThat(stored()).containsExactlyInAnyOrder("before", "after");
  }

  @Test
  void changesInMemoryAreStoredBeforeLaterOnes() throws IOException {
    try (Ledger ledger = disk.open(file)) {
      put(ledger, "0");
      disk.fill(Files.size(file));
      assertThat(failure(() -> ledger.write(put("made", "1"), STORE_LATER).await())).isNotNull();
      assertThat(failure(() -> ledger.write(put("made", "2"), STORE_LATER).await())).isNotNull();
      disk.makeRoom();
      ledger.write(List.of(new Change.RemoveAll(bytes("0"))), FORGET).await();
    }
    assertThat(stored()).containsExactly("2");
  }

  @Test
  void acknowledgedWritesSurviveReopeningForAnyDiskSize() throws IOException {
    for (int room = 1; room < 60; room += 2) {
      Path place = directory.resolve("room" + room);
      file = place;
      List<String> acknowledged = new ArrayList<>();
      Ledger ledger = disk.open(place);
      disk.fill(Files.size(place) + room * 1_500L);
      for (int i = 0; i < 40; i++) {
        try {
          ledger.write(put("k" + i, "v" + i), i % 2 == 0 ? FORGET : STORE_LATER).await();
          acknowledged.add("v" + i);
        } catch (LedgerException full) {
          assertThat(full.problem()).isEqualTo(LedgerException.LedgerProblem.INACCESSIBLE);
        }
      }
      // The disk is still full.
      ledger.close();
      disk.makeRoom();
      assertThat(stored()).as("room for %s", room).containsAll(acknowledged);
    }
  }

  @Test
  void aLedgerThatFailsToOpenLeavesNoFile() {
    disk.fill(100);
    assertThat(failure(() -> disk.open(file))).isNotNull();
    assertThat(file).doesNotExist();
    disk.makeRoom();
    disk.open(file).close();
    assertThat(file).exists();
  }

  private static LedgerException failure(Runnable work) {
    return catchThrowableOfType(LedgerException.class, work::run);
  }

  private List<String> stored() {
    List<String> values = new ArrayList<>();
    try (Ledger ledger = disk.open(file)) {
      for (String prefix : List.of("k", "made", "0")) {
        ledger.read(
            bytes(prefix), (key, value) -> values.add(new String(value, StandardCharsets.UTF_8)));
      }
    }
    return values;
  }

  private static void put(Ledger ledger, String value) {
    String prefix = value.equals("0") ? "0" : "k";
    ledger.write(put(prefix + value, value), FORGET).await();
  }

  private static List<Change> put(String key, String value) {
    return List.of(new Change.Put(bytes(key), bytes(value)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
