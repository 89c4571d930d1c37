package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes a user's name to all that carries an older one: the items of each page at once, on a
 * bounded number of threads. It can end anywhere and begin again, since what was written is not
 * found again. An item that can't take the name is set aside and stops no other.
 */
final class NameSpreader {
  private final CopyWrites copies;
  private final Parallel parallel;
  private final Aside aside;
  private final SourceMonitor monitor;
  private final Clock clock;

  NameSpreader(
      CopyWrites copies, Parallel parallel, Aside aside, SourceMonitor monitor, Clock clock) {
    this.copies = copies;
    this.parallel = parallel;
    this.aside = aside;
    this.monitor = monitor;
    this.clock = clock;
  }

  /** Ends when all is written, or with an exception after the page in which the time came. */
  void spread(UserId user, VersionedName name, Instant until) {
    AtomicLong written = new AtomicLong();
    copies.eachCarrier(
        user,
        name,
        carriers -> {
          write(carriers, name, written);
          tell(user, name, written.get(), false);
          if (clock.instant().isAfter(until)) {
            throw new UnfinishedException("The rename of user " + user + " goes on later.");
          }
        });
    tell(user, name, written.get(), true);
  }

  private void write(List<AuthoredItem> carriers, VersionedName name, AtomicLong written) {
    parallel.forEach(
        carriers,
        carrier -> {
          try {
            written.addAndGet(copies.copyName(carrier, name) ? 1 : 0);
          } catch (RuntimeException e) {
            aside.put(BlogItem.of(carrier), ChangeHandlers.ofItem(e));
          }
        });
  }

  private void tell(UserId user, VersionedName name, long written, boolean finished) {
    monitor.spread(new SpreadProgress(user, name.version(), written, finished));
  }
}
