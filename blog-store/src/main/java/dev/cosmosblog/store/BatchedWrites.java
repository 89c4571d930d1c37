package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchItemRequestOptions;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link WritePath#BATCH}. */
final class BatchedWrites implements CountedWrites {
  private final ItemContainer posts;

  BatchedWrites(ItemContainer posts) {
    this.posts = posts;
  }

  @Override
  public Write add(Counted kind, PostId postId, Object item, RequestMeter meter) {
    CosmosBatch batch = batch(postId);
    batch.createItemOperation(item);
    count(batch, kind, postId, 1);
    return posts.execute(batch, meter);
  }

  /** Only the library makes ids of likes; what a comment's id belongs to has to be looked up. */
  @Override
  public Write remove(Counted kind, PostId postId, String id, RequestMeter meter) {
    return kind == Counted.LIKE
        ? delete(kind, postId, id, null, meter)
        : removeOfType(kind, postId, id, meter);
  }

  /**
   * Deletes an item as it was when its type was read: a batch's delete takes no condition but the
   * ETag.
   */
  private Write removeOfType(Counted kind, PostId postId, String id, RequestMeter meter) {
    ItemKey key = new ItemKey(id, postId.value());
    Optional<String> etag = etagOf(kind, key, meter);
    while (etag.isPresent()) {
      Write answer = delete(kind, postId, id, etag.get(), meter);
      Optional<String> now = answer == Write.CONDITION_FAILED ? etagOf(kind, key, meter) : etag;
      // The item as it was, and yet a condition that failed: the post's.
      if (now.equals(etag)) {
        return answer;
      }
      etag = now;
    }
    return Write.MISSING;
  }

  private Optional<String> etagOf(Counted kind, ItemKey key, RequestMeter meter) {
    return posts
        .read(key, NameCarrier.class, meter)
        .filter(found -> kind.type().equals(found.item().type()))
        .map(Versioned::etag);
  }

  private Write delete(
      Counted kind, PostId postId, String id, @Nullable String etag, RequestMeter meter) {
    CosmosBatch batch = batch(postId);
    batch.deleteItemOperation(id, new CosmosBatchItemRequestOptions().setIfMatchETag(etag));
    count(batch, kind, postId, -1);
    return posts.execute(batch, meter);
  }

  private static CosmosBatch batch(PostId postId) {
    return CosmosBatch.createCosmosBatch(new PartitionKey(postId.value()));
  }

  private static void count(CosmosBatch batch, Counted kind, PostId postId, long by) {
    batch.patchItemOperation(
        postId.value(),
        CosmosPatchOperations.create()
            .increment("/" + kind.property(), by)
            .increment("/version", 1),
        new CosmosBatchPatchItemRequestOptions().setFilterPredicate(PostRepository.LIVE_POST));
  }
}
