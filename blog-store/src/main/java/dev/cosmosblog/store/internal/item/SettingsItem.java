package dev.cosmosblog.store.internal.item;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all hosts of a blog share, stored in the container {@code feed}. Durations have
 * the format of ISO 8601. The listings are the name of their container, or null.
 */
public record SettingsItem(
    String id,
    String type,
    int schemaVersion,
    int frontPageSize,
    boolean uniqueUsernames,
    String deletedRetention,
    String maxReplicaLag,
    @Nullable String listings,
    List<String> summaryProperties,
    int summaryLength) {
  /** The item's id, type and partition key. */
  public static final String ID = "settings";

  /**
   * The version of the stored items that this version of the library writes and reads. It grows
   * with a change that hosts of the version before can't handle.
   */
  public static final int SCHEMA_VERSION = 1;
}
