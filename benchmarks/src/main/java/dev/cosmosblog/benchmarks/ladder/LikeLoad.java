package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.model.Post;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Likes of the posts on the front page, one post after the other, so that no two of one second are
 * of one post while there are other posts. Where a machine can't keep up with a rate, likes are
 * left out.
 */
final class LikeLoad {
  private static final int WRITERS = 8;

  private final LadderBlog blog;
  private final Rung rung;
  private final List<Post> posts;
  private final AtomicInteger given = new AtomicInteger();

  LikeLoad(LadderBlog blog, Rung rung) {
    this.blog = blog;
    this.rung = rung;
    this.posts = blog.plan().newest(BlogPlan.FRONT_PAGE).stream().map(blog::post).toList();
  }

  /** Makes as many users as are needed to give so many likes, each one to a post once. */
  void prepare(int likes) {
    for (int i = 0; i <= likes / posts.size(); i++) {
      rung.createUser(blog.user(blog.plan().users() + i));
    }
  }

  /** Gives likes at a rate; how many there were when all are answered. */
  int run(int perSecond, int seconds) throws InterruptedException {
    int before = given.get();
    Semaphore free = new Semaphore(WRITERS);
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try (Workers writers = new Workers(WRITERS)) {
      clock.scheduleAtFixedRate(
          () -> like(writers, free),
          0,
          TimeUnit.SECONDS.toNanos(1) / perSecond,
          TimeUnit.NANOSECONDS);
      clock.awaitTermination(seconds, TimeUnit.SECONDS);
      clock.shutdown();
      clock.awaitTermination(seconds, TimeUnit.SECONDS);
      free.acquire(WRITERS);
    } finally {
      clock.shutdownNow();
    }
    return given.get() - before;
  }

  private void like(Workers writers, Semaphore free) {
    if (free.tryAcquire()) {
      int number = given.getAndIncrement();
      writers
          .executor()
          .execute(
              () -> {
                try {
                  int user = blog.plan().users() + number / posts.size();
                  Post post = posts.get(number % posts.size());
                  rung.likePost(blog.like(post, blog.user(user), number));
                } finally {
                  free.release();
                }
              });
    }
  }

  /** Returns how many entries of the front page have another count than their posts. */
  int stale() {
    return (int)
        rung.recentPosts(BlogPlan.FRONT_PAGE).stream()
            .filter(
                entry ->
                    rung.findPost(entry.id())
                        .filter(post -> post.likeCount() == entry.likeCount())
                        .isEmpty())
            .count();
  }
}
