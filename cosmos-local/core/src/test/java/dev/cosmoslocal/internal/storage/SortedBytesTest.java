package dev.cosmoslocal.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("slow")
class SortedBytesTest {
  private static final KeyRange ALL = new KeyRange(new byte[] {0}, new byte[] {(byte) 0xff});

  @Property(tries = 60, seed = "1")
  void behavesLikeASortedMap(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 4) int letters,
      @ForAll @IntRange(min = 1, max = 400) int longestValue) {
    Random random = new Random(seed);
    SortedBytes bytes = new SortedBytes();
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    SortedView saved = bytes.view();
    NavigableMap<byte[], byte[]> savedModel = new TreeMap<>(model);
    for (int step = 0; step < 1_500; step++) {
      if (random.nextInt(100) == 0) {
        saved = bytes.view();
        bytes.reset(saved);
        savedModel = new TreeMap<>(model);
      } else if (random.nextInt(200) == 0) {
        bytes.reset(saved);
        model = new TreeMap<>(savedModel);
      }
      byte[] key = key(random, letters);
      boolean shrinking = step / 300 % 2 == 1;
      if (random.nextInt(10) < (shrinking ? 8 : 2)) {
        bytes.remove(key);
        model.remove(key);
      } else {
        byte[] value = new byte[random.nextInt(longestValue)];
        random.nextBytes(value);
        bytes.put(key, value);
        model.put(key, value);
      }
    }
    assertThat(read(bytes.view().scan(ALL))).isEqualTo(text(model));
    for (int i = 0; i < 50; i++) {
      assertRange(bytes.view(), model, new KeyRange(key(random, letters), key(random, letters)));
    }
  }

  /** Adds and removes enough entries for three levels of nodes. */
  @Property(tries = 3, seed = "1")
  void holdsManyEntriesUntilTheLastIsRemoved(@ForAll long seed) {
    Random random = new Random(seed);
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 30_000; i++) {
      keys.add(number(i));
    }
    SortedBytes bytes = new SortedBytes();
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    Collections.shuffle(keys, random);
    for (byte[] key : keys) {
      byte[] value = new byte[120 + random.nextInt(100)];
      bytes.put(key, value);
      model.put(key, value);
    }
    SortedView full = bytes.view();
    List<String> all = text(model);
    Collections.shuffle(keys, random);
    int left = keys.size();
    for (byte[] key : keys) {
      bytes.remove(key);
      model.remove(key);
      if (--left % 10_000 == 0 || left == 1_000 || left == 10) {
        assertThat(read(bytes.view().scan(ALL))).as("%s left", left).isEqualTo(text(model));
        assertRange(bytes.view(), model, new KeyRange(keys.get(0), keys.get(1)));
      }
    }
    assertThat(read(full.scan(ALL))).as("before").isEqualTo(all);
  }

  /** Ascending and descending keys grow the tree at its ends and shrink it there. */
  @Property(tries = 10, seed = "1")
  void entriesAreAddedAndRemovedAtBothEnds(@ForAll boolean growUp, @ForAll boolean shrinkUp) {
    SortedBytes bytes = new SortedBytes();
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    for (int i = 0; i < 20_000; i++) {
      byte[] key = number(growUp ? i : 20_000 - i);
      bytes.put(key, new byte[100]);
      model.put(key, new byte[100]);
    }
    assertThat(read(bytes.view().scan(ALL))).isEqualTo(text(model));
    while (model.size() > 700) {
      byte[] key = shrinkUp ? model.firstKey() : model.lastKey();
      bytes.remove(key);
      model.remove(key);
    }
    assertRange(bytes.view(), model, ALL);
  }

  @Example
  void aViewDoesNotChange() {
    SortedBytes bytes = new SortedBytes();
    for (int i = 0; i < 1_000; i++) {
      bytes.put(number(i), new byte[] {1});
    }
    SortedView before = bytes.view();
    for (int i = 0; i < 1_000; i++) {
      bytes.remove(number(i));
    }
    assertThat(read(before.scan(ALL))).hasSize(1_000);
    assertThat(before.get(number(7)))
        .hasValueSatisfying(v -> assertThat(v).isEqualTo(ByteBuffer.wrap(new byte[] {1})));
    assertThat(read(bytes.view().scan(ALL))).isEmpty();
  }

  @Example
  void anEstimateDoesNotDependOnWritesAfterAReset() {
    SortedBytes bytes = new SortedBytes();
    for (int i = 0; i < 10_000; i++) {
      bytes.put(number(i), new byte[0]);
    }
    SortedView saved = bytes.view();
    bytes.reset(saved);
    long estimate = saved.estimate(ALL);
    for (int i = 10_000; i < 100_000; i++) {
      bytes.put(number(i), new byte[0]);
    }
    assertThat(saved.estimate(ALL)).isEqualTo(estimate);
    bytes.reset(saved);
    assertThat(bytes.view().estimate(ALL)).isEqualTo(estimate);
  }

  @Example
  void aValueMayBeLongerThanABlock() {
    SortedBytes bytes = new SortedBytes();
    for (int i = 0; i < 20; i++) {
      bytes.put(number(i), new byte[i % 3 == 0 ? 100_000 : 10]);
    }
    assertThat(bytes.view().get(number(3)).orElseThrow().remaining()).isEqualTo(100_000);
    assertThat(bytes.view().get(number(4)).orElseThrow().remaining()).isEqualTo(10);
    assertThat(bytes.view().estimate(ALL)).isBetween(10L, 40L);
  }

  @Example
  void estimatesFewEntriesExactlyAndManyRoughly() {
    SortedBytes bytes = new SortedBytes();
    for (int i = 0; i < 100_000; i++) {
      bytes.put(number(i), new byte[0]);
    }
    SortedView view = bytes.view();
    assertThat(view.estimate(new KeyRange(number(500), number(517)))).isEqualTo(17);
    assertThat(view.estimate(new KeyRange(number(10_000), number(60_000))))
        .isBetween(40_000L, 60_000L);
    assertThat(view.estimate(new KeyRange(number(7), number(7)))).isZero();
  }

  private static void assertRange(
      SortedView view, NavigableMap<byte[], byte[]> model, KeyRange range) {
    List<String> expected =
        range.isEmpty() ? List.of() : text(model.subMap(range.from(), true, range.to(), false));
    List<String> reversed = new ArrayList<>(expected);
    Collections.reverse(reversed);
    assertThat(read(view.scan(range))).isEqualTo(expected);
    assertThat(read(view.scanBackward(range))).isEqualTo(reversed);
    assertThat(view.get(range.from()).map(SortedBytesTest::hex))
        .isEqualTo(
            java.util.Optional.ofNullable(model.get(range.from()))
                .map(v -> hex(ByteBuffer.wrap(v))));
  }

  private static byte[] number(int i) {
    return String.format("%08d", i).getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] key(Random random, int letters) {
    byte[] key = new byte[1 + random.nextInt(8)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(letters) * 80);
    }
    return key;
  }

  private static List<String> text(NavigableMap<byte[], byte[]> map) {
    List<String> text = new ArrayList<>();
    map.forEach((k, v) -> text.add(hex(ByteBuffer.wrap(k)) + "=" + hex(ByteBuffer.wrap(v))));
    return text;
  }

  private static List<String> read(Scan scan) {
    List<String> text = new ArrayList<>();
    while (scan.next()) {
      text.add(hex(ByteBuffer.wrap(scan.key())) + "=" + hex(scan.value()));
    }
    return text;
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return java.util.HexFormat.of().formatHex(copy);
  }
}
