package dev.cosmosblog.changefeed.observe;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An item whose change could not be handled. Its record, without the item's text, stays in the
 * leases container until the item is replayed or the retention time ends.
 *
 * @param source the item's container
 * @param itemId the item's id, or an empty text if it has none
 * @param partition the item's partition key, or an empty text if it is missing or not a text
 * @param reason why the change could not be handled; never the item's text
 * @param since when the item was first set aside
 * @param attempts the number of failed attempts to handle it
 * @param view the view of the host's own that could not handle it; empty if the copies could not
 */
public record DeadLetter(
    ChangeSource source,
    String itemId,
    String partition,
    String reason,
    Instant since,
    int attempts,
    Optional<String> view) {
  public DeadLetter {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(itemId, "itemId");
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(view, "view");
  }

  /** An item that could not be handled for the copies. */
  public DeadLetter(
      ChangeSource source,
      String itemId,
      String partition,
      String reason,
      Instant since,
      int attempts) {
    this(source, itemId, partition, reason, since, attempts, Optional.empty());
  }

  /**
   * {@return the same item, which a view of the host's own could not handle}
   *
   * @param name the view's name
   */
  public DeadLetter ofView(String name) {
    Objects.requireNonNull(name, "name");
    return new DeadLetter(source, itemId, partition, reason, since, attempts, Optional.of(name));
  }
}
