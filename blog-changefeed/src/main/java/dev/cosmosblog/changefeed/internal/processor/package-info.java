/**
 * Connects the SDK's change feed processor to the change handlers. Start with {@link
 * dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner}.
 */
@NullMarked
package dev.cosmosblog.changefeed.internal.processor;

import org.jspecify.annotations.NullMarked;
