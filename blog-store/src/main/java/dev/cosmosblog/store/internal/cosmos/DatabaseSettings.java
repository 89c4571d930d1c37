package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.SettingsItem;
import java.time.Duration;
import java.util.Set;

/** The settings that all parts of a database share. */
public record DatabaseSettings(
    ContainerNames names,
    int frontPageSize,
    boolean uniqueUsernames,
    Duration deletedRetention,
    Duration maxReplicaLag,
    SummaryRule summaryRule) {

  /** Returns the settings that all hosts of the blog share. */
  SettingsItem item() {
    return new SettingsItem(
        SettingsItem.ID,
        SettingsItem.ID,
        SettingsItem.SCHEMA_VERSION,
        frontPageSize,
        uniqueUsernames,
        deletedRetention.toString(),
        maxReplicaLag.toString(),
        names.listings(),
        summaryRule.properties().stream().sorted().toList(),
        summaryRule.length());
  }

  /** Returns the same names of containers, except for that of listings, with shared settings. */
  DatabaseSettings with(SettingsItem item) {
    return new DatabaseSettings(
        new ContainerNames(
            names.users(), names.posts(), names.feed(), names.leases(), item.listings()),
        item.frontPageSize(),
        item.uniqueUsernames(),
        Duration.parse(item.deletedRetention()),
        Duration.parse(item.maxReplicaLag()),
        new SummaryRule(Set.copyOf(item.summaryProperties()), item.summaryLength()));
  }
}
