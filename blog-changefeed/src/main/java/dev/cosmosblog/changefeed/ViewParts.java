package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.CostMeter;
import dev.cosmosblog.changefeed.internal.processor.DeadLetterRecords;
import dev.cosmosblog.changefeed.internal.processor.SourceMonitor;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The parts of one view of the host's own: its handler, and what each of its containers has. */
record ViewParts(
    ViewHandler handler,
    DeadLetterRecords deadLetters,
    CostMeter costs,
    Clock clock,
    List<SourceMonitor> monitors,
    Duration longest) {

  /** Sets an item aside for the view, and tells the monitor of its container. */
  static void deadLetters(
      DeadLetterRecords records,
      List<SourceMonitor> monitors,
      ItemPlace item,
      UserId author,
      RuntimeException failure) {
    DeadLetter record = records.add(item, author.value(), failure);
    monitors.stream()
        .filter(monitor -> monitor.source() == record.source())
        .forEach(monitor -> monitor.itemDeadLettered(record));
  }

  BatchHandler batches(SourceMonitor monitor) {
    return new BatchHandler(
        BlogChange::readForView, List.of(handler), monitor, deadLetters, costs, clock, longest);
  }
}
