package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
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
import dev.cosmosblog.store.ItemContainer.Query;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The container of posts: each post with its comments and likes in one logical partition. */
final class PostRepository {
  /** Holds for a post that is there: what a comment, a like or an edit needs, in its own write. */
  static final String LIVE_POST = "FROM c WHERE c.type = 'post' AND NOT IS_DEFINED(c.deleted)";

  private static final String NOT_ERASED =
      "FROM c WHERE c.type = 'post' AND (NOT IS_DEFINED(c.deleted) OR c.userUsername != '')";

  private static final String BELONGINGS =
      "SELECT TOP @count c.id, c.postId, c.type FROM c WHERE c.type IN ('comment', 'like')";

  private static final String NEWEST =
      "SELECT TOP @count * FROM c WHERE c.type = @type AND NOT IS_DEFINED(c.deleted)"
          + " ORDER BY c.creationDate DESC, c.id DESC";

  private static final int BATCH_SIZE = 100;
  private static final String COMMENT = "FROM c WHERE c.type = 'comment'";

  private final ItemContainer posts;
  private final CountedWrites counted;

  PostRepository(ItemContainer posts, CountedWrites counted) {
    this.posts = posts;
    this.counted = counted;
  }

  Write create(Post post, long userVersion, RequestMeter meter) {
    return posts.create(PostItem.of(post, userVersion), post.id().value(), meter);
  }

  Optional<Post> find(PostId id, RequestMeter meter) {
    return live(id, meter).map(PostItem::toPost);
  }

  private Optional<PostItem> live(PostId id, RequestMeter meter) {
    return posts.read(key(id), PostItem.class, meter).map(Versioned::item).filter(PostItem::isLive);
  }

  /**
   * A live post as its copies are to show it now.
   *
   * @throws MalformedItemException if no copy can be made of it
   */
  Optional<PostItem> shortCopy(PostId id, RequestMeter meter) {
    return live(id, meter).map(PostItem::shortCopy);
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
    PostId postId = comment.postId();
    CommentItem item = CommentItem.of(comment, userVersion);
    return isNew(postId, counted.add(Counted.COMMENT, postId, item, meter));
  }

  /** Writes a like and counts it, both or neither; whether it is new. */
  boolean add(Like like, long userVersion, RequestMeter meter) {
    PostId postId = like.postId();
    LikeItem item = LikeItem.of(like, userVersion);
    return isNew(postId, counted.add(Counted.LIKE, postId, item, meter));
  }

  private static boolean isNew(PostId postId, Write answer) {
    if (answer == Write.MISSING || answer == Write.CONDITION_FAILED) {
      throw new PostNotFoundException(postId);
    }
    return answer == Write.DONE;
  }

  Comment edit(EditComment edit, RequestMeter meter) {
    CosmosPatchOperations operations =
        CosmosPatchOperations.create().set("/content", edit.content());
    ItemKey key = new ItemKey(edit.commentId().value(), edit.postId().value());
    return posts
        .patchAndRead(key, new Patch(operations, COMMENT, null), CommentItem.class, meter)
        .item()
        .orElseThrow(() -> new CommentNotFoundException(edit.postId(), edit.commentId()))
        .toComment();
  }

  /** Deletes a comment and counts it off, both or neither; whether it was there. */
  boolean removeComment(PostId postId, CommentId id, RequestMeter meter) {
    // In the post's partition, this is the one id that a comment can't have.
    return !id.value().equals(postId.value())
        && wasThere(postId, counted.remove(Counted.COMMENT, postId, id.value(), meter));
  }

  /** Deletes a like and counts it off, both or neither; whether it was there. */
  boolean removeLike(PostId postId, UserId userId, RequestMeter meter) {
    String id = LikeItem.idOf(userId);
    return wasThere(postId, counted.remove(Counted.LIKE, postId, id, meter));
  }

  private static boolean wasThere(PostId postId, Write answer) {
    if (answer == Write.CONDITION_FAILED) {
      throw new PostNotFoundException(postId);
    }
    return answer == Write.DONE;
  }

  /** Marks a post as deleted, without its texts; whether it was live. */
  boolean markDeleted(PostId id, Duration retention, RequestMeter meter) {
    Patch patch = new Patch(deletion(retention), LIVE_POST, null);
    return posts.patch(key(id), patch, meter) == Write.DONE;
  }

  private static CosmosPatchOperations deletion(Duration retention) {
    return CosmosPatchOperations.create()
        .set("/deleted", true)
        .set("/title", "")
        .set("/content", "")
        .set("/ttl", retention.toSeconds())
        .increment("/version", 1);
  }

  /**
   * Marks a post as deleted, without its texts and its author's name; whether it was not before.
   */
  boolean erase(PostId id, long userVersion, Duration retention, RequestMeter meter) {
    // With the mark's version, no spread of an earlier name that is late finds the post.
    CosmosPatchOperations operations =
        deletion(retention).set("/userUsername", "").set("/userVersion", userVersion);
    return posts.patch(key(id), new Patch(operations, NOT_ERASED, null), meter) == Write.DONE;
  }

  /**
   * Deletes a comment or a like and counts it off, or just deletes it where there is no live post.
   */
  boolean remove(Counted kind, PostId postId, String id, RequestMeter meter) {
    if (counted.remove(kind, postId, id, meter) == Write.DONE) {
      return true;
    }
    boolean live = find(postId, meter).isPresent();
    return !live && posts.delete(new ItemKey(id, postId.value()), null, meter) == Write.DONE;
  }

  /** Deletes what belongs to a post but the post itself; how much there was. */
  int purge(PostId id, RequestMeter meter) {
    int purged = 0;
    List<NameCarrier> found = belongings(id, meter);
    while (!found.isEmpty()) {
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(id.value()));
      found.forEach(item -> batch.deleteItemOperation(item.id()));
      // Where another host deleted some of them already, the rest is found again.
      purged += posts.execute(batch, meter) == Write.DONE ? found.size() : 0;
      found = belongings(id, meter);
    }
    return purged;
  }

  private List<NameCarrier> belongings(PostId id, RequestMeter meter) {
    SqlQuerySpec spec =
        new SqlQuerySpec(BELONGINGS, List.of(new SqlParameter("@count", BATCH_SIZE)));
    Query query = new Query(spec, id.value(), BATCH_SIZE);
    return posts.first(BATCH_SIZE, query, NameCarrier.class, meter);
  }

  /** The newest posts that can be read: where some can't, others take their places. */
  List<PostItem> newest(int count, RequestMeter meter) {
    int asked = count;
    while (true) {
      List<ListEntry<PostItem>> found = newestRows(asked, meter);
      List<PostItem> readable = new ArrayList<>(found.size());
      found.forEach(entry -> entry.addTo(readable, PostItem::shortCopy, meter));
      if (readable.size() >= count || found.size() < asked) {
        return readable.stream().limit(count).toList();
      }
      asked += count - readable.size();
    }
  }

  private List<ListEntry<PostItem>> newestRows(int count, RequestMeter meter) {
    SqlQuerySpec spec =
        new SqlQuerySpec(
            NEWEST,
            List.of(new SqlParameter("@count", count), new SqlParameter("@type", ItemType.POST)));
    return new ListRows<>(posts, PostItem.class, CommentOrder.NEWEST_FIRST)
        .find(new Query(spec, null, count), meter);
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
    return new ListQuery<>(ListKind.COMMENTS, id.value(), CommentItem.class, order)
        .page(posts, request, CommentItem::toComment, meter);
  }

  Page<Like> likesOf(PostId id, PageRequest request, RequestMeter meter) {
    return new ListQuery<>(ListKind.LIKES, id.value(), LikeItem.class, CommentOrder.NEWEST_FIRST)
        .page(posts, request, LikeItem::toLike, meter);
  }

  private static ItemKey key(PostId id) {
    return new ItemKey(id.value(), id.value());
  }
}
