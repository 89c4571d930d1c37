package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The mark in the place of a user who was, or is being, erased. Looking the user up finds none.
 *
 * @param id equals {@code userId}
 * @param type {@link ItemType#ERASED_USER}; {@link ItemType#USER} before the erasure
 * @param userId the partition key
 * @param username the text that replaces the name in the items that are kept
 * @param version the number of writes after the first, including those of the user
 * @param erasure what happens to the user's posts, comments and likes
 * @param formerUsername the name, until the erasure is complete and its reservation released
 * @param properties whatever the user has under the name before the erasure; the mark has none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ErasedUserItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String username,
    long version,
    @Nullable String erasure,
    @Nullable String formerUsername,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Object properties) {
  /** {@return the text that replaces the name, newer than every name of the user} */
  public VersionedName name() {
    return new VersionedName(StoredProperties.text(username), version);
  }
}
