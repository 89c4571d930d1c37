package dev.cosmosblog.changefeed.observe;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A range of a container that moved from one host to another.
 *
 * @param source the container
 * @param range the range, as its lease names it
 * @param fromHost the host that held the range, or null; {@link #from()} never returns null
 * @param toHost the host that holds the range now, or null; {@link #to()} never returns null
 */
public record LeaseMove(
    ChangeSource source, String range, @Nullable String fromHost, @Nullable String toHost) {
  /**
   * Returns the host that held the range.
   *
   * @return the host, or empty if none did
   */
  public Optional<String> from() {
    return Optional.ofNullable(fromHost);
  }

  /**
   * Returns the host that holds the range now.
   *
   * @return the host, or empty if none does
   */
  public Optional<String> to() {
    return Optional.ofNullable(toHost);
  }
}
