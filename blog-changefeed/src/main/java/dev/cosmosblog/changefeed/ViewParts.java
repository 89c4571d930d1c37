package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.DeadLetterSink;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.SourceMonitor;
import java.util.List;

/** The parts of one custom view: its handler, and the parts for each container. */
record ViewParts(
    ViewHandler handler,
    DeadLetterSink deadLetters,
    CostMeter costs,
    TimeLimit time,
    List<SourceMonitor> monitors) {

  BatchHandler batches(SourceMonitor monitor) {
    return new BatchHandler(
        BlogChange::readForView, List.of(handler), monitor, deadLetters, costs, time);
  }
}
