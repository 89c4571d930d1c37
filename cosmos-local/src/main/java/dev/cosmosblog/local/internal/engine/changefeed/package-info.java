/**
 * The change feed of a container, in both modes. Enter at {@link
 * dev.cosmosblog.local.internal.engine.changefeed.ChangeFeed}.
 */
@NullMarked
package dev.cosmosblog.local.internal.engine.changefeed;

import org.jspecify.annotations.NullMarked;
