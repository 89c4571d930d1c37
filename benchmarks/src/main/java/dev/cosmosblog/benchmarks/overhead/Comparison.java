package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.benchmarks.overhead.InThisProcess.AllocatedBytes;
import dev.cosmosblog.benchmarks.overhead.OverheadReport.Cell;
import dev.cosmosblog.benchmarks.overhead.Way.Ways;
import dev.cosmosblog.examples.blog.Latencies;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
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
  private final Map<Asked, Latencies> times = new HashMap<>();
  private final Map<Asked, List<Double>> bytes = new HashMap<>();

  /** Used by one thread. */
  private int round;

  Comparison(Ways ways, AccountProcess account) {
    this.ways = ways;
    this.account = account;
  }

  /**
   * The number of times that each request is asked in each way.
   *
   * @param warmUp rounds that don't count: the virtual machine compiles
   * @param timed rounds whose calls are timed
   * @param blocks of {@value #BLOCK} calls whose bytes are counted
   */
  record Rounds(int warmUp, int timed, int blocks) {}

  Map<BlogRequest, Cell> measure(Rounds rounds, Screen screen)
      throws IOException, InterruptedException {
    time(rounds.warmUp(), new HashMap<>(), new Progress("warm-up", rounds.warmUp(), screen));
    time(rounds.timed(), times, new Progress("rounds", rounds.timed(), screen));
    for (int block = 0; block < rounds.blocks(); block++) {
      allocate();
    }
    return cells();
  }

  private record Asked(Way way, BlogRequest request) {}

  private void time(int count, Map<Asked, Latencies> into, Progress progress)
      throws IOException, InterruptedException {
    try (progress) {
      for (int i = 0; i < count; i++, round++) {
        for (BlogRequest request : BlogRequest.values()) {
          for (Way way : ways.inTurn(round + request.ordinal())) {
            time(way, request, into);
          }
          if (ways.spring().isPresent() && i % ROUNDS_FOR_ONE_OF_SPRINGS == 0) {
            time(ways.spring().get(), request, into);
          }
        }
        account.take();
        progress.step();
      }
    }
  }

  private void time(Way way, BlogRequest request, Map<Asked, Latencies> into)
      throws IOException, InterruptedException {
    into.computeIfAbsent(new Asked(way, request), each -> new Latencies())
        .record(way.ask(request, round));
  }

  /** All first requests of a block's rounds, then all second ones. */
  private void allocate() throws IOException, InterruptedException {
    for (BlogRequest request : BlogRequest.values()) {
      for (Way way : ways.inTurn(round / BLOCK)) {
        long before = allocated.total();
        for (int i = 0; i < BLOCK; i++) {
          way.ask(request, round + i);
        }
        bytes
            .computeIfAbsent(new Asked(way, request), each -> new ArrayList<>())
            .add((allocated.total() - before) / (double) BLOCK);
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
              medianBytes(ways.hand(), request),
              medianBytes(ways.store(), request),
              spring.isPresent() ? took(spring.get(), request) : null));
    }
    return cells;
  }

  private Took took(Way way, BlogRequest request) throws IOException, InterruptedException {
    account.take();
    way.ask(request, round);
    AccountProcess.Asked cost = account.take();
    double ms = times.get(new Asked(way, request)).ms(50);
    return new Took(cost.requests(), cost.charge(), ms);
  }

  /** The blocks are few, and their bytes are no latencies: they need no histogram. */
  private long medianBytes(Way way, BlogRequest request) {
    List<Double> sorted = bytes.get(new Asked(way, request)).stream().sorted().toList();
    int middle = sorted.size() / 2;
    return Math.round(
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2);
  }

  /**
   * The ids and names of one round of one caller: its commands are given by a user and about a post
   * that it has created itself, so that what the queries ask for stays as it is.
   *
   * @param user the user's id
   * @param name the user's name
   * @param newName the user's name from the rename on
   * @param post the post's id
   * @param comment the comment's id
   */
  record Round(String user, String name, String newName, String post, String comment) {
    static Round of(String caller, int number) {
      String own = caller + number;
      return new Round(
          SampleBlog.id("user", own),
          "newcomer " + own,
          "regular " + own,
          SampleBlog.id("post", own),
          SampleBlog.id("comment", own));
    }
  }

  /**
   * The cost of a request.
   *
   * @param requests requests to the account's partitions
   * @param ru modelled request units, to two decimals
   * @param ms milliseconds, the median, to three decimals
   */
  record Took(int requests, double ru, double ms) {
    Took {
      ru = Math.round(ru * 100) / 100.0;
      ms = Math.round(ms * 1_000) / 1_000.0;
    }
  }
}
