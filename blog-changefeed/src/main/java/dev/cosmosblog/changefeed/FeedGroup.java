package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.PostItem;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What several batches bring into the feed together. Used by those who hold the writer's lock. */
final class FeedGroup {
  private final Map<String, PostItem> posts = new LinkedHashMap<>();
  private final Set<PostId> gone = new HashSet<>();
  private int batches;
  private boolean canWait = true;
  private boolean done;

  /** What is thrown where the write ended otherwise than by returning or by an exception. */
  private @Nullable RuntimeException failure =
      new UnfinishedException("the write of the feed was cut off.");

  void add(Collection<PostItem> written, Set<PostId> deleted, boolean batchCanWait) {
    written.forEach(post -> posts.merge(String.valueOf(post.id()), post, PostItem::newer));
    gone.addAll(deleted);
    batches++;
    canWait &= batchCanWait;
  }

  boolean canWait() {
    return canWait;
  }

  int batches() {
    return batches;
  }

  List<PostItem> posts() {
    return List.copyOf(posts.values());
  }

  Set<PostId> gone() {
    return Set.copyOf(gone);
  }

  void succeeded() {
    failure = null;
  }

  void failed(RuntimeException with) {
    failure = with;
  }

  void end() {
    done = true;
  }

  boolean isDone() {
    return done;
  }

  /**
   * Whether each of the batches is brought in. Where the write failed they have failed, too, but
   * for what is one item's fault: that may be another batch's, and each is then to be brought in by
   * itself.
   */
  boolean isBroughtIn() {
    if (failure == null) {
      return true;
    }
    if (batches > 1 && ChangeHandlers.isOfItem(failure)) {
      return false;
    }
    throw failure;
  }
}
