package dev.cosmosblog.store;

import java.util.Objects;

/**
 * A change that {@link BlogSchema#provision} makes to one container.
 *
 * @param container the container's name
 * @param missing whether it is created; otherwise it gets the schema's indexing policy and time to
 *     live
 */
public record SchemaChange(String container, boolean missing) {
  public SchemaChange {
    Objects.requireNonNull(container, "container");
  }
}
