package dev.cosmosblog.store.error;

import dev.cosmosblog.model.BlogException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A container has another partition key or time to live than the blog needs, or items that would
 * expire with it; the message says what to do.
 */
public final class SchemaMismatchException extends BlogException {
  private static final long serialVersionUID = 1L;

  /**
   * The container's partition key is wrong.
   *
   * @param container its name
   * @param expected the paths that the key should have
   * @param found the paths that it has
   */
  public SchemaMismatchException(String container, Object expected, Object found) {
    super(
        ("The container '%s' has the partition key %s and should have %s. Give the blog a"
                + " container of another name, or copy its items into a new one.")
            .formatted(container, found, expected));
  }

  /**
   * The container's default time to live is wrong.
   *
   * @param container its name
   * @param defaultTimeToLive the time to live that it has, or null for none
   */
  public SchemaMismatchException(String container, @Nullable Integer defaultTimeToLive) {
    super(
        ("The container '%s' has %s and should have the default time to live -1, so that items live"
                + " forever unless they say otherwise. Set it, or provision the container with"
                + " BlogSchema where it has none.")
            .formatted(
                container,
                defaultTimeToLive == null
                    ? "no time to live"
                    : "the default time to live " + defaultTimeToLive));
  }

  /**
   * Items have a time to live, which has no effect yet, and would be deleted if the container's was
   * enabled.
   *
   * @param container the container's name
   * @param items the number of such items
   * @param ids the ids of some
   */
  public SchemaMismatchException(String container, long items, List<String> ids) {
    super(
        ("The container '%s' needs a time to live, and %d of its items have a number in 'ttl', such"
                + " as %s. Cosmos DB would delete them when their time is over. Remove 'ttl' from"
                + " the items that must stay, or provision with BlogSchema.acceptExpiry().")
            .formatted(container, items, ids));
  }
}
