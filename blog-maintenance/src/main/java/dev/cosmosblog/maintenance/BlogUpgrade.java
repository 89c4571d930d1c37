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
 * Converts a database of the article's V1, V2 or V3, or of another implementation, to this
 * library's schema.
 *
 * <p>It works in place, while the application writes through {@link
 * dev.cosmosblog.store.BlogStore}, and loses no data.
 *
 * <p>An upgrade first creates or changes containers. Then it adds missing properties to users,
 * posts, comments and likes, page by page. It sets counts in one write that fails if a comment or
 * like was added or removed meanwhile, deletes duplicate likes and subtracts them in one
 * transaction, and writes copies. Finally it verifies and repairs everything, like {@link
 * BlogVerifier} and at the same cost.
 *
 * <p>A page costs one query, one lookup each for authors, copies and posts, and one batch for up to
 * 99 incomplete items of a post. A post without counts costs one read, one count and one patch; a
 * copy costs one write.
 *
 * <p>After each page, a checkpoint is stored in the leases container. A call with the same
 * settings, in any process, continues from there and repeats at most one page. A call with another
 * date property or former users container starts from the beginning. Counts are exact only with a
 * single write region.
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
   * Reports what {@link #upgrade()} would change, without writing anything, not even a checkpoint.
   *
   * <p>It can't predict copies that become stale because their post changes, items without a post
   * that fill more than a page, and writes that Cosmos DB would reject. It uses about 200 bytes of
   * memory per user to find duplicate names. The posts container must have an index of {@code
   * /postId}, which it has by default.
   *
   * @return the planned changes, and the findings
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if a container has another partition
   *     key
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   * @throws InterruptedException if the thread is interrupted
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or rejects a request, even
   *     after retries
   */
  public MaintenanceReport dryRun() throws InterruptedException {
    List<SchemaChange> schema = settings.database().schema().changes();
    ContainerNames names = settings.database().containerNames();
    Map<String, BlogContainer> containers = new HashMap<>();
    containers.put(names.users(), BlogContainer.USERS);
    containers.put(names.posts(), BlogContainer.POSTS);
    containers.put(names.feed(), BlogContainer.FEED);
    containers.put(names.leases(), BlogContainer.LEASES);
    if (names.listings() != null) {
      containers.put(names.listings(), BlogContainer.LISTINGS);
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
   * @return the changes since the start of the upgrade, and the remaining findings
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if a container has another partition
   *     key
   * @throws dev.cosmosblog.store.error.SettingsMismatchException if the blog has other settings
   * @throws InterruptedException if the thread is interrupted; the run can be continued
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB fails or rejects a request, even
   *     after retries; the run can be continued
   */
  public MaintenanceReport upgrade() throws InterruptedException {
    BlogDatabase database = settings.database();
    List<SchemaChange> schema = database.schema().changes();
    database.provision();
    awaitIndexes(
        () -> database.schema().indexProgress(),
        percent -> settings.notifyListeners(listener -> listener.onIndexing(percent)),
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
