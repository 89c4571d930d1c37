package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.ldbc.Addition.AddComment;
import dev.cosmosblog.examples.ldbc.Addition.AddLike;
import dev.cosmosblog.examples.ldbc.Addition.AddPost;
import dev.cosmosblog.examples.ldbc.Addition.AddUser;
import dev.cosmosblog.examples.ldbc.Row.MalformedRowException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Replays updates as live traffic: concurrently, in the order of their scheduled time, and each one
 * after the user and the post that it needs. Those may come later in the order. Threads don't wait
 * for them, so updates can't block each other.
 */
final class LiveTraffic {
  private final Loader loader;
  private final ReplyChains replies;
  private final Executor workers;
  private final Map<Long, CompletableFuture<Void>> users = new HashMap<>();
  private final Map<Long, CompletableFuture<Void>> posts = new HashMap<>();

  LiveTraffic(Loader loader, ReplyChains replies, Executor workers) {
    this.loader = loader;
    this.replies = replies;
    this.workers = workers;
  }

  void play(List<Addition> updates, Progress progress) {
    updates.forEach(this::expect);
    CompletableFuture<?>[] all =
        updates.stream().map(update -> play(update, progress)).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private void expect(Addition update) {
    if (update instanceof AddUser user) {
      users.put(user.id(), new CompletableFuture<>());
    } else if (update instanceof AddPost post) {
      posts.put(post.id(), new CompletableFuture<>());
    }
  }

  private CompletableFuture<Void> play(Addition addition, Progress progress) {
    CompletableFuture<?>[] needed = needs(addition).toArray(CompletableFuture<?>[]::new);
    CompletableFuture<Void> played =
        CompletableFuture.allOf(needed)
            .thenRunAsync(
                () -> {
                  loader.add(addition);
                  progress.step();
                },
                workers);
    announce(addition, played);
    return played;
  }

  /** A failure also fails dependent updates, so that the import ends and reports the cause. */
  private void announce(Addition addition, CompletableFuture<Void> played) {
    if (addition instanceof AddUser user) {
      pass(played, users.get(user.id()));
    } else if (addition instanceof AddPost post) {
      pass(played, posts.get(post.id()));
    }
  }

  private static void pass(CompletableFuture<Void> played, @Nullable CompletableFuture<Void> to) {
    if (to == null) {
      return;
    }
    played.whenComplete(
        (done, failure) -> {
          if (failure == null) {
            to.complete(null);
          } else {
            to.completeExceptionally(failure);
          }
        });
  }

  private Stream<CompletableFuture<Void>> needs(Addition addition) {
    if (addition instanceof AddPost post) {
      return Stream.ofNullable(users.get(post.author()));
    }
    if (addition instanceof AddLike like) {
      return needs(like.person(), like.post());
    }
    if (addition instanceof AddComment comment) {
      return needs(comment);
    }
    return Stream.empty();
  }

  private Stream<CompletableFuture<Void>> needs(AddComment comment) {
    try {
      return needs(comment.author(), replies.postOf(comment.parent()));
    } catch (MalformedRowException e) {
      // The loader fails in the same way and reports the row.
      return Stream.empty();
    }
  }

  private Stream<CompletableFuture<Void>> needs(long user, long post) {
    return Stream.concat(Stream.ofNullable(users.get(user)), Stream.ofNullable(posts.get(post)));
  }
}
