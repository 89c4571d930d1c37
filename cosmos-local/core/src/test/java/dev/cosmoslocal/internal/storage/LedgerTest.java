package dev.cosmoslocal.internal.storage;

import static dev.cosmoslocal.internal.storage.Ledger.OnFailure.FORGET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void place() {
    file = directory.resolve("ledger");
  }

  @Test
  void entriesSurviveReopening() {
    try (Ledger ledger = Ledger.open(file, false)) {
      ledger.write(List.of(put("a1", "x"), put("a2", "y"), put("b1", "z")), FORGET).await();
      ledger.write(List.of(put("a1", "w"), new Change.Remove(bytes("a2"))), FORGET).await();
    }
    try (Ledger ledger = Ledger.open(file, false)) {
      assertThat(read(ledger, "a")).containsExactly(Map.entry("a1", "w"));
      assertThat(read(ledger, "b")).containsExactly(Map.entry("b1", "z"));
    }
  }

  @Test
  void anEmptyWriteIsHarmless() {
    try (Ledger ledger = Ledger.open(file, false)) {
      ledger.write(List.of(), FORGET).await();
      ledger.write(List.of(put("a", "1")), FORGET).await();
      assertThat(read(ledger, "a")).hasSize(1);
    }
  }

  @Test
  void entriesWithAPrefixAreRemovedTogether() {
    try (Ledger ledger = Ledger.open(file, false)) {
      ledger.write(List.of(put("a", "1"), put("ab", "2"), put("b", "3")), FORGET).await();
      ledger.write(List.of(new Change.RemoveAll(bytes("a"))), FORGET).await();
      assertThat(read(ledger, "a")).isEmpty();
      assertThat(read(ledger, "b")).hasSize(1);
    }
  }

  @Test
  void aWriteThatRequiresARemovedKeyIsRefusedAsAWhole() {
    try (Ledger ledger = Ledger.open(file, false)) {
      Change required = new Change.Require(bytes("a"));
      ledger.write(List.of(put("a", "1")), FORGET);
      ledger.write(List.of(required, put("b", "2")), FORGET).await();
      ledger.write(List.of(new Change.Remove(bytes("a"))), FORGET);
      Ledger.Receipt refused = ledger.write(List.of(put("c", "3"), required), FORGET);
      assertThatThrownBy(refused::await)
          .isInstanceOfSatisfying(
              LedgerException.class,
              e -> assertThat(e.problem()).isEqualTo(LedgerException.LedgerProblem.REMOVED));
      assertThat(read(ledger, "b")).hasSize(1);
      assertThat(read(ledger, "c")).isEmpty();
    }
  }

  @Test
  void writingAfterCloseFails() {
    Ledger ledger = Ledger.open(file, false);
    ledger.close();
    ledger.close();
    Ledger.Receipt receipt = ledger.write(List.of(put("a", "1")), FORGET);
    assertThatThrownBy(receipt::await).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void aFileDoesNotGrowWithTheNumberOfChanges() throws IOException {
    try (Ledger ledger = Ledger.open(file, false)) {
      String value = "v".repeat(300);
      for (int i = 0; i < 20_000; i++) {
        Ledger.Receipt receipt =
            ledger.write(List.of(put("k" + i * 31 % 1_000, value + i)), FORGET);
        if (i % 8 == 0) {
          receipt.await();
        }
      }
    }
    assertThat(Files.size(file)).isLessThan(40L * 1024 * 1024);
  }

  private static Change put(String key, String value) {
    return new Change.Put(bytes(key), bytes(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> read(Ledger ledger, String prefix) {
    Map<String, String> found = new TreeMap<>();
    ledger.read(
        bytes(prefix),
        (key, value) ->
            found.put(
                new String(key, StandardCharsets.UTF_8),
                new String(value, StandardCharsets.UTF_8)));
    return found;
  }
}
