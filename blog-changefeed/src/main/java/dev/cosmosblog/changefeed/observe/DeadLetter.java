package dev.cosmosblog.changefeed.observe;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An item whose change couldn't be handled.
 *
 * <p>It is recorded in the leases container until the item is replayed or the retention ends. The
 * record contains keys and the reason, never the item's text.
 *
 * @param key the item, and the view that could not handle it
 * @param reason why the change couldn't be handled
 * @param since when the item was first dead-lettered
 * @param attempts the number of failed attempts to handle it
 */
public record DeadLetter(Key key, String reason, Instant since, int attempts) {
  /**
   * Identifies a dead letter. A view that can't handle an item has a separate dead letter for it.
   *
   * @param source the item's container
   * @param itemId the item's id, or an empty string if it is missing
   * @param partition the item's partition key, or an empty string if it is missing or not a string
   * @param view the custom view that couldn't handle the item; empty if the copies couldn't be
   *     updated
   */
  public record Key(ChangeSource source, String itemId, String partition, Optional<String> view) {
    public Key {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(itemId, "itemId");
      Objects.requireNonNull(partition, "partition");
      Objects.requireNonNull(view, "view");
    }
  }

  public DeadLetter {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(since, "since");
  }
}
