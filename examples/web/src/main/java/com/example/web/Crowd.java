package com.example.web;

import com.example.web.WebApplication.Connections;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Simulates 1,000 readers who like a post concurrently. */
@Component
final class Crowd {
  static final int SIZE = 1_000;

  private static final int THREADS = 32;

  private final BlogDatabase database;
  private final BlogStore blog;
  private final LiveEvents events;
  private final DoubleAdder likesRu = new DoubleAdder();
  private final LongAdder likesRequests = new LongAdder();
  private final ExecutorService background =
      Executors.newSingleThreadExecutor(work -> new Thread(work, "crowd"));
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile Progress progress = Progress.NONE;

  /**
   * Part of the readers' ids that differs between starts: on a persistent account, readers of an
   * earlier start have already liked posts.
   */
  private final String crowd = UUID.randomUUID().toString().substring(0, 6);

  /** Number of runs for each post; used only by the background thread. */
  private final Map<PostId, Integer> rounds = new HashMap<>();

  /** The progress as text and as a number of readers. */
  record Progress(String text, int done, boolean running) {
    static final Progress NONE = new Progress("", 0, false);
  }

  Crowd(Connections connections, LiveEvents events) {
    this.database = connections.connect(CostMeter.CROWD, this::count);
    this.blog = BlogStore.on(database);
    this.events = events;
  }

  private void count(OperationReport report) {
    if (report.operation() == BlogOperation.LIKE_POST) {
      likesRu.add(report.requestUnits());
      likesRequests.add(report.requests());
    }
  }

  /** Returns the current progress. */
  public Progress progress() {
    return progress;
  }

  /** Starts a run in the background; returns false if one is in progress. */
  boolean send(Post post) {
    if (!busy.compareAndSet(false, true)) {
      return false;
    }
    show("Creating 1,000 readers …", 0, true);
    background.execute(
        () -> {
          try {
            like(post);
          } catch (BlogException | InterruptedException e) {
            show("Not all likes were written: " + e.getMessage(), 0, false);
          } finally {
            busy.set(false);
          }
        });
    return true;
  }

  private void like(Post post) throws InterruptedException {
    int round = rounds.merge(post.id(), 1, Integer::sum);
    List<User> readers =
        IntStream.range(0, SIZE)
            .mapToObj(i -> "%s-%d-%03d".formatted(crowd, round, i))
            .map(number -> new User(UserId.of("reader-" + number), "Reader " + number))
            .toList();
    try (RetryingWorkers workers = new RetryingWorkers(THREADS)) {
      LongAdder done = new LongAdder();
      workers.run(
          forEach(
              readers,
              reader -> {
                blog.createUser(CreateUser.named(reader.username()).withId(reader.id()));
                step(done, "%,d readers created");
              }));
      likesRu.reset();
      likesRequests.reset();
      LongAdder likes = new LongAdder();
      long start = System.nanoTime();
      workers.run(
          forEach(
              readers,
              reader -> {
                blog.likePost(LikePost.of(post.id(), reader));
                step(likes, "%,d likes written");
              }));
      double seconds = (System.nanoTime() - start) / 1e9;
      show(
          "%,d likes of “%s” took %.1f s and %,d requests, at %.2f RU per like."
              .formatted(SIZE, post.title(), seconds, likesRequests.sum(), likesRu.sum() / SIZE),
          SIZE,
          false);
      events.announce("1,000 readers liked “%s”.".formatted(post.title()));
    }
  }

  private static List<Runnable> forEach(List<User> readers, Consumer<User> command) {
    return readers.stream().<Runnable>map(reader -> () -> command.accept(reader)).toList();
  }

  private void step(LongAdder done, String text) {
    done.increment();
    int now = done.intValue();
    if (now % 50 == 0) {
      show(text.formatted(now), now, true);
    }
  }

  private void show(String text, int done, boolean running) {
    progress = new Progress(text, done, running);
    events.signal("crowd");
  }

  @EventListener(ContextClosedEvent.class)
  void close() {
    background.shutdownNow();
    database.close();
  }
}
