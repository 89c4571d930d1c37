package dev.cosmosblog.examples.ldbc;

import dev.cosmosblog.examples.console.Progress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays updates as live traffic: in the order of their scheduled time, several at once, each when
 * the user and the post that it needs are there. What it waits for may also stand behind it; no
 * thread waits, so that none can block the others.
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

  void play(List<Update> updates, Progress progress) {
    updates.forEach(this::expect);
    CompletableFuture<?>[] all =
        updates.stream()
            .map(update -> play(update.addition(), progress))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(all).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private void expect(Update update) {
    if (update.addition() instanceof AddUser user) {
      users.put(user.id(), new CompletableFuture<>());
    } else if (update.addition() instanceof AddPost post) {
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

  /** One that failed for good fails what needs it, so that the import ends and says why. */
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
      // The loader finds the same and names the row.
      return Stream.empty();
    }
  }

  private Stream<CompletableFuture<Void>> needs(long user, long post) {
    return Stream.concat(Stream.ofNullable(users.get(user)), Stream.ofNullable(posts.get(post)));
  }
}
