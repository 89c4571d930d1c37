package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.ViewConfig;
import java.util.List;

/** A custom view under its name, and how it is maintained. */
record CustomView(String name, BlogView view, ViewConfig config) {
  /**
   * The handlers of a view: of its changes, and of the batches of each container that it follows.
   */
  record Handlers(CustomView view, ViewHandler changes, List<BatchHandler> batches) {}
}
