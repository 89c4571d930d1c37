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
 * A username's reservation: one item, alone in its partition, that is created but never replaced
 * while its owner holds the name. A unique key policy can't do this: it holds within one logical
 * partition only.
 *
 * @param id {@link #idOf}
 * @param type {@link ItemType#USERNAME}
 * @param userId equals {@code id}: the partition key
 * @param username the name as its owner writes it
 * @param ownerId the user that holds the name, or is about to
 * @param reservedAt when it was reserved, as {@link ItemDates} writes it
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record UsernameItem(
    @Nullable String id,
    @Nullable String type,
    @Nullable String userId,
    @Nullable String username,
    @Nullable String ownerId,
    @Nullable String reservedAt) {
  /** A multiple of three, so that Base64 needs no padding. */
  private static final int ID_BYTES = 24;

  /**
   * A new reservation.
   *
   * @param username the name
   * @param owner who is to hold it
   * @param now when
   * @return the item
   */
  public static UsernameItem of(String username, UserId owner, Instant now) {
    String id = idOf(username);
    return new UsernameItem(
        id, ItemType.USERNAME, id, username, owner.value(), ItemDates.text(now));
  }

  /**
   * The id, and partition key, of a name's reservation: of the SHA-256 of {@link
   * Username#canonical}, since a name may hold what an id may not, the first 192 bits, since each
   * character of an id is indexed and paid for. Who wants two names with one id has to try some
   * 2<sup>96</sup>, and gains that the second one counts as taken.
   *
   * @param username the name
   * @return the id
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

  /**
   * Whether the reservation is the given user's.
   *
   * @param user the user
   * @return whether it is
   */
  public boolean heldBy(UserId user) {
    return user.value().equals(ownerId);
  }

  /**
   * When the name was reserved.
   *
   * @return the date, 1970 where it is missing
   * @throws dev.cosmosblog.model.MalformedItemException if it is no date
   */
  public Instant since() {
    return Stored.date(id, reservedAt);
  }
}
