package dev.cosmoslocal.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileFormatTest {
  private static final byte[] KEY = "k".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void write() {
    file = directory.resolve("account.mv");
    try (Ledger ledger = Ledger.open(file, false)) {
      ledger.write(List.of(new Change.Put(KEY, KEY)), Ledger.OnFailure.FORGET).await();
    }
  }

  private int format() {
    try (MVStore store = new MVStore.Builder().fileName(file.toString()).readOnly().open()) {
      return store.getStoreVersion();
    }
  }

  private void setFormat(int format) {
    try (MVStore store = new MVStore.Builder().fileName(file.toString()).open()) {
      store.setStoreVersion(format);
      store.commit();
    }
  }

  @Test
  void aFileWithoutAFormatIsReadAndMarked() {
    setFormat(FileLedger.UNNAMED_FORMAT);
    try (Ledger ledger = Ledger.open(file, false)) {
      boolean[] found = new boolean[1];
      ledger.read(KEY, (key, value) -> found[0] = true);
      assertThat(found[0]).isTrue();
    }
    assertThat(format()).isEqualTo(FileLedger.FORMAT);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 99, -1})
  void aFileOfAnotherVersionIsRejectedAndUnchanged(int format) throws IOException {
    setFormat(format);
    byte[] before = Files.readAllBytes(file);
    LedgerException refusal =
        catchThrowableOfType(LedgerException.class, () -> Ledger.open(file, false));
    assertThat(refusal.problem()).isEqualTo(LedgerException.LedgerProblem.OTHER_VERSION);
    assertThat(refusal)
        .hasMessage(
            file
                + " was written by another version of cosmos-local (format "
                + format
                + "; this version reads format 1): use that version, or another directory.");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }
}
