package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a user who was, or is being, erased: a mark where the user was. It is no user any
 * more, so that whoever looks the user up finds none.
 *
 * @param id equals {@code userId}
 * @param type {@link ItemType#ERASED_USER}; {@link ItemType#USER} before
 * @param userId the partition key
 * @param username the text that stands for the name in what was kept
 * @param version counts the writes of this item after the first, those before the erasure included
 * @param erasure what is to become of what the user wrote
 * @param formerUsername the name, while the erasure is not complete: it is needed to give the name
 *     up
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ErasedUserItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String username,
    long version,
    @Nullable String erasure,
    @Nullable String formerUsername) {
  /**
   * The text for the name as its copies carry it.
   *
   * @return the text with the mark's version, which is newer than all names of the user
   */
  public VersionedName name() {
    return new VersionedName(Stored.text(username), version);
  }
}
