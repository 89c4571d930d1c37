package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A post's logical partition as a page shows it, whole or in part. Used by one thread. */
final class PostPartition {
  private final Blog blog;
  private final String postId;
  private final List<StoredItem> belongings = new ArrayList<>();
  private Optional<StoredItem> post = Optional.empty();
  private boolean readablePost;
  private boolean whole = true;
  private int part;
  private long comments;
  private long likes;

  PostPartition(Blog blog, String postId) {
    this.blog = blog;
    this.postId = postId;
  }

  /** An item counts whether it can be read or not. */
  void add(StoredItem item, boolean readable) {
    comments += item.type().equals(ItemType.COMMENT) ? 1 : 0;
    likes += item.type().equals(ItemType.LIKE) ? 1 : 0;
    if (item.id().equals(postId)) {
      post = Optional.of(item);
      readablePost = readable && item.type().equals(ItemType.POST);
    } else if (readable && ItemReading.belongsToPost(item)) {
      belongings.add(item);
    }
  }

  /** There is more in the partition; the post is looked up, and counted with the first part. */
  void isPart(int number, Optional<StoredItem> found) {
    whole = false;
    part = number;
    post = found;
    readablePost =
        found
            .filter(item -> item.type().equals(ItemType.POST))
            .filter(item -> ItemReading.problem(BlogContainer.POSTS, item).isEmpty())
            .isPresent();
  }

  /**
   * Where a live post's copy should stand. What a deleted one left is seen where the users are
   * read.
   */
  Optional<ItemPlace> copyPlace() {
    return post.filter(item -> readablePost && isFirst() && ItemReading.isLivePost(item))
        .map(item -> new ItemPlace(BlogContainer.USERS, item.author(), postId));
  }

  private boolean isFirst() {
    return whole || part == 0;
  }

  /**
   * What looks wrong beside the authors and copies given: counts first, then names, since a like
   * that gets its id takes its name along, then likes, then copies.
   */
  void suspects(Map<ItemPlace, StoredItem> beside, List<Suspect> suspects) {
    boolean live = post.filter(ItemReading::isLivePost).isPresent();
    if (post.isEmpty() || (readablePost && !live)) {
      belongings.forEach(item -> suspects.add(new LeftoverSuspect(blog, place(item))));
    } else if (live) {
      if (readablePost && isFirst() && (!whole || !countsAreRight(post.get()))) {
        suspects.add(new CountSuspect(blog, postId));
      }
      belongings.stream()
          .filter(item -> nameIsWrong(item, beside))
          .forEach(item -> suspects.add(new NameSuspect(blog, place(item))));
      belongings.stream()
          .filter(PostPartition::isUnguardedLike)
          .forEach(item -> suspects.add(new LikeSuspect(blog, place(item))));
    }
    if (live && readablePost && isFirst()) {
      ofPost(post.get(), beside, suspects);
    }
  }

  private void ofPost(StoredItem item, Map<ItemPlace, StoredItem> beside, List<Suspect> suspects) {
    if (nameIsWrong(item, beside)) {
      suspects.add(new NameSuspect(blog, place(item)));
    }
    ItemPlace copyPlace = new ItemPlace(BlogContainer.USERS, item.author(), postId);
    if (Optional.ofNullable(beside.get(copyPlace))
        .filter(copy -> ItemReading.isCopyOf(copy, item.post().shortCopy()))
        .isEmpty()) {
      suspects.add(new CopySuspect(blog, postId, item.author()));
    }
  }

  private boolean countsAreRight(StoredItem item) {
    PostItem stored = item.post();
    return item.isCountable()
        && new PostCounts(comments, likes)
            .equals(new PostCounts(stored.commentCount(), stored.likeCount()));
  }

  private static boolean isUnguardedLike(StoredItem item) {
    return item.type().equals(ItemType.LIKE)
        && !item.id().equals(LikeItem.idOf(UserId.of(item.author())));
  }

  private static boolean nameIsWrong(StoredItem item, Map<ItemPlace, StoredItem> beside) {
    return Optional.ofNullable(beside.get(ItemPlace.ofUser(item.author())))
        .filter(user -> ItemReading.namesItems(user) && !ItemReading.isRemovedUser(user))
        .filter(user -> ItemReading.problem(BlogContainer.USERS, user).isEmpty())
        .filter(user -> item.carries(user.user().name()))
        .isEmpty();
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }
}
