package dev.cosmosblog.changefeed;

import java.util.Optional;

/**
 * A range of a container passed from one host to another.
 *
 * @param feed the container
 * @param range the range, as its lease names it
 * @param from the host that held it, or empty where none did
 * @param to the host that holds it, or empty where none does
 */
public record LeaseMove(
    SourceFeed feed, String range, Optional<String> from, Optional<String> to) {}
