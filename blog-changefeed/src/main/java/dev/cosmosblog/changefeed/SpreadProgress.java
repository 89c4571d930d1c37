package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.UserId;

/**
 * How far a rename has come.
 *
 * @param user who was renamed
 * @param version the version of the user whose name is spread
 * @param written how many items were given the name since this spread began
 * @param finished whether none is left that this spread could find
 */
public record SpreadProgress(UserId user, long version, long written, boolean finished) {}
