package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.PostDeletion;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Copies changed posts, in short form, to their authors and to the front page, and removes the
 * copies of deleted posts. Of each post in a batch only the newest version is written: one write
 * for many likes.
 *
 * <p>A host that stalls may recreate a copy that another host removed when the post was deleted.
 * Therefore a host that creates a copy, or finds it in the version that it would have written,
 * reads the post once more; a post that is deleted after that read is also handled after it. If
 * there was no copy and the post is gone, no copy is written and no further read is needed.
 */
public record PostCopyHandler(CopyWrites copies, FrontPageWriter frontPage)
    implements ChangeHandler {
  @Override
  public void handle(List<BlogChange> changes) {
    handle(changes, frontPage::write);
  }

  @Override
  public void handleAlone(List<BlogChange> changes) {
    handle(changes, frontPage::writeAtOnce);
  }

  @Override
  public void stopWaiting() {
    frontPage.stopWaiting();
  }

  private void handle(
      List<BlogChange> changes, BiConsumer<Collection<PostItem>, Set<PostId>> toFrontPage) {
    Map<String, PostItem> newest = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof PostChange changed) {
        newest.merge(String.valueOf(changed.post().id()), changed.post(), PostItem::newer);
      }
    }
    newest.values().forEach(this::copyToAuthor);
    Set<PostId> gone = new HashSet<>();
    for (BlogChange change : changes) {
      if (change instanceof PostDeletion deletion) {
        copies.removeFromUser(deletion.post(), deletion.author());
        copies.purge(deletion.post());
        gone.add(deletion.post());
      }
    }
    if (!newest.isEmpty() || !gone.isEmpty()) {
      toFrontPage.accept(newest.values(), gone);
    }
  }

  private void copyToAuthor(PostItem post) {
    CopyOutcome outcome = copies.copyToUser(post);
    PostId id = PostId.of(String.valueOf(post.id()));
    // A copy that exists in this version may have been created for this same change: by a batch
    // that failed then, or by a request whose answer was lost. Only a copy that existed in an older
    // version had its post read when that version was written.
    boolean mayOutlive = outcome == CopyOutcome.CREATED || outcome == CopyOutcome.UNCHANGED;
    if (mayOutlive && !copies.isLive(id)) {
      copies.removeFromUser(id, UserId.of(String.valueOf(post.userId())));
    }
  }
}
