/**
 * The change feed of a blog, which a host starts to keep the denormalized copies equal to their
 * sources. Enter at {@link dev.cosmosblog.changefeed.BlogChangeFeed}; tests step the same handlers
 * manually with {@link dev.cosmosblog.changefeed.SteppedChangeFeed}.
 */
@NullMarked
package dev.cosmosblog.changefeed;

import org.jspecify.annotations.NullMarked;
