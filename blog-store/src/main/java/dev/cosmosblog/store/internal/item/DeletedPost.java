package dev.cosmosblog.store.internal.item;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.StoredTags;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A deleted post, as far as the removal of its copies needs it: another program may have made all
 * else unreadable.
 *
 * @param author the author, or empty if the id is unreadable
 * @param date the date in the form of the listings, or empty if it is unreadable or the post wasn't
 *     published
 * @param version the version in which it was deleted, or 0 if it is unreadable
 * @param expires when the tombstone expires by Cosmos DB's clock, or empty if it doesn't
 * @param slugs the slugs that the post had
 * @param tags the tags that it had
 */
public record DeletedPost(
    PostId post,
    Optional<UserId> author,
    Optional<String> date,
    long version,
    Optional<Instant> expires,
    List<Slug> slugs,
    List<Tag> tags) {
  /** Reads a tombstone; throws a {@link MalformedItemException} if its id is no post's. */
  public static DeletedPost of(StoredItem tombstone) {
    try {
      return new DeletedPost(
          PostId.of(tombstone.id()),
          author(tombstone),
          tombstone.dateInListings(),
          tombstone.numberOr0("version"),
          tombstone.expires(),
          tombstone.slugs(),
          StoredTags.tags(tombstone.tags()));
    } catch (InvalidInputException e) {
      throw new MalformedItemException(tombstone.id(), "'postId': " + e.getMessage());
    }
  }

  private static Optional<UserId> author(StoredItem tombstone) {
    try {
      return tombstone.textOf("userId").map(UserId::of);
    } catch (InvalidInputException e) {
      return Optional.empty();
    }
  }
}
