package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.BlogPlan.PostPlan;
import dev.cosmosblog.benchmarks.ladder.rung.Rung.Loading;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Fills a rung with a blog, several requests at once. */
final class LadderLoad {
  /** The number of items that one thread sends in bulk. */
  private static final int CHUNK = 1_000;

  private final LadderBlog blog;
  private final Workers workers;
  private final Screen screen;

  LadderLoad(LadderBlog blog, Workers workers, Screen screen) {
    this.blog = blog;
    this.workers = workers;
    this.screen = screen;
  }

  /** The log would keep all requests of the loading in memory: it is emptied on the way. */
  void fill(String label, Loading loading, RequestLog log) throws InterruptedException {
    BlogPlan plan = blog.plan();
    long items = plan.users() + plan.posts().size() + plan.comments() + plan.likes();
    try (Progress progress = new Progress("load " + label, items, screen)) {
      List<User> users = IntStream.range(0, plan.users()).mapToObj(blog::user).toList();
      all(chunks(users).iterator(), loading::users, chunk -> progress.step(chunk.size()));
      Set<PostPlan> newest = new HashSet<>(plan.newest(BlogPlan.FRONT_PAGE));
      loading.newest(newest.stream().map(blog::post).toList());
      progress.step(newest.size());
      List<PostPlan> older = plan.posts().stream().filter(post -> !newest.contains(post)).toList();
      all(
          chunks(older).iterator(),
          chunk -> loading.posts(chunk.stream().map(blog::post).toList()),
          chunk -> progress.step(chunk.size()));
      log.take();
      all(
          plan.posts().stream().filter(post -> post.comments() + post.likes() > 0).iterator(),
          post -> reactions(loading, post),
          post -> {
            progress.step((long) post.comments() + post.likes());
            log.take();
          });
    }
  }

  private static <T> Stream<List<T>> chunks(List<T> all) {
    return IntStream.range(0, (all.size() + CHUNK - 1) / CHUNK)
        .mapToObj(i -> all.subList(i * CHUNK, Math.min(all.size(), (i + 1) * CHUNK)));
  }

  private void reactions(Loading loading, PostPlan post) {
    PostId id = blog.post(post).id();
    loading.reactions(id, blog.comments(post), blog.likes(post));
  }

  private <T> void all(Iterator<T> inputs, Consumer<T> load, Consumer<T> done)
      throws InterruptedException {
    workers.inOrder(
        inputs,
        input -> {
          load.accept(input);
          return input;
        },
        done);
  }
}
