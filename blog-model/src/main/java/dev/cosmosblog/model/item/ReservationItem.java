package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The reservation of a username or a slug, alone in its partition of the container of users: a
 * unique key policy holds within one partition only.
 *
 * @param id the id that {@link #idOfUsername} or {@link #idOfSlug} returns
 * @param type {@link ItemType#USERNAME} or {@link ItemType#SLUG}
 * @param userId the partition key, equal to {@code id}
 * @param username the name as the owner writes it; missing in a slug's reservation
 * @param slug the slug; missing in a username's reservation
 * @param ownerId the user or post that has the name or slug, or is about to
 * @param reservedAt the time of the reservation, in the form of {@link ItemDates}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ReservationItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String username,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String slug,
    @Nullable String ownerId,
    @Nullable String reservedAt) {
  /** {@return the reservation of a name, made now for the user who is to hold it} */
  public static ReservationItem ofUsername(String username, UserId owner, Instant now) {
    String id = idOfUsername(username);
    return new ReservationItem(
        id, ItemType.USERNAME, id, username, null, owner.value(), ItemDates.text(now));
  }

  /** {@return the reservation of a slug, made now for the post that is to have it} */
  public static ReservationItem ofSlug(Slug slug, PostId owner, Instant now) {
    String id = idOfSlug(slug);
    return new ReservationItem(
        id, ItemType.SLUG, id, null, slug.value(), owner.value(), ItemDates.text(now));
  }

  /**
   * {@return the first 192 bits of the SHA-256 of {@link Username#canonical}} A name may contain
   * characters that an id may not, and each character of an id costs. A collision takes about
   * 2<sup>96</sup> attempts; the second of two colliding names counts as taken.
   */
  public static String idOfUsername(String username) {
    return HashedId.of(ItemType.USERNAME, Username.canonical(username));
  }

  /** {@return the id of a slug's reservation: a prefix and the slug} */
  public static String idOfSlug(Slug slug) {
    return ItemType.SLUG + ItemType.SEPARATOR + slug.value();
  }

  /**
   * {@return whether a type is that of a reservation}
   *
   * @param type the type
   */
  public static boolean isReservation(@Nullable String type) {
    return ItemType.USERNAME.equals(type) || ItemType.SLUG.equals(type);
  }

  /** {@return whether a user holds the reservation} */
  public boolean heldBy(UserId user) {
    return user.value().equals(ownerId);
  }

  /** {@return the time of the reservation; 1970 if it is missing} */
  public Instant since() {
    return StoredProperties.date(id, reservedAt);
  }
}
