package dev.cosmoslocal.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cosmoslocal.TestProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {
  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void place() {
    file = directory.resolve("data").resolve("account.mv");
  }

  @Tag("slow")
  @Test
  void otherProcessesAreRejectedEvenAfterASecondOpenInThisProcess() throws Exception {
    try (Ledger first = Ledger.open(file, false)) {
      assertThat(first.interrupted()).isFalse();
      assertThat(refusal(file))
          .hasMessageContaining(" is open in this process: close the emulator");
      assertThat(otherProcess())
          .isEqualTo(
              file + " is open in another process: end that process, or use another directory.");
    }
    assertThat(otherProcess()).isEqualTo("opened, interrupted: false");
    Ledger.open(file, false).close();
  }

  @Test
  void anOpenFileIsRejectedUnderAnyPath() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), file.getParent());
    Path here = Path.of("").toAbsolutePath();
    try (Ledger first = Ledger.open(file, false)) {
      assertThat(first.interrupted()).isFalse();
      Path hard = Files.createLink(directory.resolve("hard"), file);
      for (Path name :
          List.of(
              file,
              link.resolve("account.mv"),
              here.relativize(file),
              file.getParent().resolve("../data/account.mv"),
              Files.createSymbolicLink(directory.resolve("soft"), file),
              hard)) {
        assertThat(refusal(name).problem())
            .as(name.toString())
            .isEqualTo(LedgerException.LedgerProblem.IN_USE);
      }
    }
    Ledger.open(link.resolve("account.mv"), false).close();
  }

  @Test
  void onlyTheOwnerCanReadTheFileAndItsDirectory() throws IOException {
    assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Ledger.open(file, false).close();
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(permissions(file.getParent())).isEqualTo("rwx------");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
    try (Ledger again = Ledger.open(file, false)) {
      assertThat(again.interrupted()).isFalse();
      assertThat(permissions(file)).isEqualTo("rw-------");
    }
  }

  @Test
  void anEmptyFileIsAlreadyPrivate() throws IOException {
    assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
    try (LockedFile locked = LockedFile.open(file)) {
      assertThat(locked.channel().size()).isZero();
      assertThat(permissions(file)).isEqualTo("rw-------");
    }
  }

  /**
   * If two processes start at once, one of them may create the file and the other one lock it. The
   * state is the same if a process ends before it writes.
   */
  @Test
  void aFileThatAnotherProcessJustCreatedCountsAsNew() throws IOException {
    Files.createDirectories(file.getParent());
    Files.createFile(file);
    try (Ledger ledger = Ledger.open(file, false)) {
      assertThat(ledger.interrupted()).isFalse();
      assertThat(refusal(file).problem()).isEqualTo(LedgerException.LedgerProblem.IN_USE);
    }
    assertThat(Files.size(file)).isPositive();
    Ledger.open(file, false).close();
  }

  @Test
  void aDirectoryThatCannotBeCreatedIsReported() throws IOException {
    Path plain = Files.createFile(directory.resolve("plain"));
    LedgerException refusal = refusal(plain.resolve("account.mv"));
    assertThat(refusal.problem()).isEqualTo(LedgerException.LedgerProblem.INACCESSIBLE);
    assertThat(refusal).hasMessageContaining(plain.resolve("account.mv") + " can't be read");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static LedgerException refusal(Path path) {
    return catchThrowableOfType(LedgerException.class, () -> Ledger.open(path, false));
  }

  private String otherProcess() throws Exception {
    Process process = TestProcess.of(64, FileOpener.class, file.toString()).start();
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return line;
    }
  }
}
