package dev.cosmosblog.changefeed;

import java.time.Duration;

/**
 * What handling one batch of changes took.
 *
 * @param feed where the changes came from
 * @param changes how many there were, those that need nothing included
 * @param setAside how many of them were passed over
 * @param duration from the batch's arrival to its last write
 */
public record BatchReport(SourceFeed feed, int changes, int setAside, Duration duration) {}
