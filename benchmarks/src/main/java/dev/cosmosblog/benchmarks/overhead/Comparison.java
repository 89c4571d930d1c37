package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The same requests by hand and by the store, call by call and each first in turn, so that what
 * else the machine does falls on both. Bytes are counted apart, in blocks of calls: what a call
 * leaves to the client's other threads is then counted where it belongs.
 */
final class Comparison {
  private static final int BLOCK = 10;

  /** Its fan-outs take as long as all other requests together. */
  private static final int ROUNDS_FOR_ONE_OF_SPRINGS = 8;

  private final Ways ways;
  private final AccountProcess account;
  private final AllocatedBytes allocated = new AllocatedBytes();
  private final Samples times = new Samples();
  private final Samples bytes = new Samples();

  /** Used by one thread. */
  private int round;

  Comparison(Ways ways, AccountProcess account) {
    this.ways = ways;
    this.account = account;
  }

  /**
   * How often each request is asked in each way.
   *
   * @param warmUp rounds that don't count: the virtual machine compiles
   * @param timed rounds whose calls are timed
   * @param blocks of {@value #BLOCK} calls whose bytes are counted
   */
  record Rounds(int warmUp, int timed, int blocks) {}

  Map<BlogRequest, Cell> measure(Rounds rounds, Screen screen)
      throws IOException, InterruptedException {
    time(rounds.warmUp(), new Samples(), new Progress("warm-up", rounds.warmUp(), screen));
    time(rounds.timed(), times, new Progress("rounds", rounds.timed(), screen));
    for (int block = 0; block < rounds.blocks(); block++) {
      allocate();
    }
    return cells();
  }

  private void time(int count, Samples into, Progress progress)
      throws IOException, InterruptedException {
    try (progress) {
      for (int i = 0; i < count; i++, round++) {
        for (BlogRequest request : BlogRequest.values()) {
          for (Way way : ways.inTurn(round + request.ordinal())) {
            into.add(way, request, way.ask(request, round) / 1e6);
          }
          if (ways.spring().isPresent() && i % ROUNDS_FOR_ONE_OF_SPRINGS == 0) {
            Way spring = ways.spring().get();
            into.add(spring, request, spring.ask(request, round) / 1e6);
          }
        }
        account.take();
        progress.step();
      }
    }
  }

  /** All first requests of a block's rounds, then all second ones. */
  private void allocate() throws IOException, InterruptedException {
    for (BlogRequest request : BlogRequest.values()) {
      for (Way way : ways.inTurn(round / BLOCK)) {
        long before = allocated.total();
        for (int i = 0; i < BLOCK; i++) {
          way.ask(request, round + i);
        }
        bytes.add(way, request, (allocated.total() - before) / (double) BLOCK);
      }
    }
    round += BLOCK;
  }

  private Map<BlogRequest, Cell> cells() throws IOException, InterruptedException {
    Map<BlogRequest, Cell> cells = new EnumMap<>(BlogRequest.class);
    for (BlogRequest request : BlogRequest.values()) {
      Optional<? extends Way> spring = ways.spring();
      cells.put(
          request,
          new Cell(
              request.what(),
              took(ways.hand(), request),
              took(ways.store(), request),
              Math.round(bytes.median(ways.hand(), request)),
              Math.round(bytes.median(ways.store(), request)),
              spring.isPresent() ? took(spring.get(), request) : null));
    }
    return cells;
  }

  private Took took(Way way, BlogRequest request) throws IOException, InterruptedException {
    account.take();
    way.ask(request, round);
    AccountProcess.Asked asked = account.take();
    return new Took(asked.requests(), asked.charge(), times.median(way, request));
  }
}
