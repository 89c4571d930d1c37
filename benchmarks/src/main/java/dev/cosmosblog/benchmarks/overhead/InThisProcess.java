package dev.cosmosblog.benchmarks.overhead;

import com.sun.management.ThreadMXBean;
import dev.cosmosblog.benchmarks.overhead.Comparison.Round;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The requests by a caller in this process. */
final class InThisProcess implements Way {
  private final Caller caller;

  /** Kept, so that nobody can leave out making it; used by one thread. */
  private @Nullable Object answer;

  InThisProcess(Caller caller) {
    this.caller = caller;
  }

  @Override
  public long ask(BlogRequest request, int round) {
    Round own = Round.of(caller.label(), round);
    long start = System.nanoTime();
    answer = request.ask(caller, own);
    return System.nanoTime() - start;
  }

  /** One way to make the requests. */
  interface Caller {
    /**
     * A part of the names and ids of what it creates, of four characters: items are as long as
     * another's.
     */
    String label();

    Object createUser(Round round);

    Object renameUser(Round round);

    Optional<?> findUser(String user);

    Object createPost(Round round);

    Object editPost(Round round);

    Optional<?> findPost(String post);

    Collection<?> postsOf(String user);

    Object createComment(Round round);

    Collection<?> commentsOf(String post);

    Object likePost(Round round);

    Collection<?> likesOf(String post);

    Collection<?> recentPosts();
  }

  /**
   * The bytes that all threads of this process have allocated, those that ended since a look
   * included.
   */
  static final class AllocatedBytes {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** By thread, as of the last look; used by one thread. */
    private final Map<Long, Long> seen = new HashMap<>();

    /** So far, since any time that stays the same. */
    long total() {
      long[] ids = threads.getAllThreadIds();
      long[] bytes = threads.getThreadAllocatedBytes(ids);
      for (int i = 0; i < ids.length; i++) {
        seen.merge(ids[i], bytes[i], Math::max);
      }
      return seen.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
