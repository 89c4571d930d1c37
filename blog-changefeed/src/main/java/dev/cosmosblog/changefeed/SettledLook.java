package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.SettlingRenames.Due;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks once more at renames and erasures when every replica has them, and has all that was written
 * with the old name before: what a replica that was behind hid from the spread and from {@link
 * NameCheck} is found now. An erasure that died on the way is brought to its end.
 */
final class SettledLook {
  private static final Logger LOG = LoggerFactory.getLogger(SettledLook.class);

  private final SettlingRenames renames;
  private final CopyWrites copies;
  private final NameSpreader spreader;
  private final Clock clock;
  private final Duration longest;

  SettledLook(
      SettlingRenames renames,
      CopyWrites copies,
      NameSpreader spreader,
      Clock clock,
      Duration longest) {
    this.renames = renames;
    this.copies = copies;
    this.spreader = spreader;
    this.clock = clock;
    this.longest = longest;
  }

  void look() {
    renames.take().forEach(this::spread);
  }

  private void spread(Due due) {
    try {
      copies
          .currentName(due.user())
          .ifPresentOrElse(
              name -> spreader.spread(due.user(), name, clock.instant().plus(longest)),
              () -> copies.finishErasure(due.user()));
      renames.done(due);
    } catch (UnfinishedException e) {
      LOG.info("A rename is due again: {}", e.getMessage());
    } catch (BlogException e) {
      // Those behind it are looked at all the same.
      LOG.warn("The rename of user {} could not be looked at, and is due again", due.user(), e);
    }
  }
}
