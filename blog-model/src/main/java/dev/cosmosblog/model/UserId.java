package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.util.List;

/**
 * A user's id, and the partition key of the user and of the summaries of the user's posts.
 *
 * @param value an id by the rules of {@link PostId}, of at most {@link #MAX_BYTES}, without the
 *     {@link #RESERVED_PREFIXES}
 */
public record UserId(@JsonValue String value) implements Serializable {
  /** The prefixes of the ids of reservations, which are in the same container as users. */
  public static final List<String> RESERVED_PREFIXES = List.of("username~", "slug~");

  /** The maximum length of an id in bytes, because a like's id is five bytes and the user's id. */
  public static final int MAX_BYTES = 1_018;

  public UserId {
    IdRules.check("user", value, MAX_BYTES);
    RESERVED_PREFIXES.forEach(prefix -> IdRules.checkPrefix("user", value, prefix));
  }

  /** {@return the id with this value} */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static UserId of(String value) {
    return new UserId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
