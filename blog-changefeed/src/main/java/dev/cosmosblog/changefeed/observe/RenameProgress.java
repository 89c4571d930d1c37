package dev.cosmosblog.changefeed.observe;

import dev.cosmosblog.model.UserId;

/**
 * The progress of writing a renamed user's name to the user's posts, comments and likes.
 *
 * @param user the renamed user
 * @param version the version of the user that the name belongs to
 * @param written the number of items that received the name in this pass
 * @param finished whether this pass is complete
 */
public record RenameProgress(UserId user, long version, long written, boolean finished) {}
