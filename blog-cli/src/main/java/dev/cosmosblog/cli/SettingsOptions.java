package dev.cosmosblog.cli;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings that are stored in a blog, for commands that store them. */
final class SettingsOptions {
  private static final String ELSE = " (default: as stored, or ";

  @Option(
      names = "--summary-properties",
      paramLabel = "NAME",
      split = ",",
      description = "the custom properties that post summaries contain" + ELSE + "none)")
  private @Nullable List<String> summaryProperties;

  @Option(
      names = "--summary-length",
      paramLabel = "N",
      description =
          "characters of a summary without an excerpt" + ELSE + Content.SUMMARY_LENGTH + ")")
  private @Nullable Integer summaryLength;

  @Option(
      names = "--listings",
      arity = "0..1",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "the blog has listings" + ELSE + "false)")
  private @Nullable Boolean listings;

  @Option(
      names = "--front-page-size",
      paramLabel = "N",
      description =
          "posts on the front page" + ELSE + BlogDatabaseBuilder.DEFAULT_FRONT_PAGE_SIZE + ")")
  private @Nullable Integer frontPageSize;

  @Option(
      names = "--unique-usernames",
      arity = "1",
      paramLabel = "true|false",
      description = "whether a username belongs to one user" + ELSE + "true)")
  private @Nullable Boolean uniqueUsernames;

  @Option(
      names = "--deleted-retention",
      paramLabel = "PERIOD",
      description = "how long tombstones of deleted posts are stored" + ELSE + "P7D)")
  private @Nullable Duration deletedRetention;

  @Option(
      names = "--max-replica-lag",
      paramLabel = "PERIOD",
      description = "the maximum lag of a replica that is read" + ELSE + "PT1M)")
  private @Nullable Duration maxReplicaLag;

  /** Sets the given options, and takes the other settings from a database. */
  void applyTo(BlogDatabaseBuilder builder, BlogDatabase others, String listingsName) {
    builder
        .deletedRetention(deletedRetention == null ? others.deletedRetention() : deletedRetention)
        .maxReplicaLag(maxReplicaLag == null ? others.maxReplicaLag() : maxReplicaLag)
        .summaryProperties(
            (summaryProperties == null ? others.summaryProperties() : summaryProperties)
                .toArray(String[]::new))
        .summaryLength(summaryLength == null ? others.summaryLength() : summaryLength)
        .frontPageSize(frontPageSize == null ? others.frontPageSize() : frontPageSize)
        .uniqueUsernames(uniqueUsernames == null ? others.uniqueUsernames() : uniqueUsernames);
    String stored = others.containerNames().listings();
    if (listings == null ? stored != null : listings) {
      builder.listings(stored == null ? listingsName : stored);
    }
  }
}
