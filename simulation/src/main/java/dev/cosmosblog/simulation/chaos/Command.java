package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.store.command.Erasure;
import java.time.Instant;
import java.util.Optional;

/**
 * A command, with everything needed to repeat it.
 *
 * @param verb the kind of command
 * @param value the value to write: a name, or the token that the texts consist of; for an erasure,
 *     its kind
 * @param date the creation date, if it isn't now
 */
record Command(Verb verb, Target target, String userId, String value, Optional<Instant> date) {
  static Command of(Verb verb, Target target, String userId, String value) {
    return new Command(verb, target, userId, value, Optional.empty());
  }

  /** Returns whether the command removes everything that a user wrote. */
  boolean removesAllOfUser() {
    return verb == Verb.ERASE_USER && value.equals(Erasure.REMOVE.name());
  }

  Command writtenAt(Instant when) {
    return new Command(verb, target, userId, value, Optional.of(when));
  }

  /** A kind of command. */
  enum Verb {
    CREATE_USER(Effect.CREATE),
    RENAME_USER(Effect.CHANGE),
    ERASE_USER(Effect.REMOVE),
    CREATE_POST(Effect.CREATE),
    EDIT_POST(Effect.CHANGE),
    DELETE_POST(Effect.REMOVE),
    CREATE_COMMENT(Effect.CREATE),
    EDIT_COMMENT(Effect.CHANGE),
    DELETE_COMMENT(Effect.REMOVE),
    LIKE_POST(Effect.CREATE),
    UNLIKE_POST(Effect.REMOVE);

    /** The effect on the target. Creating an existing target leaves it unchanged. */
    enum Effect {
      CREATE,
      CHANGE,
      REMOVE
    }

    private final Effect effect;

    Verb(Effect effect) {
      this.effect = effect;
    }

    Effect effect() {
      return effect;
    }
  }

  /**
   * The target of a command.
   *
   * @param kind what kind of item
   * @param partition the post's id, or the user's
   * @param id the comment's id, the liker's, or the same as the partition
   */
  record Target(Kind kind, String partition, String id) {
    enum Kind {
      USER,
      POST,
      COMMENT,
      LIKE
    }

    static Target user(String id) {
      return new Target(Kind.USER, id, id);
    }

    static Target post(String id) {
      return new Target(Kind.POST, id, id);
    }

    static Target comment(String postId, String id) {
      return new Target(Kind.COMMENT, postId, id);
    }

    static Target like(String postId, String userId) {
      return new Target(Kind.LIKE, postId, userId);
    }

    Target post() {
      return post(partition);
    }
  }

  /** Texts that repeat a token, so that a partial edit is noticed. */
  static final class Texts {
    private static final int LONGEST = 160;
    private static final String FILLER = "and so on \u00e9\ud83d\ude00 ";

    private Texts() {}

    /** A content that is sometimes longer than its summary and begins with its token. */
    static String content(String mark) {
      StringBuilder content = new StringBuilder(mark).append(": ");
      int length = Math.floorMod(mark.hashCode(), LONGEST);
      while (content.length() < length) {
        content.append(FILLER);
      }
      return content.toString();
    }
  }
}
