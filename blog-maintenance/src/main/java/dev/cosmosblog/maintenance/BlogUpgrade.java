package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.internal.BlogAccess;
import dev.cosmosblog.maintenance.internal.CheckpointStore;
import dev.cosmosblog.maintenance.internal.MaintenanceRun;
import dev.cosmosblog.maintenance.internal.RunSettings;
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
import dev.cosmosblog.store.internal.kernel.ItemReads.FormerUsers;
import dev.cosmosblog.store.internal.kernel.Kernel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Converts a database of the article's V1, V2 or V3, or of another implementation of the article,
 * to this library's form, in place, while the application writes through {@link
 * dev.cosmosblog.store.BlogStore}.
 *
 * <p>It first creates or changes containers. Then it gives users, posts, comments and likes what
 * they lack, page by page and many items per batch; sets counts in one write that fails if a
 * comment or like was added or removed meanwhile; deletes duplicate likes and subtracts them in one
 * transaction; and writes copies. Finally it verifies and repairs everything, as {@link
 * BlogVerifier} does. Nothing that users wrote is lost.
 *
 * <p>A page takes one query, one lookup each for authors, copies and posts, and a batch for up to
 * 99 items of one post that lack something. A post without counts takes one read, one count and one
 * patch; a copy takes one write. The repair takes what a repair takes.
 *
 * <p>After each page the checkpoint is stored in the leases container. If a run was killed, a call
 * with the same settings in any process continues there; at most one page is repeated. With another
 * date property or other former users it starts from the beginning. Repeating an upgrade is safe,
 * and so is running several at once.
 *
 * <p>All methods block. All reads and writes must be in one session, as those of one client are, at
 * session consistency or stronger. Exact counts need a single write region. If a container has
 * another partition key, they throw a {@link dev.cosmosblog.store.error.SchemaMismatchException};
 * if Cosmos DB failed, a {@link dev.cosmosblog.store.error.StoreException}.
 */
public final class BlogUpgrade {
  private static final int COMPLETE = 100;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final BlogDatabase database;
  private final RunSettings settings;
  private final Optional<String> formerUsers;
  private final Optional<String> dateProperty;
  private final boolean restart;

  BlogUpgrade(
      BlogDatabase database,
      RunSettings settings,
      @Nullable String formerUsers,
      @Nullable String dateProperty,
      boolean restart) {
    this.database = database;
    this.settings = settings;
    this.formerUsers = Optional.ofNullable(formerUsers);
    this.dateProperty = Optional.ofNullable(dateProperty);
    this.restart = restart;
  }

  /**
   * Starts to build an upgrade.
   *
   * @param database the blog's database
   * @return a builder with defaults
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
   * @throws InterruptedException if the thread was interrupted
   */
  public MaintenanceReport dryRun() throws InterruptedException {
    List<SchemaChange> schema = database.schema().changes();
    List<String> missing =
        schema.stream().filter(SchemaChange::missing).map(SchemaChange::container).toList();
    Set<BlogContainer> containers = EnumSet.allOf(BlogContainer.class);
    containers.removeIf(container -> !missing.contains(nameOf(container)));
    BlogAccess blog = BlogAccess.of(database, settings, true, containers);
    UpgradeSteps upgrade = steps(blog);
    List<RunStep> steps = new ArrayList<>(upgrade.conversion());
    steps.addAll(upgrade.removalOfOldFeed());
    return new MaintenanceRun(blog, steps, CheckpointStore.none(), schema).finish();
  }

  private String nameOf(BlogContainer container) {
    ContainerNames names = database.containerNames();
    return switch (container) {
      case USERS -> names.users();
      case POSTS -> names.posts();
      case FEED -> names.feed();
      case LEASES -> names.leases();
    };
  }

  /**
   * Upgrades the database, or continues an upgrade that was killed, interrupted or failed.
   *
   * @return the changes since its start, and what is left
   * @throws InterruptedException if the thread was interrupted
   */
  public MaintenanceReport upgrade() throws InterruptedException {
    List<SchemaChange> schema = database.schema().changes();
    database.provision();
    awaitIndexes(
        () -> database.schema().indexProgress(),
        percent -> settings.tell(listener -> listener.onIndexing(percent)),
        settings.timer().sleeper());
    BlogAccess blog = BlogAccess.of(database, settings, false, Set.of());
    UpgradeSteps upgrade = steps(blog);
    List<RunStep> steps = new ArrayList<>(upgrade.conversion());
    steps.addAll(VerifySteps.of(blog, repairOf(EnumSet.allOf(FindingKind.class))));
    steps.addAll(upgrade.removalOfOldFeed());
    Map<String, String> decisive =
        Map.of(
            "formerUsers", formerUsers.orElse(""),
            "dateProperty", dateProperty.orElse(""),
            "uniqueUsernames", String.valueOf(database.uniqueUsernames()),
            "containers", MaintenanceBuilder.containersOf(database));
    CheckpointStore checkpoints =
        CheckpointStore.document(
            Kernel.of(database).leaseDocuments(blog.budget()), "blogUpgrade", decisive, restart);
    return new MaintenanceRun(blog, steps, checkpoints, schema).finish();
  }

  private UpgradeSteps steps(BlogAccess blog) {
    Optional<FormerUsers> former =
        formerUsers.map(container -> Kernel.of(database).formerUsers(container, blog.budget()));
    former.ifPresent(FormerUsers::check);
    return new UpgradeSteps(blog, former, dateProperty);
  }

  /** A repair that does not wait: it can write what live traffic is about to write. */
  static VerifySteps.Settings repairOf(Set<FindingKind> kinds) {
    return new VerifySteps.Settings(Duration.ZERO, false, kinds);
  }

  /** Queries that need a changed index fail until Cosmos DB has rebuilt it. */
  static void awaitIndexes(IntSupplier progress, IntConsumer listener, Sleeper sleeper)
      throws InterruptedException {
    int percent = progress.getAsInt();
    while (percent < COMPLETE) {
      listener.accept(percent);
      sleeper.sleep(PAUSE);
      percent = progress.getAsInt();
    }
  }
}
