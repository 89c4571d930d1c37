package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.Cells.Cell;
import dev.cosmosblog.benchmarks.ladder.MeasuredRung.InProcess;
import dev.cosmosblog.benchmarks.ladder.rung.Library;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.store.BlogDatabase;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One measurement: an emulator, and on it a database with the same blog for each rung.
 *
 * @param blog what is loaded
 * @param listed what is loaded into this library with listings
 * @param partitions physical partitions of each container
 * @param rounds how often each request is made
 */
record LadderRun(
    LadderBlog blog, LadderBlog listed, int partitions, Cells.Rounds rounds, Screen screen) {
  /** Loading mostly waits for the emulator, which shares the processors. */
  static final int LOADING_THREADS = 4;

  /**
   * The results.
   *
   * @param cells by request and rung
   * @param withoutReservation the RU of this library's C1 if usernames needn't be unique; empty if
   *     this library wasn't measured
   * @param libraryRequests this library's other requests, on the blog with listings; empty if this
   *     library wasn't measured
   */
  record Result(
      Cells cells, OptionalDouble withoutReservation, Map<LibraryRequest, Cell> libraryRequests) {}

  Result measure(List<RungKind> kinds) throws IOException, InterruptedException {
    Deque<AutoCloseable> open = new ArrayDeque<>();
    try (MeteredEmulator emulator = MeteredEmulator.start(partitions)) {
      try {
        List<MeasuredRung> rungs = new ArrayList<>();
        Optional<BlogDatabase> library = Optional.empty();
        for (RungKind kind : kinds) {
          if (kind == RungKind.SPRING_DATA) {
            int posts = blog.plan().posts().size();
            SpringDataRung rung = SpringDataRung.start(kind.label(), emulator.endpoint(), posts);
            open.push(rung);
            rungs.add(rung);
          } else {
            String name = "ladder-" + kind.label();
            BlogDatabase database = emulator.endpoint().connect(name, name);
            open.push(database);
            rungs.add(load(kind, database));
            library = kind == RungKind.LIBRARY ? Optional.of(database) : library;
          }
        }
        Cells cells = new Cells.Measurement(rungs, emulator).measure(rounds, screen);
        return new Result(
            cells,
            library.isPresent()
                ? OptionalDouble.of(withoutReservation(library.get(), emulator))
                : OptionalDouble.empty(),
            library.isPresent() ? libraryRequests(emulator) : Map.of());
      } finally {
        close(open);
      }
    }
  }

  private static void close(Deque<AutoCloseable> open) {
    for (AutoCloseable each : open) {
      try {
        each.close();
      } catch (Exception e) {
        throw new IllegalStateException("A rung can't be closed", e);
      }
    }
  }

  private InProcess load(RungKind kind, BlogDatabase database) throws InterruptedException {
    AtomicLong likes = new AtomicLong();
    Rung rung = kind.provision(database, () -> blog.likeId(likes.incrementAndGet()));
    try (Workers workers = new Workers(LOADING_THREADS)) {
      new LadderLoad(blog, workers, screen).fill(kind.label(), rung);
    }
    return new InProcess(kind.label(), rung, blog);
  }

  private Map<LibraryRequest, Cell> libraryRequests(MeteredEmulator emulator)
      throws IOException, InterruptedException {
    try (ListedBlog library = ListedBlog.load(emulator, listed, screen)) {
      return library.measure(emulator);
    }
  }

  private double withoutReservation(BlogDatabase database, MeteredEmulator emulator)
      throws IOException, InterruptedException {
    BlogDatabase any = Endpoint.with(database, BlogDatabase.builder().uniqueUsernames(false));
    any.schema().changeSettings().provision();
    InProcess rung = new InProcess("any usernames", new Library(any), blog);
    emulator.record();
    rung.ask(LadderRequest.C1, rounds.total());
    double requestUnits = Math.round(emulator.take().ru() * 100) / 100.0;
    database.schema().changeSettings().provision();
    return requestUnits;
  }
}
