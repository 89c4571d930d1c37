/**
 * Everything between the SDK's change feed processor and the change handlers: {@link
 * dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner} runs the processor of one
 * container, {@link dev.cosmosblog.changefeed.internal.processor.BatchHandler} takes its batches,
 * {@link dev.cosmosblog.changefeed.internal.processor.ProcessorWatchdog} restarts it when it
 * stalls, and {@link dev.cosmosblog.changefeed.internal.processor.SetAsideRecords} keeps what could
 * not be handled.
 */
@NullMarked
package dev.cosmosblog.changefeed.internal.processor;

import org.jspecify.annotations.NullMarked;
