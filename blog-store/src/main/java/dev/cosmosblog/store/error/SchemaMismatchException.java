package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import org.jspecify.annotations.Nullable;

/** A container is there, but not as the blog needs it; the message says what to do. */
public final class SchemaMismatchException extends BlogException {
  private static final long serialVersionUID = 1L;

  public SchemaMismatchException(String container, Object expected, Object found) {
    super(
        "The container '%s' has the partition key %s and should have %s. Give the blog a container of another name, or copy its items into a new one."
            .formatted(container, found, expected));
  }

  /**
   * A container whose items do not live as they must: by default for ever, or for a time of their
   * own.
   */
  public SchemaMismatchException(String container, @Nullable Integer defaultTimeToLive) {
    super(
        "The container '%s' has %s and should have the default time to live -1, so that items live for ever unless they say otherwise. Set it, or provision the container with BlogSchema where it has none."
            .formatted(
                container,
                defaultTimeToLive == null
                    ? "no time to live"
                    : "the default time to live " + defaultTimeToLive));
  }
}
