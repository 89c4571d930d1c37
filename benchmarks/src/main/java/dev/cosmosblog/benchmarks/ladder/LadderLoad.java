package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.BlogPlan.PostPlan;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Fills a rung with a blog, several requests at once. */
record LadderLoad(LadderBlog blog, Workers workers, Screen screen) {
  /** The number of items that one thread sends in bulk. */
  private static final int CHUNK = 1_000;

  void fill(String label, Rung rung) throws InterruptedException {
    BlogPlan plan = blog.plan();
    long items = plan.users() + plan.posts().size() + plan.comments() + plan.likes();
    try (Progress progress = new Progress("load " + label, items, screen)) {
      workers.forEach(
          chunks(blog.users()),
          chunk -> {
            rung.loadUsers(chunk);
            progress.step(chunk.size());
          });
      Set<PostPlan> newest = new HashSet<>(plan.newest(BlogPlan.FRONT_PAGE));
      rung.loadNewest(newest.stream().map(blog::post).toList());
      progress.step(newest.size());
      List<PostPlan> older = plan.posts().stream().filter(post -> !newest.contains(post)).toList();
      workers.forEach(
          chunks(older),
          chunk -> {
            rung.loadPosts(chunk.stream().map(blog::post).toList());
            progress.step(chunk.size());
          });
      workers.forEach(
          plan.posts().stream().filter(post -> post.comments() + post.likes() > 0).iterator(),
          post -> {
            rung.loadReactions(blog.post(post).id(), blog.comments(post), blog.likes(post));
            progress.step((long) post.comments() + post.likes());
          });
    }
  }

  static <T> Iterator<List<T>> chunks(List<T> all) {
    return IntStream.range(0, (all.size() + CHUNK - 1) / CHUNK)
        .mapToObj(i -> all.subList(i * CHUNK, Math.min(all.size(), (i + 1) * CHUNK)))
        .iterator();
  }
}
