package dev.cosmosblog.maintenance.report;

import java.util.Locale;
import java.util.Objects;

/**
 * The place of an item: its container, its partition key and its id.
 *
 * @param container the container
 * @param partitionKey the value of the partition key, empty if the item has none that is a string
 * @param id the item's id
 */
public record ItemLocation(Container container, String partitionKey, String id) {
  /** A container of the blog, by its role. The host chooses its name. */
  public enum Container {
    /** Users, reserved usernames and post summaries. */
    USERS,
    /** Posts, comments and likes. */
    POSTS,
    /** The front page. */
    FEED,
    /** The archive; the partition key is the first day of the entry's bucket. */
    ARCHIVE
  }

  public ItemLocation {
    Objects.requireNonNull(container, "container");
    Objects.requireNonNull(partitionKey, "partitionKey");
    Objects.requireNonNull(id, "id");
  }

  @Override
  public String toString() {
    return container.name().toLowerCase(Locale.ROOT) + " " + partitionKey + "/" + id;
  }
}
