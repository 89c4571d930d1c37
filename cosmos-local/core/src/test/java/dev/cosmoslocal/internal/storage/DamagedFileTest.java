package dev.cosmoslocal.internal.storage;

import static dev.cosmoslocal.internal.storage.Ledger.OnFailure.FORGET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DamagedFileTest {
  private static final long MEGABYTE = 1024 * 1024;

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
  void entriesMayContainAnyBytes() {
    byte[] value = new byte[5_000];
    new Random(3).nextBytes(value);
    for (int i = 0; i < 3; i++) {
      try (Ledger ledger = Ledger.open(file)) {
        byte[] key = {'k', (byte) -i};
        ledger.write(List.of(new Change.Put(key, value)), FORGET).await();
      }
    }
    assertThat(entries()).isEqualTo(3);
  }

  @Test
  void randomBytesAreRefused() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(1).nextBytes(bytes);
    Files.write(file, bytes);
    assertThat(refusal().problem()).isEqualTo(LedgerException.LedgerProblem.DAMAGED);
  }

  @Test
  void aMutatedFileIsOpenedOrRejected() throws IOException {
    fill(300);
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 120; i++) {
      byte[] mutated = whole.clone();
      for (int changes = random.nextInt(1, 40); changes > 0; changes--) {
        mutated[random.nextInt(mutated.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, mutated);
      LedgerException refusal = refusal();
      if (refusal != null) {
        refused++;
        assertThat(refusal.problem()).isEqualTo(LedgerException.LedgerProblem.DAMAGED);
        assertThat(Files.readAllBytes(file)).isEqualTo(mutated);
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void anEntryThatClaimsGigabytesIsRefusedBeforeMemoryIsAllocated() {
    write(new LyingType());
    assertRefusedWithoutAllocating();
  }

  @Test
  void aTextThatClaimsGigabytesIsRefusedBeforeMemoryIsAllocated() throws IOException {
    fill(3);
    // The name of the map, which follows its length, becomes a length of 2,147,483,647.
    patch("\u000cname.entries", 0, 0xff, 0xff, 0xff, 0xff, 0x07);
    assertRefusedWithoutAllocating();
  }

  @Test
  void aPageThatClaimsGigabytesOfKeysIsRefusedBeforeMemoryIsAllocated() throws IOException {
    fill(3);
    // The layout page has map 0 and its number of keys, which overwrites the type and a key.
    byte[] bytes = Files.readAllBytes(file);
    int found = 0;
    for (int at = indexOf(bytes, "\u0007chunk.", 0);
        at > 0;
        at = indexOf(bytes, "\u0007chunk.", at + 1)) {
      if (bytes[at - 1] == 0 && bytes[at - 3] == 0) {
        ByteBuffer.wrap(bytes).put(at - 2, new byte[] {-1, -1, -1, -1, 7});
        found++;
      }
    }
    assertThat(found).isPositive();
    Files.write(file, bytes);
    assertRefusedWithoutAllocating();
  }

  @Test
  void aChunkThatClaimsGigabytesIsRefusedBeforeMemoryIsAllocated() throws IOException {
    fill(300);
    byte[] bytes = Files.readAllBytes(file);
    for (String number : List.of("len:", "pages:", "toc:", "max:", "root:")) {
      byte[] mutated = bytes.clone();
      for (int at = indexOf(bytes, number, 0); at > 0; at = indexOf(bytes, number, at + 1)) {
        for (int digit = at + number.length(); isHex(mutated[digit]); digit++) {
          mutated[digit] = (byte) (digit == at + number.length() ? '7' : 'f');
        }
      }
      Files.write(file, mutated);
      long before = allocated();
      refusal();
      assertThat(allocated() - before).as(number).isLessThan(64 * MEGABYTE);
    }
  }

  @Test
  void nothingInAFileIsDeserialized() {
    try (MVStore store = MVStore.open(file.toString())) {
      MVMap<String, Object> objects = store.openMap("entries");
      objects.put("k", new Gadget());
    }
    Gadget.ran.set(false);
    refusal();
    assertThat(Gadget.ran).isFalse();
    try (MVStore store = MVStore.open(file.toString())) {
      store.openMap("entries").get("k");
    }
    assertThat(Gadget.ran).as("a map of objects deserializes it").isTrue();
  }

  private void assertRefusedWithoutAllocating() {
    long before = allocated();
    LedgerException refusal = refusal();
    assertThat(refusal).isNotNull();
    assertThat(refusal.problem()).isEqualTo(LedgerException.LedgerProblem.DAMAGED);
    assertThat(allocated() - before).isLessThan(64 * MEGABYTE);
    for (Throwable cause = refusal; cause != null; cause = cause.getCause()) {
      assertThat(cause).isNotInstanceOf(OutOfMemoryError.class);
    }
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private LedgerException refusal() {
    return catchThrowableOfType(LedgerException.class, () -> Ledger.open(file).close());
  }

  private void fill(int count) {
    try (Ledger ledger = Ledger.open(file)) {
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
    try (Ledger ledger = Ledger.open(file)) {
      ledger.read(bytes("k"), (key, value) -> count[0]++);
    }
    return count[0];
  }

  private void write(BasicDataType<byte[]> type) {
    try (MVStore store = MVStore.open(file.toString())) {
      MVMap<byte[], byte[]> map =
          store.openMap(
              "entries", new MVMap.Builder<byte[], byte[]>().keyType(type).valueType(type));
      map.put(bytes("k"), bytes("v"));
    }
  }

  private void patch(String text, int offset, int... values) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int found = 0;
    for (int at = indexOf(bytes, text, 0); at > 0; at = indexOf(bytes, text, at + 1)) {
      for (int i = 0; i < values.length; i++) {
        bytes[at + offset + i] = (byte) values[i];
      }
      found++;
    }
    assertThat(found).isPositive();
    Files.write(file, bytes);
  }

  private static boolean isHex(byte letter) {
    return Character.digit(letter, 16) >= 0;
  }

  private static int indexOf(byte[] bytes, String text, int from) {
    return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text, from);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Writes a length of 2 GB and one byte. */
  private static final class LyingType extends BasicDataType<byte[]> {
    @Override
    public int getMemory(byte[] bytes) {
      return bytes.length;
    }

    @Override
    public void write(WriteBuffer out, byte[] bytes) {
      out.putVarInt(Integer.MAX_VALUE - 8).put(bytes);
    }

    @Override
    public byte[] read(ByteBuffer in) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[][] createStorage(int size) {
      return new byte[size][];
    }

    @Override
    public int compare(byte[] one, byte[] two) {
      return Arrays.compareUnsigned(one, two);
    }
  }

  /** An object that records its deserialization. */
  private static final class Gadget implements Serializable {
    @Serial private static final long serialVersionUID = 1L;

    static final AtomicBoolean ran = new AtomicBoolean();

    @Serial
    private void readObject(ObjectInputStream in) {
      ran.set(true);
    }
  }
}
