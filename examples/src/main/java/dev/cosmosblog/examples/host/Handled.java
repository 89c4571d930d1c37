package dev.cosmosblog.examples.host;

import dev.cosmosblog.changefeed.BatchReport;
import dev.cosmosblog.changefeed.ChangeFeedListener;
import dev.cosmosblog.changefeed.SetAside;
import dev.cosmosblog.changefeed.SourceFeed;
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
  public void onBatchFailed(SourceFeed feed, RuntimeException failure) {
    screen.line("host: a batch of " + feed + " failed and comes again: " + failure.getMessage());
  }

  @Override
  public void onSetAside(SetAside item) {
    screen.line(
        "host: passed over item '%s' of partition '%s': %s"
            .formatted(item.itemId(), item.partition(), item.reason()));
  }
}
