package dev.cosmosblog.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;

/**
 * A post's id, and the partition key of the post, its comments and its likes.
 *
 * @param value 1 to 1,023 bytes in UTF-8, without {@code / \ ? #} and control characters, in
 *     Unicode's form NFC, not {@code .} or {@code ..}; any other throws an {@link
 *     InvalidInputException}
 */
public record PostId(@JsonValue String value) implements Serializable {
  public PostId {
    IdRules.check("post", value, IdRules.MAX_BYTES);
  }

  /** {@return the id with this value} */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static PostId of(String value) {
    return new PostId(value);
  }

  @Override
  public String toString() {
    return value;
  }
}
