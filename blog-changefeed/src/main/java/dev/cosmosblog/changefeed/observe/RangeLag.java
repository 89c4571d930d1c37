package dev.cosmosblog.changefeed.observe;

import java.time.Duration;
import java.util.Optional;

/**
 * The lag of one range of a container.
 *
 * @param source the container
 * @param range the range, as its lease names it
 * @param host the host that holds the range, or empty if none does
 * @param changes the number of changes that are not handled yet; a transaction counts as one
 * @param age the age of the oldest of them in whole seconds, by the clocks of Cosmos DB and this
 *     host; zero if there is none
 */
public record RangeLag(
    ChangeSource source, String range, Optional<String> host, long changes, Duration age) {}
