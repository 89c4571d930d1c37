package dev.cosmosblog.changefeed;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets items aside: writes them down first, and tells of them then. Where that can't be written
 * down, the batch fails and comes again, so that no item is lost.
 */
final class Aside {
  private static final Logger LOG = LoggerFactory.getLogger(Aside.class);

  private final SetAsideRecords records;
  private final SourceMonitor monitor;

  Aside(SetAsideRecords records, SourceMonitor monitor) {
    this.records = records;
    this.monitor = monitor;
  }

  void put(BlogItem item, RuntimeException reason) {
    SetAside aside = records.write(item, String.valueOf(reason.getMessage()));
    LOG.warn(
        "Set aside item '{}' of partition '{}' in {}: {}",
        item.id(),
        item.partition(),
        item.feed(),
        aside.reason());
    monitor.itemSetAside(aside);
  }
}
