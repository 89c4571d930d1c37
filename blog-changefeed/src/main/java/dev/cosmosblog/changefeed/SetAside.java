package dev.cosmosblog.changefeed;

import java.time.Instant;

/**
 * A change that can't be handled, and was passed over so that it stops nothing else. It is written
 * down beside the leases, without the item's text, until it is replayed or its retention ends.
 *
 * @param feed the item's container
 * @param itemId the item's id, or an empty text where it has none
 * @param partition the item's partition key, or an empty text where it has none
 * @param reason why it can't be handled; never the item's text
 * @param since when it was set aside first
 * @param attempts how often it could not be handled
 */
public record SetAside(
    SourceFeed feed, String itemId, String partition, String reason, Instant since, int attempts) {}
