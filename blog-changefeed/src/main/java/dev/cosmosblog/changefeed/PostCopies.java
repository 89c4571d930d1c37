package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChange.PostDeletion;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.CopyOutcome;
import java.util.ArrayList;
import java.util.List;

/**
 * From posts to users and the feed: each post's short copies, and none of a deleted post.
 *
 * <p>A host that stalls may write a copy anew which another host took away when the post was
 * deleted. So whoever writes a copy that was not there, or finds it as it would have written it, looks
 * at the post once more; a post that is deleted after that look is handled after it, too.
 */
final class PostCopies implements ChangeHandler {
  private final BlogCopies copies;
  private final FeedKeeper feed;

  PostCopies(BlogCopies copies, FeedKeeper feed) {
    this.copies = copies;
    this.feed = feed;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    List<PostDeletion> deletions = new ArrayList<>();
    for (BlogChange change : changes) {
      if (change instanceof PostDeletion deletion) {
        deletions.add(deletion);
      }
    }
    FeedKeeper.Batch batch = feed.begin();
    NewestPosts.of(changes).forEach(post -> copy(post, batch));
    deletions.forEach(deletion -> delete(deletion, batch));
    batch.end();
  }

  private void copy(PostItem post, FeedKeeper.Batch batch) {
    CopyOutcome besideAuthor = copies.copyToUser(post);
    CopyOutcome inFeed = batch.offer(post, besideAuthor);
    PostId id = PostId.of(String.valueOf(post.id()));
    if (mayBeNew(besideAuthor, inFeed) && !copies.isLive(id)) {
      copies.remove(id, UserId.of(String.valueOf(post.userId())));
      batch.left();
    }
  }

  /**
   * A copy that is there in this version may have been created for this change before: by a batch
   * that failed then, or by a request whose answer was lost. Only one that was there in an older
   * version had been looked at when that version was written.
   */
  private static boolean mayBeNew(CopyOutcome besideAuthor, CopyOutcome inFeed) {
    return besideAuthor != CopyOutcome.UPDATED || inFeed == CopyOutcome.CREATED;
  }

  private void delete(PostDeletion deletion, FeedKeeper.Batch batch) {
    copies.remove(deletion.post(), deletion.author());
    copies.purge(deletion.post());
    batch.left();
  }
}
