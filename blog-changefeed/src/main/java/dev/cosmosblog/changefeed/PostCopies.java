package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChange.PostDeletion;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * From posts to users and the feed: each post's short copies, and none of a deleted post.
 *
 * <p>A host that stalls may write a copy anew which another host took away when the post was
 * deleted. So whoever writes a copy that was not there, or finds it as it would have written it,
 * looks at the post once more; a post that is deleted after that look is handled after it, too.
 * Where there was no copy and the post is gone, none is written, and there is nothing to look at.
 */
final class PostCopies implements ChangeHandler {
  private final CopyWrites copies;
  private final FeedWriter feed;

  PostCopies(CopyWrites copies, FeedWriter feed) {
    this.copies = copies;
    this.feed = feed;
  }

  @Override
  public void hurry() {
    feed.hurry();
  }

  @Override
  public void handle(List<BlogChange> changes) {
    handle(changes, feed::write);
  }

  @Override
  public void handleAlone(List<BlogChange> changes) {
    handle(changes, feed::writeAtOnce);
  }

  private void handle(
      List<BlogChange> changes, BiConsumer<Collection<PostItem>, Set<PostId>> intoFeed) {
    Collection<PostItem> written = NewestPosts.of(changes);
    Set<PostId> gone = new HashSet<>();
    written.forEach(this::copy);
    for (BlogChange change : changes) {
      if (change instanceof PostDeletion deletion) {
        delete(deletion);
        gone.add(deletion.post());
      }
    }
    if (!written.isEmpty() || !gone.isEmpty()) {
      intoFeed.accept(written, gone);
    }
  }

  private void copy(PostItem post) {
    CopyOutcome outcome = copies.copyToUser(post);
    PostId id = PostId.of(String.valueOf(post.id()));
    // A copy that is there in this version may have been created for this change before: by a batch
    // that failed then, or by a request whose answer was lost. Only one that was there in an older
    // version had been looked at when that version was written.
    boolean mayOutlive = outcome == CopyOutcome.CREATED || outcome == CopyOutcome.UNCHANGED;
    if (mayOutlive && !copies.isLive(id)) {
      copies.removeFromUser(id, UserId.of(String.valueOf(post.userId())));
    }
  }

  private void delete(PostDeletion deletion) {
    copies.removeFromUser(deletion.post(), deletion.author());
    copies.purge(deletion.post());
  }
}
