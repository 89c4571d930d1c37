package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.ItemContainer.Patch;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The writes that set right what has drifted. Each is done only while the item that it was decided
 * on is as it was seen, by its ETag, and then as a whole: it answers whether it was done, and one
 * that was not needs another look. So they are safe beside live traffic and beside each other. All
 * block, and are safe for use by many threads.
 */
public final class BlogMends {
  /** For how long a reservation that its owner does not use may be somebody's who is on the way. */
  public static final Duration RESERVATION_GRACE = UsernameReservations.GRACE;

  private final Operations operations;
  private final Containers containers;
  private final Clock clock;

  BlogMends(Operations operations, Containers containers, Clock clock) {
    this.operations = operations;
    this.containers = containers;
    this.clock = clock;
  }

  /**
   * Writes a post's short copy beside its author where there is none: one create.
   *
   * @param copy the copy
   * @return whether it was written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean createCopy(PostItem copy) {
    return run(meter -> containers.users().create(copy, String.valueOf(copy.userId()), meter));
  }

  /**
   * Writes a post's short copy over what stands in its place: one replace.
   *
   * @param seen what stands there
   * @param copy the copy
   * @return whether it was written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean replaceCopy(StoredItem seen, PostItem copy) {
    ItemKey key = seen.place(BlogContainer.USERS).key();
    return run(meter -> containers.users().replace(copy, key, seen.etag(), meter));
  }

  /**
   * Writes the feed: one create or replace.
   *
   * @param seen the feed as it is, or empty where there is none
   * @param feed the feed as it should be
   * @return whether it was written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean writeFeed(Optional<StoredItem> seen, FrontPageItem feed) {
    ItemKey key = ItemPlace.ofFeed().key();
    return run(
        meter ->
            seen.isPresent()
                ? containers.feed().replace(feed, key, seen.get().etag(), meter)
                : containers.feed().create(feed, key.partition(), meter));
  }

  /**
   * Takes an item away: one delete.
   *
   * @param container where it stands
   * @param seen the item
   * @return whether it was taken away
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean delete(BlogContainer container, StoredItem seen) {
    return run(
        meter -> containers.of(container).delete(seen.place(container).key(), seen.etag(), meter));
  }

  /**
   * Sets a post's counts, in a form that commands can add to: one patch. Every comment and like
   * that comes or goes writes its post, so counts that were taken since the post was seen are exact
   * if the post is still as it was seen.
   *
   * @param post the post as it was before the counts were taken
   * @param counts the right counts
   * @return whether they were written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean setCounts(StoredItem post, PostCounts counts) {
    CosmosPatchOperations patch =
        CosmosPatchOperations.create()
            .set("/commentCount", counts.comments())
            .set("/likeCount", counts.likes());
    return patch(post, PostForm.next(patch, post));
  }

  /**
   * Sets the name that a post, comment or like carries: one patch.
   *
   * @param carrier the item
   * @param name its author's name
   * @return whether it was written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean setName(StoredItem carrier, VersionedName name) {
    CosmosPatchOperations patch =
        CosmosPatchOperations.create()
            .set("/userUsername", name.username())
            .set("/userVersion", name.version());
    if (carrier.type().equals(ItemType.POST)) {
      PostForm.next(patch, carrier);
    }
    return patch(carrier, patch);
  }

  private boolean patch(StoredItem seen, CosmosPatchOperations operation) {
    ItemKey key = seen.place(BlogContainer.POSTS).key();
    Patch patch = new Patch(operation, null, seen.etag());
    return run(meter -> containers.posts().patch(key, patch, meter));
  }

  /**
   * Gives a like the id that is made of its user's, so that a second one conflicts: one batch that
   * creates the one and deletes the other. It keeps its other properties. No count changes.
   *
   * @param like a like with another id
   * @return whether it was done
   * @throws dev.cosmosblog.model.MalformedItemException if it can't be read
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean moveLike(StoredItem like) {
    CosmosBatch batch = batchOf(like);
    batch.createItemOperation(ItemFill.none(like).guardedLike());
    deleteIn(batch, like);
    return run(meter -> containers.posts().execute(batch, meter));
  }

  /**
   * Takes a like away and counts it off, both or neither: one batch.
   *
   * @param like a like of a live post
   * @return whether it was done
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean dropLike(StoredItem like) {
    CosmosBatch batch = batchOf(like);
    deleteIn(batch, like);
    batch.patchItemOperation(
        like.place(BlogContainer.POSTS).partition(),
        CosmosPatchOperations.create()
            .increment("/" + Counted.LIKE.property(), -1)
            .increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(PostRepository.LIVE_POST));
    return run(meter -> containers.posts().execute(batch, meter));
  }

  private static CosmosBatch batchOf(StoredItem item) {
    String partition = item.place(BlogContainer.POSTS).partition();
    return CosmosBatch.createCosmosBatch(new PartitionKey(partition));
  }

  private static void deleteIn(CosmosBatch batch, StoredItem item) {
    batch.deleteItemOperation(
        item.id(), new CosmosBatchItemRequestOptions().setIfMatchETag(item.etag()));
  }

  /**
   * Reserves a name for the user who bears it: one create.
   *
   * @param username the name
   * @param owner the user
   * @return whether it was reserved; false where a reservation is there
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean reserve(String username, UserId owner) {
    UsernameItem item = UsernameItem.of(username, owner, clock.instant());
    return run(meter -> containers.users().create(item, UsernameItem.idOf(username), meter));
  }

  /**
   * Gives a name's reservation to the user who bears it: one replace.
   *
   * @param seen the reservation as it is
   * @param username the name
   * @param owner the user
   * @return whether it was written
   * @throws StoreException if Cosmos DB failed; look again
   */
  public boolean reassign(StoredItem seen, String username, UserId owner) {
    UsernameItem item = UsernameItem.of(username, owner, clock.instant());
    ItemKey key = seen.place(BlogContainer.USERS).key();
    return run(meter -> containers.users().replace(item, key, seen.etag(), meter));
  }

  private boolean run(Function<RequestMeter, Write> write) {
    return operations.run(BlogOperation.MEND, write) == Write.DONE;
  }
}
