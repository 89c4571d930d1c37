/**
 * The change handlers: functions from the changes of a container to writes of the copies. Enter at
 * {@link dev.cosmosblog.changefeed.internal.handler.ChangeHandler}.
 */
@NullMarked
package dev.cosmosblog.changefeed.internal.handler;

import org.jspecify.annotations.NullMarked;
