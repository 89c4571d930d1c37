/**
 * The change handlers: functions from the changes of a container to writes of the copies. Enter at
 * {@link dev.cosmosblog.changefeed.internal.handler.ChangeHandler}. Changes of {@code users} go to
 * {@link dev.cosmosblog.changefeed.internal.handler.RenameHandler}; changes of {@code posts} go to
 * {@link dev.cosmosblog.changefeed.internal.handler.AuthorNameHandler} and {@link
 * dev.cosmosblog.changefeed.internal.handler.PostCopyHandler}.
 */
@NullMarked
package dev.cosmosblog.changefeed.internal.handler;

import org.jspecify.annotations.NullMarked;
