package dev.cosmosblog.examples.host;

import dev.cosmosblog.changefeed.observe.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.SetAsideItem;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;

/** Shows what a host handles, and what it could not. */
final class Handled implements ChangeFeedListener {
  private final Progress progress;
  private final Screen screen;

  Handled(Progress progress, Screen screen) {
    this.progress = progress;
    this.screen = screen;
  }

  @Override
  public void onBatch(BatchReport report) {
    progress.step(report.changes());
  }

  @Override
  public void onBatchFailed(ChangeSource source, RuntimeException failure) {
    screen.line("host: a batch of " + source + " failed and comes again: " + failure.getMessage());
  }

  @Override
  public void onSetAside(SetAsideItem item) {
    screen.line(
        "host: passed over item '%s' of partition '%s': %s"
            .formatted(item.itemId(), item.partition(), item.reason()));
  }
}
