package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.ItemContainer.Patch;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.util.Optional;

/** The container of posts: each post with its comments and likes in one logical partition. */
final class PostRepository {
  /** Holds for a post that is there: what a comment, a like or an edit needs, in its own write. */
  static final String LIVE_POST = "FROM c WHERE c.type = 'post' AND NOT IS_DEFINED(c.deleted)";

  private final ItemContainer posts;

  PostRepository(ItemContainer posts) {
    this.posts = posts;
  }

  Write create(Post post, long userVersion, RequestMeter meter) {
    return posts.create(PostItem.of(post, userVersion), post.id().value(), meter);
  }

  Optional<Post> find(PostId id, RequestMeter meter) {
    return posts
        .read(key(id), PostItem.class, meter)
        .map(Versioned::item)
        .filter(post -> ItemType.POST.equals(post.type()))
        .map(PostItem::toPost);
  }

  Post edit(EditPost edit, RequestMeter meter) {
    CosmosPatchOperations operations =
        CosmosPatchOperations.create()
            .set("/title", edit.title())
            .set("/content", edit.content())
            .increment("/version", 1);
    return posts
        .patchAndRead(key(edit.id()), new Patch(operations, LIVE_POST, null), PostItem.class, meter)
        .item()
        .orElseThrow(() -> new PostNotFoundException(edit.id()))
        .toPost();
  }

  /** Writes a comment and counts it, both or neither; whether it is new. */
  boolean add(Comment comment, long userVersion, RequestMeter meter) {
    return add(CommentItem.of(comment, userVersion), comment.postId(), "/commentCount", meter);
  }

  /** Writes a like and counts it, both or neither; whether it is new. */
  boolean add(Like like, long userVersion, RequestMeter meter) {
    return add(LikeItem.of(like, userVersion), like.postId(), "/likeCount", meter);
  }

  private boolean add(Object item, PostId postId, String count, RequestMeter meter) {
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(postId.value()));
    batch.createItemOperation(item);
    batch.patchItemOperation(
        postId.value(),
        CosmosPatchOperations.create().increment(count, 1).increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(LIVE_POST));
    Write answer = posts.execute(batch, meter);
    if (answer == Write.MISSING || answer == Write.CONDITION_FAILED) {
      throw new PostNotFoundException(postId);
    }
    return answer == Write.DONE;
  }

  Optional<Comment> comment(PostId postId, CommentId id, RequestMeter meter) {
    return posts
        .read(new ItemKey(id.value(), postId.value()), CommentItem.class, meter)
        .map(Versioned::item)
        .filter(comment -> ItemType.COMMENT.equals(comment.type()))
        .map(CommentItem::toComment);
  }

  Optional<Like> like(PostId postId, UserId userId, RequestMeter meter) {
    return posts
        .read(new ItemKey(LikeItem.idOf(userId), postId.value()), LikeItem.class, meter)
        .map(Versioned::item)
        .map(LikeItem::toLike);
  }

  Page<Comment> commentsOf(PostId id, PageRequest request, CommentOrder order, RequestMeter meter) {
    return new ListQuery<>(
            BlogOperation.COMMENTS_OF, id.value(), ItemType.COMMENT, CommentItem.class, order)
        .page(posts, request, CommentItem::toComment, meter);
  }

  Page<Like> likesOf(PostId id, PageRequest request, RequestMeter meter) {
    return new ListQuery<>(
            BlogOperation.LIKES_OF,
            id.value(),
            ItemType.LIKE,
            LikeItem.class,
            CommentOrder.NEWEST_FIRST)
        .page(posts, request, LikeItem::toLike, meter);
  }

  private static ItemKey key(PostId id) {
    return new ItemKey(id.value(), id.value());
  }
}
