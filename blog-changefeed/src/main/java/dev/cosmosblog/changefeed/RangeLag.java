package dev.cosmosblog.changefeed;

import java.time.Duration;
import java.util.Optional;

/**
 * How far the copies are behind with the changes of one range.
 *
 * @param feed the container
 * @param range the range, as its lease names it
 * @param host the host that is to bring the copies up, or empty where none holds the range now
 * @param changes how many changes are not handled yet; a transaction counts as one
 * @param age how long ago the oldest of them was written, in whole seconds, by the clocks of Cosmos
 *     DB and this host; zero where there is none
 */
public record RangeLag(
    SourceFeed feed, String range, Optional<String> host, long changes, Duration age) {}
