package dev.cosmosblog.store;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.PostId;

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

  @Override
  public Write remove(Counted kind, PostId postId, String id, RequestMeter meter) {
    CosmosBatch batch = batch(postId);
    batch.deleteItemOperation(id);
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
