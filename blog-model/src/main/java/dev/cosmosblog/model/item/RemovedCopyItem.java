package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The tombstone in the place of a removed summary or archive entry. It keeps a late change from
 * creating the copy again, and expires before the post's own tombstone.
 *
 * @param id the post's id
 * @param type {@link ItemType#REMOVED_COPY}
 * @param userId the partition key beside the author; missing in the archive
 * @param bucket the partition key in the archive; missing beside the author
 * @param ttl the seconds after which Cosmos DB deletes it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RemovedCopyItem(
    @Nullable String id,
    @Nullable String type,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String userId,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String bucket,
    long ttl) {
  /** {@return the tombstone of a summary beside its author} */
  public static RemovedCopyItem ofSummary(String id, String userId, long ttl) {
    return new RemovedCopyItem(id, ItemType.REMOVED_COPY, userId, null, ttl);
  }

  /** {@return the tombstone of an archive entry} */
  public static RemovedCopyItem ofEntry(String id, String bucket, long ttl) {
    return new RemovedCopyItem(id, ItemType.REMOVED_COPY, null, bucket, ttl);
  }
}
