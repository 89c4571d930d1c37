/**
 * The change handlers, which turn the changes of a container into writes of the copies. Start with
 * {@link dev.cosmosblog.changefeed.internal.handler.ChangeHandler}.
 */
@NullMarked
package dev.cosmosblog.changefeed.internal.handler;

import org.jspecify.annotations.NullMarked;
