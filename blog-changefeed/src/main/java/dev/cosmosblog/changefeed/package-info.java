/**
 * The change feed of a blog, which a host starts so that the denormalized copies are updated. Start
 * with {@link dev.cosmosblog.changefeed.BlogChangeFeed}; tests step through the same changes
 * manually with {@link dev.cosmosblog.changefeed.SteppedChangeFeed}.
 */
@NullMarked
package dev.cosmosblog.changefeed;

import org.jspecify.annotations.NullMarked;
