package dev.cosmosblog.testsupport;

/**
 * A stored item that breaks an invariant.
 *
 * @param kind what is wrong with it
 * @param invariant the invariant, such as {@code I3}
 * @param container the role of its container: {@code users}, {@code posts}, {@code feed} or {@code
 *     listings}
 * @param partitionKey its partition key; empty if it is missing or not a string
 * @param id its id; of an entry of the front page, the post's id
 * @param detail what was found and what is expected
 */
public record OracleFinding(
    Kind kind, String invariant, String container, String partitionKey, String id, String detail) {
  /** The kinds of errors. */
  public enum Kind {
    DEAD_LETTER("I10"),
    DUPLICATE_LIKE("I2"),
    LEFTOVER("I9"),
    MISSING_AUTHOR("I3"),
    MISSING_ENTRY("I14"),
    MISSING_SUMMARY("I3"),
    ORPHAN("I9"),
    OVERDUE_POST("I13"),
    STALE_ENTRY("I14"),
    STALE_NAME("I8"),
    STALE_SUMMARY("I3"),
    SURPLUS_ENTRY("I14"),
    SURPLUS_SUMMARY("I9"),
    TAKEN_NAME("I6"),
    TAKEN_SLUG("I6"),
    UNFINISHED_ERASURE("I9"),
    UNGUARDED_LIKE("I2"),
    UNREADABLE_ITEM("I10"),
    UNRESERVED_NAME("I6"),
    UNRESERVED_SLUG("I6"),
    UNUSED_RESERVATION("I6"),
    WRONG_COUNT("I1"),
    WRONG_FRONT_PAGE("I5"),
    WRONG_TAG("I14");

    /** The invariant that is broken, unless a finding is about another one. */
    final String invariant;

    Kind(String invariant) {
      this.invariant = invariant;
    }
  }

  @Override
  public String toString() {
    return "%s: item '%s' in partition '%s' of %s %s"
        .formatted(invariant, id, partitionKey, container, detail);
  }
}
