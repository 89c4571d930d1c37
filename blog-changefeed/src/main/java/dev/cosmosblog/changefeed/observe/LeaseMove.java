package dev.cosmosblog.changefeed.observe;

import java.util.Optional;

/**
 * A range of a container that moved from one host to another.
 *
 * @param source the container
 * @param range the range, as its lease names it
 * @param from the host that held the range, or empty if none did
 * @param to the host that holds the range now, or empty if none does
 */
public record LeaseMove(
    ChangeSource source, String range, Optional<String> from, Optional<String> to) {}
