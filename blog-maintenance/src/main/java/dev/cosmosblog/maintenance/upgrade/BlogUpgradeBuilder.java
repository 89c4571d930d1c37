package dev.cosmosblog.maintenance.upgrade;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.maintenance.scan.Time;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.List;
import java.util.Optional;

/** Builds a {@link BlogUpgrade}. Give it a store and its database; all else has a default. */
public final class BlogUpgradeBuilder {
  private final RunSettingsBuilder run = new RunSettingsBuilder();
  private Optional<String> formerUsers = Optional.empty();
  private Optional<String> dateProperty = Optional.empty();

  BlogUpgradeBuilder() {}

  /**
   * The store that the application writes through; the feed's size and whether usernames are unique
   * are the store's.
   *
   * @param blog the store
   * @return this builder
   */
  public BlogUpgradeBuilder store(BlogStore blog) {
    run.store(blog);
    return this;
  }

  /**
   * The store's database, in which containers are made.
   *
   * @param blog the database, of the store's client
   * @return this builder
   */
  public BlogUpgradeBuilder database(CosmosDatabase blog) {
    run.database(blog);
    return this;
  }

  /**
   * What the containers are called, as the store was told; by default {@link
   * ContainerNames#DEFAULT}.
   *
   * @param containers the names
   * @return this builder
   */
  public BlogUpgradeBuilder names(ContainerNames containers) {
    run.names(containers);
    return this;
  }

  /**
   * A container by {@code /id} that has the users, as in the article's V1 and V2; by default there
   * is none. A container's partition key can't be changed: the users are written to the container
   * of users, which needs another name, and the former one is left as it is.
   *
   * @param container its name
   * @return this builder
   */
  public BlogUpgradeBuilder formerUsers(String container) {
    this.formerUsers = Optional.of(container);
    return this;
  }

  /**
   * Another property that holds the date, such as {@code dateCreated}, for items without {@code
   * creationDate}; by default there is none. It is left as it is.
   *
   * @param property the property
   * @return this builder
   */
  public BlogUpgradeBuilder dateProperty(String property) {
    this.dateProperty = Optional.of(property);
    return this;
  }

  /**
   * How many request units a run uses per second, over all containers; by default {@value
   * dev.cosmosblog.maintenance.verify.BlogVerifierBuilder#DEFAULT_REQUEST_UNITS_PER_SECOND}. A
   * request may take more than a second's worth at once; the run then waits until that is paid
   * back.
   *
   * @param requestUnits more than zero
   * @return this builder
   * @throws IllegalArgumentException if it is not more than zero
   */
  public BlogUpgradeBuilder requestUnitsPerSecond(double requestUnits) {
    run.requestUnitsPerSecond(requestUnits);
    return this;
  }

  /**
   * How many items make a page, which bounds what is in memory and what is done again after a kill;
   * by default {@value dev.cosmosblog.maintenance.verify.BlogVerifierBuilder#DEFAULT_PAGE_SIZE}.
   *
   * @param items 2 to 1,000
   * @return this builder
   * @throws IllegalArgumentException if it is not from 2 to 1,000
   */
  public BlogUpgradeBuilder pageSize(int items) {
    run.pageSize(items);
    return this;
  }

  /**
   * Adds a listener; by default there is none.
   *
   * @param listener the listener, called on the runs' threads
   * @return this builder
   */
  public BlogUpgradeBuilder listener(RunListener listener) {
    run.listener(listener);
    return this;
  }

  /**
   * Begins anew, whatever place was kept, each time that it is called; by default an upgrade goes
   * on where one with the same settings was killed. To begin anew does no harm but the cost.
   *
   * @return this builder
   */
  public BlogUpgradeBuilder restart() {
    run.restart();
    return this;
  }

  /** Where time comes from; by default the system's clock and timer. */
  BlogUpgradeBuilder time(Time source) {
    run.time(source);
    return this;
  }

  /**
   * Builds the upgrade; nothing is sent.
   *
   * @return the upgrade
   * @throws IllegalStateException if no store or no database was given, or the former container of
   *     users has the name of one of the blog's
   */
  public BlogUpgrade build() {
    RunSettings settings = run.build();
    ContainerNames own = settings.names();
    formerUsers
        .filter(List.of(own.users(), own.posts(), own.feed(), own.leases())::contains)
        .ifPresent(BlogUpgradeBuilder::refuse);
    return new BlogUpgrade(settings, new UpgradeSettings(formerUsers, dateProperty));
  }

  private static void refuse(String formerUsers) {
    throw new IllegalStateException(
        "The container '"
            + formerUsers
            + "' is one of the blog's, and can't be partitioned anew; give the blog's another"
            + " name.");
  }
}
