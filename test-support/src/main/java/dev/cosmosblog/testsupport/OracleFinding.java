package dev.cosmosblog.testsupport;

/**
 * A stored item that breaks an invariant.
 *
 * @param kind what is wrong with it
 * @param invariant the invariant, such as {@code I3}
 * @param container the role of its container: {@code users}, {@code posts}, {@code feed} or {@code
 *     archive}
 * @param partitionKey its partition key; empty if it is missing or not a string
 * @param id its id; of an entry of the front page, the post's id
 * @param detail what was found and what is expected
 */
public record OracleFinding(
    Kind kind, String invariant, String container, String partitionKey, String id, String detail) {
  /** What is wrong with an item. */
  public enum Kind {
    DEAD_LETTER,
    DUPLICATE_LIKE,
    LEFTOVER,
    MISSING_AUTHOR,
    MISSING_ENTRY,
    MISSING_SUMMARY,
    ORPHAN,
    OVERDUE_POST,
    STALE_ENTRY,
    STALE_NAME,
    STALE_SUMMARY,
    SURPLUS_ENTRY,
    SURPLUS_SUMMARY,
    TAKEN_NAME,
    UNFINISHED_ERASURE,
    UNGUARDED_LIKE,
    UNREADABLE_ITEM,
    UNRESERVED_NAME,
    UNUSED_RESERVATION,
    WRONG_COUNT,
    WRONG_FRONT_PAGE
  }

  @Override
  public String toString() {
    return "%s: item '%s' in partition '%s' of %s %s"
        .formatted(invariant, id, partitionKey, container, detail);
  }
}
