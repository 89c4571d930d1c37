package dev.cosmoslocal.internal.storage;

import static dev.cosmoslocal.internal.storage.Ledger.OnFailure.FORGET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DamagedFileTest {
  /** The unit in which MVStore writes; the first two contain the store's header. */
  private static final int BLOCK = 4096;

  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void place() {
    file = directory.resolve("ledger");
  }

  @Test
  void aTruncatedFileIsRejectedAndUnchanged() throws IOException {
    fill(600);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 1; length < whole.length; length += Math.max(1, whole.length / 40)) {
      byte[] cut = Arrays.copyOf(whole, length);
      Files.write(file, cut);
      LedgerException refusal = refusal();
      assertThat(refusal).as("%s of %s bytes", length, whole.length).isNotNull();
      assertThat(refusal.problem()).isEqualTo(LedgerException.LedgerProblem.DAMAGED);
      assertThat(refusal)
          .hasMessageStartingWith(file + " is damaged (")
          .hasMessageEndingWith("): restore a copy of it, or delete it to start without data.");
      assertThat(Files.readAllBytes(file)).isEqualTo(cut);
    }
    Files.write(file, whole);
    assertThat(entries()).isEqualTo(600);
  }

  @Test
  void anOverwrittenFileIsRejectedAndUnchanged() throws IOException {
    Files.writeString(file, "{}".repeat(10_000));
    assertThat(refusal().problem()).isEqualTo(LedgerException.LedgerProblem.DAMAGED);
    assertThat(file).hasContent("{}".repeat(10_000));
  }

  /** Some blocks contain only older versions of entries. */
  @Test
  void aFileWithAZeroedBlockIsRejectedOrStillHasAllEntries() throws IOException {
    fill(600);
    byte[] whole = Files.readAllBytes(file);
    int refused = 0;
    for (int block = 2 * BLOCK; block < whole.length; block += BLOCK) {
      byte[] zeroed = whole.clone();
      Arrays.fill(zeroed, block, Math.min(block + BLOCK, whole.length), (byte) 0);
      Files.write(file, zeroed);
      LedgerException refusal = refusal();
      if (refusal == null) {
        assertThat(entries()).as("block at %s", block).isEqualTo(600);
      } else {
        refused++;
        assertThat(refusal.problem()).isEqualTo(LedgerException.LedgerProblem.DAMAGED);
        assertThat(Files.readAllBytes(file)).isEqualTo(zeroed);
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aDiskThatCannotBeReadIsNotReportedAsDamage() {
    fill(3);
    assertThat(open(new IOException("Input/output error")))
        .isInstanceOfSatisfying(
            LedgerException.class,
            e -> assertThat(e.problem()).isEqualTo(LedgerException.LedgerProblem.INACCESSIBLE))
        .hasMessageContaining(file + " can't be read or written (Input/output error)");
    assertThat(entries()).isEqualTo(3);
  }

  @Test
  void anErrorOfTheVirtualMachineIsNotReportedAsDamage() {
    fill(3);
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    assertThat(open(error)).isSameAs(error);
    assertThat(entries()).isEqualTo(3);
  }

  /** Opens the file on a disk whose reads fail, and returns the exception. */
  private Throwable open(Throwable failure) {
    UnaryOperator<FileChannel> disk = channel -> new FailingReads(channel, failure);
    return catchThrowable(() -> FileLedger.open(LockedFile.open(file).through(disk), false));
  }

  private static final class FailingReads extends ForwardingFile {
    private final Throwable failure;

    FailingReads(FileChannel file, Throwable failure) {
      super(file);
      this.failure = failure;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (IOException) failure;
    }

    @Override
    public int write(ByteBuffer source, long position) {
      throw new UnsupportedOperationException();
    }
  }

  private LedgerException refusal() {
    return catchThrowableOfType(LedgerException.class, () -> Ledger.open(file, false).close());
  }

  private void fill(int count) {
    try (Ledger ledger = Ledger.open(file, false)) {
      for (int i = 0; i < count; i += 3) {
        Change one = new Change.Put(bytes("k" + i), bytes("value " + i + "x".repeat(i % 50)));
        Change two = new Change.Put(bytes("k" + (i + 1)), bytes("value " + i));
        Change three = new Change.Put(bytes("k" + (i + 2)), bytes("value " + i));
        ledger.write(List.of(one, two, three), FORGET).await();
      }
    }
  }

  private int entries() {
    int[] count = {0};
    try (Ledger ledger = Ledger.open(file, false)) {
      ledger.read(bytes("k"), (key, value) -> count[0]++);
    }
    return count[0];
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
