package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.RequestUnitBudget;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.internal.kernel.FormerUsers;
import dev.cosmosblog.store.SchemaChange;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a database of the article's V1, V2 or V3, or one that another implementation of the article
 * made, to this library's form, in place, while the application writes through {@link
 * dev.cosmosblog.store.BlogStore}.
 *
 * <p>Containers are made or changed first. Then users, posts, comments and likes get what they
 * lack, a page at a time and many in one batch; counts are set in one write that fails if a comment
 * or like came or went meanwhile; a user's second like of a post goes and is counted off in one
 * transaction; copies are written. At the end everything is compared once more, as {@link
 * dev.cosmosblog.maintenance.verify.BlogVerifier} does, and mended. Nothing that users wrote is
 * lost.
 *
 * <p>A page of n items takes one query, one look at many items at once for authors, copies and
 * posts each, and a batch for up to 99 items of one post that lack something; a post that lacks its
 * counts one read, one count and one patch; a copy one write. The check takes what a repair takes.
 *
 * <p>After each page the run's place is kept in the container of leases. A run that was killed and
 * is started again with the same settings, in whichever process, goes on there: a page is lost at
 * most, and what it had written is written. With another date property or other former users it
 * begins anew. Repeating an upgrade is safe, and so is running several.
 *
 * <p>All methods block. Reads and writes must be of one session, as those of one client are, at
 * session consistency or stronger; exact counts need a single write region.
 */
public final class BlogUpgrade {
  private static final Logger LOG = LoggerFactory.getLogger(BlogUpgrade.class);
  private static final String PLACE = "blogUpgrade";

  private final RunSettings settings;
  private final UpgradeSettings upgrade;

  BlogUpgrade(RunSettings settings, UpgradeSettings upgrade) {
    this.settings = settings;
    this.upgrade = upgrade;
  }

  /**
   * Starts to build an upgrade.
   *
   * @return a builder; it needs a store and a database
   */
  public static BlogUpgradeBuilder builder() {
    return new BlogUpgradeBuilder();
  }

  /**
   * Says what {@link #upgrade()} would do, and writes nothing, the place of a run included. It
   * tells what can be told without writing: copies that only the change of a post makes stale are
   * not counted, nor what belongs to no post where that fills more than a page, nor what Cosmos DB
   * would refuse. It keeps some 200 bytes for each user in memory, to find those of one name. The
   * container of posts must have {@code /postId} indexed, as it has by default.
   *
   * @return what would be done, and what could not
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if a container has another partition key
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed
   * @throws InterruptedException if the thread was interrupted
   */
  public RunReport dryRun() throws InterruptedException {
    RequestUnitBudget budget = budget();
    List<SchemaChange> schema = schema().changes(settings.database());
    Set<String> missing =
        schema.stream()
            .filter(SchemaChange::missing)
            .map(SchemaChange::container)
            .collect(Collectors.toSet());
    Blog blog = Blog.of(settings.store(), budget, true);
    return run(blog, budget, new Parts(blog, budget, missing).stages(), schema);
  }

  /**
   * Upgrades the database, or goes on with an upgrade that was killed.
   *
   * @return what was done, from its beginning, and what is left
   * @throws dev.cosmosblog.store.error.SchemaMismatchException if a container has another partition key
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; call it again to go on
   * @throws InterruptedException if the thread was interrupted; call it again to go on
   */
  public RunReport upgrade() throws InterruptedException {
    RequestUnitBudget budget = budget();
    List<SchemaChange> schema = schema().changes(settings.database());
    schema().provision(settings.database());
    new IndexWait(
            () -> schema().indexed(settings.database()),
            percent -> settings.tell(listener -> listener.onIndexing(percent)),
            settings.time().waiter())
        .await();
    Blog blog = Blog.of(settings.store(), budget, false);
    return run(blog, budget, new Parts(blog, budget, Set.of()).stages(), schema);
  }

  private BlogSchema schema() {
    return new BlogSchema(settings.names());
  }

  private RequestUnitBudget budget() {
    return new RequestUnitBudget(settings.requestUnitsPerSecond(), settings.time());
  }

  private RunReport run(
      Blog blog, RequestUnitBudget budget, List<Stage> stages, List<SchemaChange> schema)
      throws InterruptedException {
    Optional<KeptPlace> kept =
        blog.dryRun() ? Optional.empty() : Optional.of(settings.keptPlace(PLACE, told(), budget));
    StagedRun run = new StagedRun(blog, stages, settings, budget, kept);
    run.tell(schema);
    RunReport report = run.run().report(budget.used(), blog.dryRun(), schema);
    LOG.info(
        "Upgrade{}: wrote {}, found {}, mended {}, for {} RU",
        blog.dryRun() ? " (dry run)" : "",
        report.changes(),
        report.found(),
        report.mended(),
        Math.round(report.requestUnits()));
    return report;
  }

  /** What decides what an upgrade does to an item. */
  private Map<String, String> told() {
    return Map.of(
        "formerUsers", upgrade.formerUsers().orElse(""),
        "dateProperty", upgrade.dateProperty().orElse(""),
        "uniqueUsernames", String.valueOf(settings.store().uniqueUsernames()));
  }

  /** What an upgrade consists of. */
  private final class Parts {
    private final Blog blog;
    private final RequestUnitBudget budget;
    private final Set<String> missing;

    /** A dry run does without the containers that are missing. */
    Parts(Blog blog, RequestUnitBudget budget, Set<String> missing) {
      this.blog = blog;
      this.budget = budget;
      this.missing = missing;
    }

    List<Stage> stages() {
      int size = settings.pageSize();
      boolean users = isThere(BlogContainer.USERS);
      boolean feed = isThere(BlogContainer.FEED);
      Optional<FormerUsers> former = former();
      NameClaims names = new NameClaims(blog, users);
      List<Stage> stages = new ArrayList<>();
      former.ifPresent(found -> stages.add(new FormerUsersStage(blog, found, names, users, size)));
      stages.add(new UsersStage(blog, names, users, isThere(BlogContainer.POSTS), size));
      stages.add(new FeedStage(blog, feed));
      if (isThere(BlogContainer.POSTS)) {
        stages.add(posts(new Authors(blog, users, former), users, size));
      }
      if (!blog.dryRun()) {
        Set<FindingKind> all = EnumSet.allOf(FindingKind.class);
        stages.add(new CheckStage(blog, all, () -> settings.verifier(budget)));
      }
      stages.add(new OldFeedStage(blog, feed, size));
      return stages;
    }

    private PostsStage posts(Authors authors, boolean users, int size) {
      ForeignItems foreign = new ForeignItems(upgrade.dateProperty());
      PostAdoption adoption = new PostAdoption(blog, foreign, settings.time().waiter());
      return new PostsStage(blog, authors, adoption, new ShortCopies(blog, users), size);
    }

    private Optional<FormerUsers> former() {
      Optional<FormerUsers> former =
          upgrade
              .formerUsers()
              .map(settings.database()::getContainer)
              .map(container -> FormerUsers.of(settings.store(), container, budget));
      former.ifPresent(FormerUsers::check);
      return former;
    }

    private boolean isThere(BlogContainer container) {
      String name =
          switch (container) {
            case USERS -> settings.names().users();
            case POSTS -> settings.names().posts();
            case FEED -> settings.names().feed();
          };
      return !missing.contains(name);
    }
  }
}
