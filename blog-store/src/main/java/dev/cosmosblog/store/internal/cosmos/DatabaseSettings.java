package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.ContainerNames;
import java.time.Duration;
import java.util.Set;

/** The settings that all parts of a database share. */
public record DatabaseSettings(
    ContainerNames names,
    int frontPageSize,
    boolean uniqueUsernames,
    Duration deletedRetention,
    Set<String> summaryProperties) {
  public DatabaseSettings {
    summaryProperties = Set.copyOf(summaryProperties);
  }
}
