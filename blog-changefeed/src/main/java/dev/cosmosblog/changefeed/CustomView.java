package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.handler.ViewHandler;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.ViewConfig;
import java.util.List;

/** A custom view with its name and settings. */
record CustomView(String name, BlogView view, ViewConfig config) {
  /** The handlers of a view's changes, and of the batches of each container that it follows. */
  record Handlers(CustomView view, ViewHandler changes, List<BatchHandler> batches) {}
}
