package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.ItemContainer.Patch;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The writes that bring another writer's items into this library's form. Like {@link BlogMends},
 * each is done only while the items that it was decided on are as they were seen, by their ETags,
 * and then as a whole: it answers whether it was done. All block, and are safe for use by many
 * threads, and beside the store's own commands.
 */
public final class BlogAdoption {
  /**
   * How many items one batch can fill: a batch has 100 operations, and the post's count takes one.
   */
  public static final int MOST_FILLS = 99;

  /** How many likes one batch can move: each takes two of its 100 operations. */
  public static final int MOST_MOVES = 50;

  private static final String UNTYPED = "FROM c WHERE NOT IS_DEFINED(c.type) OR IS_NULL(c.type)";

  private final Operations operations;
  private final Containers containers;

  BlogAdoption(Operations operations, Containers containers) {
    this.operations = operations;
    this.containers = containers;
  }

  /**
   * Writes a user who was kept somewhere else, unless there is an item of this id: one create. What
   * the library does not know comes along, but for a {@code ttl}: the container of users has a time
   * to live, and the user would go.
   *
   * @param former the user as it was kept
   * @return whether the user was written
   * @throws dev.cosmosblog.model.MalformedItemException if it can't be read
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public boolean bringUser(StoredItem former) {
    Map<String, @Nullable Object> user = former.written();
    VersionedName name = former.user().name();
    user.remove("ttl");
    user.put("type", ItemType.USER);
    user.put("userId", former.id());
    user.put("username", name.username());
    user.put("version", name.version());
    return run(meter -> containers.users().create(user, former.id(), meter));
  }

  /**
   * Fills a user who has no type: one patch, whatever else was written to the user meanwhile.
   *
   * @param fill what the user lacks
   * @return whether it was written; false where the user has a type or is not there any more
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean fillUser(ItemFill fill) {
    ItemKey key = fill.item().place(BlogContainer.USERS).key();
    Patch patch = new Patch(fill.patch(), UNTYPED, null);
    return run(meter -> containers.users().patch(key, patch, meter));
  }

  /**
   * Fills a post and sets its counts, in a form that commands can add to: one patch. Every comment
   * and like that comes or goes writes its post, so counts that were taken since the post was seen
   * are exact if it is still as it was seen.
   *
   * @param fill what the post lacks, as it was before the counts were taken
   * @param counts the right counts
   * @return whether it was written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean fillPost(ItemFill fill, PostCounts counts) {
    return patchPost(
        fill,
        fill.patch()
            .set("/" + Counted.COMMENT.property(), counts.comments())
            .set("/" + Counted.LIKE.property(), counts.likes()));
  }

  /**
   * Fills a post and leaves its counts as they are: one patch, for a post that is written each time
   * that it is counted.
   *
   * @param fill what the post lacks
   * @return whether it was written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean fillUncounted(ItemFill fill) {
    return patchPost(fill, fill.patch());
  }

  private boolean patchPost(ItemFill fill, CosmosPatchOperations operations) {
    ItemKey key = fill.item().place(BlogContainer.POSTS).key();
    Patch patch = new Patch(PostForm.next(operations, fill.item()), null, fill.item().etag());
    return run(meter -> containers.posts().patch(key, patch, meter));
  }

  /**
   * Fills comments and likes of one post, all or none: one batch. What becomes a comment or a like
   * by it is counted in the same transaction, and needs a live post.
   *
   * @param fills what they lack; at least one, at most {@value #MOST_FILLS}
   * @return whether they were written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean fill(List<ItemFill> fills) {
    CosmosBatch batch = batchOf(fills);
    for (ItemFill fill : fills) {
      batch.patchItemOperation(
          fill.item().id(),
          fill.patch(),
          new CosmosBatchPatchItemRequestOptions().setIfMatchETag(fill.item().etag()));
    }
    long comments = fills.stream().filter(fill -> fill.becomes(ItemType.COMMENT)).count();
    long likes = fills.stream().filter(fill -> fill.becomes(ItemType.LIKE)).count();
    if (comments + likes > 0) {
      batch.patchItemOperation(
          postOf(fills),
          CosmosPatchOperations.create()
              .increment("/" + Counted.COMMENT.property(), comments)
              .increment("/" + Counted.LIKE.property(), likes)
              .increment("/version", 1),
          new CosmosBatchPatchItemRequestOptions().setFilterPredicate(PostRepository.LIVE_POST));
    }
    return run(meter -> containers.posts().execute(batch, meter));
  }

  /**
   * Gives likes of one post the ids that are made of their users', and what else they lack, all or
   * none: one batch. They keep their other properties. No count changes.
   *
   * @param likes likes with other ids, one of a user at most; at least one, at most {@value
   *     #MOST_MOVES}
   * @return whether it was done; false also where a user likes the post under the right id
   * @throws dev.cosmosblog.model.MalformedItemException if one can't be read
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean moveLikes(List<ItemFill> likes) {
    CosmosBatch batch = batchOf(likes);
    for (ItemFill like : likes) {
      batch.createItemOperation(like.guardedLike());
      batch.deleteItemOperation(
          like.item().id(), new CosmosBatchItemRequestOptions().setIfMatchETag(like.item().etag()));
    }
    return run(meter -> containers.posts().execute(batch, meter));
  }

  private static CosmosBatch batchOf(List<ItemFill> fills) {
    return CosmosBatch.createCosmosBatch(new PartitionKey(postOf(fills)));
  }

  private static String postOf(List<ItemFill> fills) {
    return fills.get(0).item().place(BlogContainer.POSTS).partition();
  }

  private boolean run(Function<RequestMeter, Write> write) {
    return operations.run(BlogOperation.MEND, write) == Write.DONE;
  }
}
