/**
 * Everything between the SDK's change feed processor and the change handlers. Enter at {@link
 * dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner}.
 */
@NullMarked
package dev.cosmosblog.changefeed.internal.processor;

import org.jspecify.annotations.NullMarked;
