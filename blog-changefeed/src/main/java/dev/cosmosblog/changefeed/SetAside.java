package dev.cosmosblog.changefeed;

/**
 * A change that can't be handled, and was passed over so that it stops nothing else.
 *
 * @param feed where it came from
 * @param itemId the item's id, or an empty text where it has none
 * @param partition the item's partition key, or an empty text where it has none
 * @param reason why it can't be handled; never the item's text
 */
public record SetAside(SourceFeed feed, String itemId, String partition, String reason) {}
