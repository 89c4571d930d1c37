/**
 * What a host can observe of a running change feed: the events that a {@link
 * dev.cosmosblog.changefeed.observe.ChangeFeedListener} receives, the {@link
 * dev.cosmosblog.changefeed.observe.ChangeFeedHealth} of one host, and the {@link
 * dev.cosmosblog.changefeed.observe.ChangeFeedLag} of all hosts together.
 */
@NullMarked
package dev.cosmosblog.changefeed.observe;

import org.jspecify.annotations.NullMarked;
