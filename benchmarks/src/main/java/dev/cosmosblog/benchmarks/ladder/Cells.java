package dev.cosmosblog.benchmarks.ladder;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.cosmosblog.benchmarks.ladder.MeasuredRung.AllocatedBytes;
import dev.cosmosblog.benchmarks.ladder.MeasuredRung.InProcess;
import dev.cosmosblog.benchmarks.ladder.MeasuredRung.Timing;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The cost of each request on each rung.
 *
 * @param byRequest by request and by the rung's label
 */
record Cells(@JsonValue Map<LadderRequest, Map<String, Cell>> byRequest) {
  /** Even, because Q3 asks for two users in turn. */
  private static final int COUNTED_ROUNDS = 2;

  /** The calls of a block; what a call leaves to other threads is then mostly in its own block. */
  private static final int BLOCK = 10;

  /** Spring Data is asked in one of so many rounds: its fan-outs take longer than all others. */
  private static final int SPRING_DATA_EVERY = 8;

  Optional<Cell> cell(LadderRequest request, String label) {
    return Optional.ofNullable(byRequest.get(request)).map(row -> row.get(label));
  }

  /**
   * How often each request is made.
   *
   * @param warmUp rounds that aren't measured: the SDK looks up containers, and the JVM compiles
   * @param timed rounds whose calls are timed; with 25 or more, their bytes are counted, too
   */
  record Rounds(int warmUp, int timed) {
    private static final int TIMED_FOR_A_BLOCK = 25;

    int blocks() {
      return timed / TIMED_FOR_A_BLOCK;
    }

    int total() {
      return warmUp + timed + BLOCK * blocks() + COUNTED_ROUNDS;
    }
  }

  /**
   * The cost of a request on one rung.
   *
   * @param requests requests to the emulator's partitions, the mean of two rounds
   * @param partitions different physical partitions that they asked, the mean
   * @param itemsLoaded items that were loaded for them, the mean
   * @param ru modelled request units, the mean
   * @param ms milliseconds, the median; 0 if the request wasn't timed
   * @param bytes bytes that this process allocates for it, the median of the blocks; 0 if they
   *     weren't counted
   * @param entries entries of the response
   */
  record Cell(
      double requests,
      double partitions,
      double itemsLoaded,
      double ru,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) double ms,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) long bytes,
      @JsonIgnore double entries) {
    /** A request that was sent once, and not timed. */
    static Cell of(MeteredEmulator.Cost cost, int entries) {
      return new Cell(
          cost.requests(),
          cost.partitions(),
          cost.itemsLoaded(),
          rounded(cost.ru()),
          0,
          0,
          entries);
    }

    private static double rounded(double value) {
      return Math.round(value * 100) / 100.0;
    }
  }

  /** Makes all requests in turn, on each rung one after the other, and each rung first in turn. */
  static final class Measurement {
    private final List<? extends MeasuredRung> rungs;
    private final MeteredEmulator emulator;
    private final Map<LadderRequest, Map<String, Latencies>> times =
        new EnumMap<>(LadderRequest.class);
    private final Map<LadderRequest, Map<String, List<Long>>> bytes =
        new EnumMap<>(LadderRequest.class);
    private int round;

    Measurement(List<? extends MeasuredRung> rungs, MeteredEmulator emulator) {
      this.rungs = rungs;
      this.emulator = emulator;
    }

    Cells measure(Rounds rounds, Screen screen) throws IOException, InterruptedException {
      time(rounds.warmUp(), new EnumMap<>(LadderRequest.class), "warm-up", screen);
      time(rounds.timed(), times, "rounds", screen);
      for (int block = 0; block < rounds.blocks(); block++) {
        countBytes(block);
      }
      return new Cells(count());
    }

    /** Spring Data comes last, so that the others precede each other equally often. */
    private List<MeasuredRung> inTurn(int first) {
      List<MeasuredRung> turn = new ArrayList<>();
      rungs.stream().filter(InProcess.class::isInstance).forEach(turn::add);
      Collections.rotate(turn, first);
      rungs.stream().filter(SpringDataRung.class::isInstance).forEach(turn::add);
      return turn;
    }

    private void time(
        int count, Map<LadderRequest, Map<String, Latencies>> into, String name, Screen screen)
        throws IOException, InterruptedException {
      try (Progress progress = new Progress(name, count, screen)) {
        for (int i = 0; i < count; i++, round++) {
          for (LadderRequest request : LadderRequest.values()) {
            for (MeasuredRung rung : inTurn(round + request.ordinal())) {
              if (rung instanceof InProcess || i % SPRING_DATA_EVERY == 0) {
                of(into, request, rung, Latencies::new).record(rung.ask(request, round).nanos());
              }
            }
          }
          progress.step();
        }
      }
    }

    private static <T> T of(
        Map<LadderRequest, Map<String, T>> map,
        LadderRequest request,
        MeasuredRung rung,
        Supplier<T> empty) {
      Map<String, T> row = map.computeIfAbsent(request, any -> new LinkedHashMap<>());
      return row.computeIfAbsent(rung.label(), any -> empty.get());
    }

    /** Counts the bytes of ten rounds of the first request, then of the second, and so on. */
    private void countBytes(int block) {
      AllocatedBytes allocated = new AllocatedBytes();
      for (LadderRequest request : LadderRequest.values()) {
        for (MeasuredRung rung : inTurn(block)) {
          if (rung instanceof InProcess inProcess) {
            of(bytes, request, rung, ArrayList::new)
                .add(inProcess.bytes(request, round, BLOCK, allocated));
          }
        }
      }
      round += BLOCK;
    }

    private Map<LadderRequest, Map<String, Cell>> count() throws IOException, InterruptedException {
      Map<LadderRequest, Map<String, List<Count>>> counts = new EnumMap<>(LadderRequest.class);
      for (int last = round + COUNTED_ROUNDS; round < last; round++) {
        for (LadderRequest request : LadderRequest.values()) {
          for (MeasuredRung rung : rungs) {
            of(counts, request, rung, ArrayList::new).add(count(request, rung));
          }
        }
      }
      Map<LadderRequest, Map<String, Cell>> cells = new EnumMap<>(LadderRequest.class);
      counts.forEach(
          (request, row) -> {
            Map<String, Cell> all = new LinkedHashMap<>();
            row.forEach((label, each) -> all.put(label, cell(request, label, each)));
            cells.put(request, all);
          });
      return cells;
    }

    private record Count(MeteredEmulator.Cost cost, Timing timing) {}

    private Count count(LadderRequest request, MeasuredRung rung)
        throws IOException, InterruptedException {
      emulator.record();
      Timing timing = rung.ask(request, round);
      return new Count(emulator.take(), timing);
    }

    private Cell cell(LadderRequest request, String label, List<Count> counts) {
      Latencies untimed = new Latencies();
      counts.forEach(each -> untimed.record(each.timing().nanos()));
      double ms = times.getOrDefault(request, Map.of()).getOrDefault(label, untimed).ms(50);
      List<Long> blocks =
          bytes.getOrDefault(request, Map.of()).getOrDefault(label, List.of()).stream()
              .sorted()
              .toList();
      return new Cell(
          mean(counts, each -> each.cost().requests()),
          mean(counts, each -> each.cost().partitions()),
          mean(counts, each -> each.cost().itemsLoaded()),
          mean(counts, each -> each.cost().ru()),
          Math.round(ms * 1_000) / 1_000.0,
          blocks.isEmpty() ? 0 : blocks.get(blocks.size() / 2),
          mean(counts, each -> each.timing().entries()));
    }

    private static double mean(List<Count> counts, ToDoubleFunction<Count> value) {
      return Cell.rounded(counts.stream().mapToDouble(value).average().orElseThrow());
    }
  }
}
