package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChange.UserChange;
import dev.cosmosblog.changefeed.BlogChange.UserErasure;
import dev.cosmosblog.model.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From users to posts: writes a renamed user's name to all that the user wrote, once for several
 * renames in a batch. An item that is written with the old name while the spread runs is found by
 * {@link NameCheck} instead. An erasure is looked at once more, as a rename is. The batch ends in
 * time for its lease, and comes again for what is left.
 */
final class NameSpread implements ChangeHandler {
  private final NameSpreader spreader;
  private final Settling settling;
  private final Clock clock;
  private final Duration longest;

  NameSpread(NameSpreader spreader, Settling settling, Clock clock, Duration longest) {
    this.spreader = spreader;
    this.settling = settling;
    this.clock = clock;
    this.longest = longest;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, UserChange> newest = new HashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof UserChange user) {
        newest.merge(user.user(), user, NameSpread::newer);
      } else if (change instanceof UserErasure erasure) {
        settling.afterRename(erasure.user(), erasure.written(), clock.instant());
      }
    }
    Instant until = clock.instant().plus(longest);
    newest.values().forEach(user -> spread(user, until));
  }

  private void spread(UserChange user, Instant until) {
    // Nothing can carry an older name than a user's first.
    if (user.name().version() > 0) {
      Instant begun = clock.instant();
      spreader.spread(user.user(), user.name(), until);
      settling.afterRename(user.user(), user.written(), begun);
    }
  }

  private static UserChange newer(UserChange one, UserChange other) {
    return one.name().version() >= other.name().version() ? one : other;
  }
}
