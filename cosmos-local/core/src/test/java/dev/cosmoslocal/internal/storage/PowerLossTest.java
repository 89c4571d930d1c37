package dev.cosmoslocal.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PowerLossTest {
  private static final int WRITES = 700;

  @TempDir private Path directory;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void put(Ledger ledger, String key, String value) {
    Change change = new Change.Put(bytes(key), bytes(value));
    ledger.write(List.of(change), Ledger.OnFailure.FORGET).await();
  }

  private Map<String, String> readable(byte[] image) throws IOException {
    Path copy = directory.resolve("copy");
    Files.write(copy, image);
    Map<String, String> entries = new TreeMap<>();
    try (Ledger ledger = Ledger.open(copy, false)) {
      ledger.read(
          bytes("k"),
          (key, value) ->
              entries.put(
                  new String(key, StandardCharsets.UTF_8),
                  new String(value, StandardCharsets.UTF_8)));
    } finally {
      Files.delete(copy);
    }
    return entries;
  }

  /** More writes than between two compactions, with values that replace each other. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void forcedWritesSurviveAPowerLoss(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    VolatileDisk disk = new VolatileDisk();
    Map<String, String> acknowledged = new TreeMap<>();
    try (Ledger ledger = disk.open(directory.resolve("file"), true)) {
      for (int i = 0; i < WRITES; i++) {
        String key = "k" + random.nextInt(60);
        String value = i + "x".repeat(random.nextInt(3_000));
        put(ledger, key, value);
        acknowledged.put(key, value);
        if (random.nextInt(10) == 0) {
          assertThat(readable(disk.afterPowerLoss(random)))
              .as("write " + i)
              .isEqualTo(acknowledged);
        }
      }
    }
    assertThat(readable(disk.afterPowerLoss(random))).isEqualTo(acknowledged);
  }

  @Test
  void unforcedWritesMayBeLost() throws IOException {
    VolatileDisk disk = new VolatileDisk();
    try (Ledger ledger = disk.open(directory.resolve("file"), false)) {
      put(ledger, "k1", "value");
      byte[] nothing = disk.afterPowerLoss(new SplittableRandom(nothingKept()));
      assertThat(nothing).isEmpty();
      assertThat(readable(nothing)).isEmpty();
    }
  }

  /** With this seed, the disk loses all unforced writes. */
  private static long nothingKept() {
    for (long seed = 0; ; seed++) {
      if (new SplittableRandom(seed).nextInt(3) == 0) {
        return seed;
      }
    }
  }
}
