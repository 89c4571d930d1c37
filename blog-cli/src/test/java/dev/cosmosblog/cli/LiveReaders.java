package dev.cosmosblog.cli;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.UserNotFoundException;
import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** The application, which stays in use: readers comment and like until they are stopped. */
final class LiveReaders implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final BlogStore store;
  private final Set<String> comments = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Thread thread = new Thread(this::write, "live readers");

  private LiveReaders(BlogStore store) {
    this.store = store;
  }

  static LiveReaders start(BlogStore store) {
    LiveReaders readers = new LiveReaders(store);
    readers.thread.start();
    return readers;
  }

  private void write() {
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 0; !stopped.get(); n++) {
      PostId post = FormerBlog.post(random.nextInt(FormerBlog.POSTS));
      UserId user = FormerBlog.user(random.nextInt(FormerBlog.USERS));
      String id = "live-" + n;
      try {
        store.createComment(CreateComment.of(post, user, "Live").withId(CommentId.of(id)));
        comments.add(post.value() + " " + id);
        store.likePost(LikePost.of(post, user));
        LockSupport.parkNanos(PAUSE.toNanos());
      } catch (UserNotFoundException e) {
        // The upgrade copies users first; until then their commands fail.
      }
    }
  }

  /** Returns the comments that the store has acknowledged, each with its post. */
  Set<String> comments() {
    return Set.copyOf(comments);
  }

  @Override
  public void close() {
    stopped.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
