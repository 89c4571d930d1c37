package dev.cosmosblog.model.item;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A username's reservation, alone in its partition: a unique key policy holds within one only.
 *
 * @param id the id that {@link #idOf} returns
 * @param type {@link ItemType#USERNAME}
 * @param userId the partition key, equal to {@code id}
 * @param username the name as the owner writes it
 * @param ownerId the user that holds the name, or is about to
 * @param reservedAt the time of the reservation, in the form of {@link ItemDates}
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UsernameItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String username,
    @Nullable String ownerId,
    @Nullable String reservedAt) {
  // A multiple of three, so that Base64 needs no padding.
  private static final int ID_BYTES = 24;

  /** {@return the reservation of a name, made now for the user who is to hold it} */
  public static UsernameItem of(String username, UserId owner, Instant now) {
    String id = idOf(username);
    return new UsernameItem(
        id, ItemType.USERNAME, id, username, owner.value(), ItemDates.text(now));
  }

  /**
   * {@return the first 192 bits of the SHA-256 of {@link Username#canonical}} A name may contain
   * characters that an id may not, and each character of an id costs. A collision takes about
   * 2<sup>96</sup> attempts; the second of two colliding names counts as taken.
   */
  public static String idOf(String username) {
    byte[] name = Username.canonical(username).getBytes(StandardCharsets.UTF_8);
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(name);
      return UserId.RESERVED_PREFIX
          + Base64.getUrlEncoder().encodeToString(Arrays.copyOf(hash, ID_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
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
