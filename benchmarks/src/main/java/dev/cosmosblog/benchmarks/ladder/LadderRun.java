package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.MeasuredRung.Sample;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.LocalCosmosBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One measurement: an account in this process, a database for each rung with the same blog in it,
 * and the requests in turn.
 */
final class LadderRun {
  /** Loading waits for the account most of the time, which shares the processors. */
  private static final int LOADING_THREADS = 4;

  /** No script here is endless, but a busy machine may take long to load what runs the first. */
  private static final Duration SCRIPT_TIME = Duration.ofMinutes(1);

  private final LadderBlog blog;
  private final int partitions;
  private final Cells.Rounds rounds;
  private final Screen screen;

  LadderRun(LadderBlog blog, int partitions, Cells.Rounds rounds, Screen screen) {
    this.blog = blog;
    this.partitions = partitions;
    this.rounds = rounds;
    this.screen = screen;
  }

  /**
   * The results.
   *
   * @param cells by request and rung
   * @param withoutReservation C1 of this library where names need not be unique; empty where this
   *     library was not measured
   */
  record Findings(Cells cells, Optional<Cell> withoutReservation) {}

  Findings measure(List<RungKind> kinds) throws IOException, InterruptedException {
    List<RequestLog> logs =
        kinds.stream().map(kind -> new RequestLog("ladder-" + kind.label())).toList();
    LocalCosmosBuilder builder =
        LocalCosmos.builder().physicalPartitions(partitions).scriptTime(SCRIPT_TIME);
    logs.forEach(builder::listener);
    try (LocalCosmos account = builder.start()) {
      return measure(Endpoint.of(account), kinds, logs);
    }
  }

  private Findings measure(Endpoint endpoint, List<RungKind> kinds, List<RequestLog> logs)
      throws IOException, InterruptedException {
    List<BlogDatabase> connections = new ArrayList<>();
    try {
      List<MeasuredRung> rungs = new ArrayList<>();
      for (int i = 0; i < kinds.size(); i++) {
        String name = "ladder-" + kinds.get(i).label();
        connections.add(endpoint.connect(name, name));
        rungs.add(load(kinds.get(i), connections.get(i), logs.get(i)));
      }
      Cells cells = Cells.measure(rungs, blog, rounds);
      return new Findings(cells, withoutReservation(kinds, connections, logs));
    } finally {
      connections.forEach(BlogDatabase::close);
    }
  }

  private MeasuredRung load(RungKind kind, BlogDatabase connection, RequestLog log)
      throws InterruptedException {
    AtomicLong likes = new AtomicLong();
    Rung rung = kind.provision(connection, () -> blog.likeId(likes.incrementAndGet()));
    try (Workers workers = new Workers(LOADING_THREADS)) {
      new LadderLoad(blog, workers, screen).fill(kind.label(), rung.loading(), log);
    }
    return new MeasuredRung(kind.label(), rung, log);
  }

  private Optional<Cell> withoutReservation(
      List<RungKind> kinds, List<BlogDatabase> connections, List<RequestLog> logs) {
    int ours = kinds.indexOf(RungKind.OURS);
    if (ours < 0) {
      return Optional.empty();
    }
    Rung free = RungKind.withoutUniqueUsernames(connections.get(ours));
    MeasuredRung rung = new MeasuredRung("free names", free, logs.get(ours));
    int first = rounds.warmUp() + rounds.measured();
    List<Sample> samples = new ArrayList<>();
    for (int round = first; round < first + rounds.measured(); round++) {
      samples.add(rung.ask(ArticleRequest.C1, blog, round));
    }
    return Optional.of(Cell.of(samples));
  }
}
