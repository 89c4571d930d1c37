package dev.cosmosblog.maintenance.report;

import java.util.Locale;
import java.util.Objects;

/**
 * The location of an item: its container, partition key and id.
 *
 * @param container the container
 * @param partitionKey the value of the partition key, or empty if it is missing or not a string
 * @param id the item's id
 */
public record ItemLocation(Container container, String partitionKey, String id) {
  /** A container of the blog, by its role, whatever its name is. */
  public enum Container {
    /** Users, reserved usernames and post summaries. */
    USERS,
    /** Posts, comments and likes. */
    POSTS,
    /** The front page. */
    FEED,
    /** The listings; the partition key is the first day of the entry's bucket. */
    LISTINGS
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
