package dev.cosmosblog.changefeed.observe;

import java.time.Duration;

/**
 * A batch of changes that was handled.
 *
 * @param source the container that the changes came from
 * @param changes the number of changes, including those that need no write
 * @param setAside the number of changes that were set aside
 * @param duration the time from the batch's arrival to its last write
 */
public record BatchReport(ChangeSource source, int changes, int setAside, Duration duration) {}
