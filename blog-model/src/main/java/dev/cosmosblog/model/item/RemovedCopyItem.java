package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The tombstone in the place of a removed summary or entry of a listing. It keeps a late change
 * from creating the copy again, and expires before the post's own tombstone.
 *
 * @param id the post's id
 * @param type {@link ItemType#REMOVED_COPY}
 * @param userId the partition key beside the author; missing in the listings
 * @param bucket the partition key in the listings; missing beside the author
 * @param version the version of the post that lost the tag, in a tag's list; missing if the post
 *     was deleted
 * @param ttl the seconds after which Cosmos DB deletes it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RemovedCopyItem(
    @Nullable String id,
    @Nullable String type,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String userId,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String bucket,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long version,
    long ttl) {
  /** {@return the tombstone of a summary beside its author} */
  public static RemovedCopyItem ofSummary(String id, String userId, long ttl) {
    return new RemovedCopyItem(id, ItemType.REMOVED_COPY, userId, null, null, ttl);
  }

  /** {@return the tombstone of an entry of a listing} */
  public static RemovedCopyItem ofEntry(String id, String bucket, long ttl) {
    return new RemovedCopyItem(id, ItemType.REMOVED_COPY, null, bucket, null, ttl);
  }

  /** {@return the tombstone of an entry in the list of a tag that the post lost in a version} */
  public static RemovedCopyItem ofTag(String id, String bucket, long version, long ttl) {
    return new RemovedCopyItem(id, ItemType.REMOVED_COPY, null, bucket, version, ttl);
  }
}
