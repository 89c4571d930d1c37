package dev.cosmosblog.store.query;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.store.internal.session.SessionProgress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The writes that a session has seen, so that another host can read at least these: {@link
 * dev.cosmosblog.store.BlogStore#withSession}. Clients may store it, for example in a cookie: its
 * text needs no escaping and names neither items nor containers.
 *
 * <p>A token has an entry for each physical partition that the session has used. Beyond {@link
 * #MAX_LENGTH} characters, which is about forty partitions, the entries that were used least
 * recently are left out; reads of these partitions are then as fresh as without a token.
 *
 * @param value the token's text: an opaque list of partitions and their progress
 */
public record SessionToken(@JsonValue String value) {
  /** The maximum length in characters, all of which are ASCII. */
  public static final int MAX_LENGTH = SessionProgress.MAX_LENGTH;

  /** A token without entries. */
  public static final SessionToken EMPTY = new SessionToken(SessionProgress.VERSION);

  /**
   * Checks a token's text.
   *
   * @throws InvalidInputException if it is too long, damaged, or of another version
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public SessionToken {
    Objects.requireNonNull(value, "value");
    if (!SessionProgress.isText(value)) {
      throw new InvalidInputException(
          "sessionToken",
          ("The text isn't a session token of version %s with at most %,d characters. Pass the"
                  + " text of a CommandResult's token, or use SessionToken.orEmpty to ignore an"
                  + " unreadable one.")
              .formatted(SessionProgress.VERSION, MAX_LENGTH));
    }
  }

  /**
   * {@return the token of a text that a client sent, or the empty token if the text is missing or
   * isn't a token}
   *
   * @param value the text, or null
   */
  public static SessionToken orEmpty(@Nullable String value) {
    if (value == null) {
      return EMPTY;
    }
    try {
      return new SessionToken(value);
    } catch (InvalidInputException notAToken) {
      return EMPTY;
    }
  }

  /**
   * {@return a token for the writes of both}
   *
   * @param newer the other token, whose entries are kept if there are too many
   */
  public SessionToken merge(SessionToken newer) {
    Objects.requireNonNull(newer, "newer");
    SessionProgress both = SessionProgress.parse(value);
    both.add(SessionProgress.parse(newer.value));
    return new SessionToken(both.text());
  }

  @Override
  public String toString() {
    return value;
  }
}
