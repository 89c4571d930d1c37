package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.store.internal.item.BlogContainer;
import java.util.Objects;
import java.util.Optional;

/**
 * What to read next of a container that is read from end to end: posts in the order of their
 * partition key, so that what belongs to one post stands together; users in the order of ids. It is
 * values alone, so that a scan can be gone on with by another process.
 *
 * @param container the container, {@link BlogContainer#USERS} or {@link BlogContainer#POSTS}
 * @param after the partition key, of users the id, after which to go on, or empty at the range's
 *     beginning
 * @param count how many items to read at most, at least 1
 */
public record ItemScan(BlogContainer container, String range, Optional<String> after, int count) {
  /** Checks that nothing is missing. */
  public ItemScan {
    Objects.requireNonNull(container, "container");
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(after, "after");
  }
}
