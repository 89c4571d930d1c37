package dev.cosmosblog.changefeed.observe;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * An item whose change could not be handled. Its record in the leases container holds keys and the
 * reason, never the item's text, until the item is replayed or the retention ends.
 *
 * @param key the item, and the view that could not handle it
 * @param reason why the change could not be handled
 * @param since when the item was first dead-lettered
 * @param attempts the number of failed attempts to handle it
 */
public record DeadLetter(Key key, String reason, Instant since, int attempts) {
  /**
   * Identifies a dead letter: a view that cannot handle an item has its own dead letter of it.
   *
   * @param source the item's container
   * @param itemId the item's id, or an empty text if it has none
   * @param partition the item's partition key, or an empty text if it is missing or not a text
   * @param view the custom view that could not handle the item; empty if the copies could not be
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
