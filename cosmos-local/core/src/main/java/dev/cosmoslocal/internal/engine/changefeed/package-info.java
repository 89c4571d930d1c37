/**
 * The change feed of a container, in both modes. Enter at {@link
 * dev.cosmoslocal.internal.engine.changefeed.ChangeFeed}.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.changefeed;

import org.jspecify.annotations.NullMarked;
