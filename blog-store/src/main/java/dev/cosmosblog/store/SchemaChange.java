package dev.cosmosblog.store;

import java.util.Objects;

/**
 * A change by {@link BlogSchema#provision} to one container.
 *
 * @param container the container's name
 * @param missing whether the container is created; otherwise its indexing policy or time to live is
 *     changed
 */
public record SchemaChange(String container, boolean missing) {
  public SchemaChange {
    Objects.requireNonNull(container, "container");
  }
}
