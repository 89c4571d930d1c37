/**
 * Observes a running change feed: its events, the health of one host, and the lag over all hosts.
 * Start with {@link dev.cosmosblog.changefeed.observe.ChangeFeedListener}.
 */
@NullMarked
package dev.cosmosblog.changefeed.observe;

import org.jspecify.annotations.NullMarked;
