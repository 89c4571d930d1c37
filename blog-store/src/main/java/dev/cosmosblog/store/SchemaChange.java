package dev.cosmosblog.store;

import java.util.Objects;

/**
 * A change that {@link BlogSchema#provision} makes to one container.
 *
 * @param container the container's name
 * @param missing whether it is created; otherwise its indexing policy and time to live are changed
 */
public record SchemaChange(String container, boolean missing) {
  public SchemaChange {
    Objects.requireNonNull(container, "container");
  }
}
