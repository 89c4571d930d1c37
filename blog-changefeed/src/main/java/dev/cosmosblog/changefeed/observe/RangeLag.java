package dev.cosmosblog.changefeed.observe;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lag of one range of a container.
 *
 * @param source the container
 * @param range the range, as its lease names it
 * @param heldBy the host that holds the range, or null; {@link #host()} never returns null
 * @param changes the number of changes that are not handled yet; a transaction counts as one
 * @param age the age of the oldest of them in whole seconds, by the clocks of Cosmos DB and this
 *     host; zero if there is none
 */
public record RangeLag(
    ChangeSource source, String range, @Nullable String heldBy, long changes, Duration age) {
  /**
   * Returns the host that holds the range.
   *
   * @return the host, or empty if none does
   */
  public Optional<String> host() {
    return Optional.ofNullable(heldBy);
  }
}
