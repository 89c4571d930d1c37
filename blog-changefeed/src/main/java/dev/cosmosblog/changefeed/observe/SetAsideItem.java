package dev.cosmosblog.changefeed.observe;

import java.time.Instant;
import java.util.Objects;

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
 */
public record SetAsideItem(
    ChangeSource source,
    String itemId,
    String partition,
    String reason,
    Instant since,
    int attempts) {
  public SetAsideItem {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(itemId, "itemId");
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(since, "since");
  }
}
