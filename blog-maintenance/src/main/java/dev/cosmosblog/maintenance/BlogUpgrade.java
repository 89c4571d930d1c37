package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunStep;
import dev.cosmosblog.maintenance.internal.RunTimer.Sleeper;
import dev.cosmosblog.maintenance.internal.UpgradeSteps;
import dev.cosmosblog.maintenance.internal.VerifySteps;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.SchemaChange;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Converts a database of the article's V1, V2 or V3, or of another implementation of the article,
 * to this library's form, in place, while the application writes through {@link
 * dev.cosmosblog.store.BlogStore}. Nothing that users wrote is lost.
 *
 * <p>It first creates or changes containers. Then it gives users, posts, comments and likes what
 * they lack, page by page and many items per batch; sets counts in one write that fails if a
 * comment or like was added or removed meanwhile; deletes duplicate likes and subtracts them in one
 * transaction; and writes copies. Finally it verifies and repairs everything, as {@link
 * BlogVerifier} does, at the cost of a repair.
 *
 * <p>A page takes one query, one lookup each for authors, copies and posts, and a batch for up to
 * 99 items of one post that lack something. A post without counts takes one read, one count and one
 * patch; a copy takes one write.
 *
 * <p>After each page the checkpoint is stored in the leases container. A call with the same
 * settings in any process continues there and repeats at most one page. With another date property
 * or other former users it starts from the beginning. Exact counts need a single write region. A
 * container with another partition key is a {@link
 * dev.cosmosblog.store.error.SchemaMismatchException}.
 */
public final class BlogUpgrade {
  private static final int COMPLETE = 100;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final BlogAccess.Settings settings;
  private final Optional<String> formerUsers;
  private final Optional<String> dateProperty;
  private final boolean restart;

  BlogUpgrade(
      BlogAccess.Settings settings,
      @Nullable String formerUsers,
      @Nullable String dateProperty,
      boolean restart) {
    this.settings = settings;
    this.formerUsers = Optional.ofNullable(formerUsers);
    this.dateProperty = Optional.ofNullable(dateProperty);
    this.restart = restart;
  }

  /**
   * {@return a builder with defaults}
   *
   * @param database the blog's database
   */
  public static BlogUpgradeBuilder builder(BlogDatabase database) {
    return new BlogUpgradeBuilder(database);
  }

  /**
   * Reports what {@link #upgrade()} would do, and writes nothing, not even a checkpoint. Some
   * things show only when items are written: copies that become stale because their post changes,
   * items without a post that fill more than a page, and writes that Cosmos DB would refuse. It
   * keeps about 200 bytes per user in memory, to find users with one name. {@code /postId} must be
   * indexed in the container of posts, as it is by default.
   *
   * @return the planned changes, and the findings
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if a container has another partition
   *     key
   * @throws InterruptedException if the thread is interrupted
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed or refused, even after
   *     retries
   */
  public MaintenanceReport dryRun() throws InterruptedException {
    List<SchemaChange> schema = settings.database().schema().changes();
    ContainerNames names = settings.database().containerNames();
    Map<String, BlogContainer> containers = new HashMap<>();
    containers.put(names.users(), BlogContainer.USERS);
    containers.put(names.posts(), BlogContainer.POSTS);
    containers.put(names.feed(), BlogContainer.FEED);
    containers.put(names.leases(), BlogContainer.LEASES);
    if (names.archive() != null) {
      containers.put(names.archive(), BlogContainer.ARCHIVE);
    }
    Set<BlogContainer> missing =
        schema.stream()
            .filter(SchemaChange::missing)
            .map(change -> containers.get(change.container()))
            .collect(Collectors.toSet());
    BlogAccess blog = new BlogAccess(settings, true, missing);
    UpgradeSteps upgrade = new UpgradeSteps(blog, formerUsers, dateProperty);
    return new MaintenanceRun(blog, upgrade.with(List.of()), CheckpointStore.none(), schema)
        .finish();
  }

  /**
   * Upgrades the database, or continues an upgrade that was killed, interrupted or failed.
   *
   * @return the changes since its start, and what is left
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if a container has another partition
   *     key
   * @throws InterruptedException if the thread is interrupted; the run can be continued
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed or refused, even after
   *     retries; the run can be continued
   */
  public MaintenanceReport upgrade() throws InterruptedException {
    BlogDatabase database = settings.database();
    List<SchemaChange> schema = database.schema().changes();
    database.provision();
    awaitIndexes(
        () -> database.schema().indexProgress(),
        percent -> settings.tell(listener -> listener.onIndexing(percent)),
        settings.timer().sleeper());
    BlogAccess blog = new BlogAccess(settings, false, Set.of());
    UpgradeSteps upgrade = new UpgradeSteps(blog, formerUsers, dateProperty);
    List<RunStep> repair =
        VerifySteps.of(blog, VerifySteps.Settings.repairing(Set.of(FindingKind.values())));
    Map<String, String> decisive =
        Map.of(
            "formerUsers", formerUsers.orElse(""),
            "dateProperty", dateProperty.orElse(""),
            "uniqueUsernames", String.valueOf(database.uniqueUsernames()));
    CheckpointStore checkpoints = CheckpointStore.document(blog, "blogUpgrade", decisive, restart);
    return new MaintenanceRun(blog, upgrade.with(repair), checkpoints, schema).finish();
  }

  /** Queries that need a changed index fail until Cosmos DB has rebuilt it. */
  static void awaitIndexes(IntSupplier progress, IntConsumer listener, Sleeper sleeper)
      throws InterruptedException {
    for (int done = progress.getAsInt(); done < COMPLETE; done = progress.getAsInt()) {
      listener.accept(done);
      sleeper.sleep(PAUSE);
    }
  }
}
