package dev.cosmosblog.changefeed;

import static java.time.temporal.ChronoUnit.SECONDS;

import dev.cosmosblog.changefeed.internal.processor.LeaseIntervals;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.ViewConfig;
import dev.cosmosblog.store.BlogDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BlogChangeFeed}. Every setting has a default, and a setter throws an {@link
 * IllegalArgumentException} for a value outside its range. The change feed uses the clients,
 * container names, front page size, retry policy and clock of the database.
 */
public final class BlogChangeFeedBuilder {
  /** Leases are renewed during the wait, but later changes of the range wait with the batch. */
  private static final Duration LONGEST_FRONT_PAGE_INTERVAL = Duration.ofMinutes(1);

  /**
   * Characters that are valid in an id and that every tool shows unchanged. The tilde is reserved
   * for the ids of other documents.
   */
  private static final Pattern NAME = Pattern.compile("[!-}&&[^/\\\\?#]]{1,200}");

  private static final Pattern VIEW_NAME = Pattern.compile("(?!none$)[a-zA-Z0-9._-]{1,100}");

  // Summaries are in the users container, too, so each poll finds changes and costs a checkpoint.
  static final int USERS_POLLED = 5;

  private final BlogDatabase database;

  private final List<ChangeFeedListener> listeners = new ArrayList<>();
  private @Nullable String hostName;
  private String leasePrefix = "blog-";
  private Duration pollInterval = Duration.ofSeconds(1);
  private int batchSize = 1_000;
  private Duration frontPageInterval = Duration.ofMillis(500);
  private LeaseIntervals leases = LeaseIntervals.DEFAULT;
  private @Nullable Duration stallAfter;
  private int renameParallelism = 8;
  private int copyParallelism = 32;
  private Duration deadLetterRetention = Duration.ofDays(30);
  private final Map<String, CustomView> views = new LinkedHashMap<>();

  /** The settings of a change feed, immutable. */
  static final class Config {
    final BlogDatabase database;
    final List<ChangeFeedListener> listeners;
    final String hostName;
    final String leasePrefix;
    final Duration pollInterval;
    final int batchSize;
    final Duration frontPageInterval;
    final LeaseIntervals leases;
    final Duration stallAfter;
    final int renameParallelism;
    final int copyParallelism;
    final Duration maxReplicaLag;
    final Duration deadLetterRetention;
    final List<CustomView> views;

    Config(BlogChangeFeedBuilder builder) {
      this.database = builder.database;
      this.listeners = List.copyOf(builder.listeners);
      this.hostName = builder.hostName == null ? "blog-" + UUID.randomUUID() : builder.hostName;
      this.leasePrefix = builder.leasePrefix;
      this.pollInterval = builder.pollInterval;
      this.batchSize = builder.batchSize;
      this.frontPageInterval = builder.frontPageInterval;
      this.leases = builder.leases;
      this.stallAfter = builder.stallAfter == null ? leases.stallAfter() : builder.stallAfter;
      this.renameParallelism = builder.renameParallelism;
      this.copyParallelism = builder.copyParallelism;
      this.maxReplicaLag = database.maxReplicaLag();
      this.deadLetterRetention = builder.deadLetterRetention;
      this.views = List.copyOf(builder.views.values());
    }

    /** At most the time that the host chose. */
    Duration quietAfter() {
      Duration quiet = leases.quietAfter();
      return quiet.compareTo(stallAfter) < 0 ? quiet : stallAfter;
    }

    Duration pollInterval(ChangeSource source) {
      return source == ChangeSource.USERS ? pollInterval.multipliedBy(USERS_POLLED) : pollInterval;
    }
  }

  BlogChangeFeedBuilder(BlogDatabase database) {
    this.database = Objects.requireNonNull(database, "database");
  }

  /**
   * Sets this host's name in the leases; by default each build has a unique name. Hosts must have
   * different names, because two with the same name would handle each other's leases.
   *
   * @param hostName 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   */
  public BlogChangeFeedBuilder hostName(String hostName) {
    this.hostName = name("hostName", hostName);
    return this;
  }

  /**
   * Sets the prefix of the leases' ids; by default {@code blog-}. A new prefix starts a new change
   * feed from the beginning of the containers, which rebuilds all copies.
   *
   * @param leasePrefix 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   */
  public BlogChangeFeedBuilder leasePrefix(String leasePrefix) {
    this.leasePrefix = name("leasePrefix", leasePrefix);
    return this;
  }

  /**
   * Sets the time between two polls of a range of posts without changes; by default one second.
   *
   * <p>It bounds the lag of the copies on a quiet blog, and each poll costs about as much RU as an
   * empty query. Users are polled once in {@value #USERS_POLLED} intervals, because only renames
   * and erasures come from there.
   *
   * @param pollInterval more than zero, at most a day
   * @return this builder
   */
  public BlogChangeFeedBuilder pollInterval(Duration pollInterval) {
    this.pollInterval = LeaseIntervals.positive("pollInterval", pollInterval);
    return this;
  }

  /**
   * Sets the maximum number of changes in a batch; by default 1,000.
   *
   * <p>The batches of a range are handled one after another. A batch must end within 25 renewals of
   * its lease (425 s by default); otherwise the SDK gives the lease to another host, and the batch
   * is handled twice. For example, 1,000 changes with five requests of 10 ms each, 32 in parallel,
   * take 2 s. If requests are throttled, a batch stops after a third of the allowed time. It is
   * then redelivered and skips the items that are done.
   *
   * @param changes 1 to 1,000
   * @return this builder
   */
  public BlogChangeFeedBuilder batchSize(int changes) {
    this.batchSize = between("batchSize", changes, 1, 1_000);
    return this;
  }

  /**
   * Sets how often this host writes the front page; by default every 500 milliseconds.
   *
   * <p>A write costs the same for one like as for a hundred, so the changes of this interval share
   * one write. The first change after a quiet time doesn't wait, and a deletion is written at once.
   * If the host stops before the write, another one compares the front page with the newest posts,
   * some {@link dev.cosmosblog.store.BlogDatabaseBuilder#maxReplicaLag replica lags} later.
   *
   * @param frontPageInterval at most a minute, and not longer than {@code maxReplicaLag} or ten
   *     seconds to have its full effect; zero to write the front page for each batch
   * @return this builder
   */
  public BlogChangeFeedBuilder frontPageInterval(Duration frontPageInterval) {
    Objects.requireNonNull(frontPageInterval, "frontPageInterval");
    if (frontPageInterval.isNegative()
        || frontPageInterval.compareTo(LONGEST_FRONT_PAGE_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "frontPageInterval must be between zero and %s, but was %s."
              .formatted(LONGEST_FRONT_PAGE_INTERVAL, frontPageInterval));
    }
    this.frontPageInterval = frontPageInterval;
    return this;
  }

  /**
   * Sets the intervals at which hosts share leases; by default those of the SDK.
   *
   * <p>By default, a host looks for leases every 13 s, renews its leases every 17 s, and takes a
   * lease that wasn't renewed for 60 s.
   *
   * @param acquire how often to look for leases to take
   * @param renew how often to renew this host's leases; a second or more
   * @param expiration when another host may take a lease that is not renewed; after {@code renew}
   * @return this builder
   */
  public BlogChangeFeedBuilder leaseIntervals(
      Duration acquire, Duration renew, Duration expiration) {
    this.leases = new LeaseIntervals(acquire, renew, expiration);
    return this;
  }

  /**
   * Sets the time after which a processor is restarted if no host renews one of the leases; by
   * default 146 s.
   *
   * <p>The default is two acquire intervals and two expiration intervals. If this host doesn't
   * renew one of its leases, its processor is restarted 12 s after the renew interval, if that is
   * sooner. In each renew interval, the watchdog queries the leases once for users and once for
   * posts; while the account doesn't respond, each second.
   *
   * @param stallAfter more than the expiration interval, at most a day
   * @return this builder
   */
  public BlogChangeFeedBuilder stallAfter(Duration stallAfter) {
    this.stallAfter = LeaseIntervals.positive("stallAfter", stallAfter);
    return this;
  }

  /**
   * Sets how many posts and authors of a batch are updated in parallel; by default 32.
   *
   * <p>Each of them has one request in flight. The ranges of a host handle their batches at the
   * same time, each on its own thread and on 256 that all share. The host slows down when Cosmos DB
   * throttles requests (429).
   *
   * @param items 1 to 256
   * @return this builder
   */
  public BlogChangeFeedBuilder copyParallelism(int items) {
    this.copyParallelism = between("copyParallelism", items, 1, 256);
    return this;
  }

  /**
   * Sets how many items a rename updates in parallel; by default 8. A larger number uses more RU/s.
   * Each range of users may handle a rename at the same time.
   *
   * @param items 1 to 256
   * @return this builder
   */
  public BlogChangeFeedBuilder renameParallelism(int items) {
    this.renameParallelism = between("renameParallelism", items, 1, 256);
    return this;
  }

  /**
   * Sets how long a dead letter is stored after the last attempt to handle its item; by default 30
   * days.
   *
   * @param deadLetterRetention 1 to 2,147,483,647 seconds, the longest time to live
   * @return this builder
   */
  public BlogChangeFeedBuilder deadLetterRetention(Duration deadLetterRetention) {
    Objects.requireNonNull(deadLetterRetention, "deadLetterRetention");
    this.deadLetterRetention =
        LeaseIntervals.positive(
            "deadLetterRetention in whole seconds",
            deadLetterRetention.truncatedTo(SECONDS),
            Duration.ofSeconds(Integer.MAX_VALUE));
    return this;
  }

  /**
   * Adds a listener; by default no listener is called.
   *
   * @param listener the listener
   * @return this builder
   */
  public BlogChangeFeedBuilder listener(ChangeFeedListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Registers a custom view with its {@link BlogView#config()}; see {@link #view(String, BlogView,
   * ViewConfig)}.
   *
   * @param name the view's name
   * @param view the view
   * @return this builder
   */
  public BlogChangeFeedBuilder view(String name, BlogView view) {
    return view(name, view, Objects.requireNonNull(view, "view").config());
  }

  /**
   * Registers a custom view.
   *
   * <p>A view has a separate change feed processor with the same intervals and batch size. Its
   * leases have the prefix of this change feed and the view's name. Reading changes costs as much
   * as for the copies, plus one query of the leases in each renew interval, and one read of each
   * post whose comments or likes arrive without the post. The copies never wait for a view.
   *
   * <p>To rebuild a view, register it with another name, such as {@code titles-2}. It then starts
   * from the beginning, while other hosts may still run the former one.
   *
   * @param name 1 to 100 of the characters {@code a-z A-Z 0-9 . _ -}, and not {@code none}; hosts
   *     that share a view use the same name
   * @param view the view
   * @param config the view's settings
   * @return this builder
   * @throws IllegalArgumentException if another view has the name
   */
  public BlogChangeFeedBuilder view(String name, BlogView view, ViewConfig config) {
    if (!VIEW_NAME.matcher(Objects.requireNonNull(name, "name")).matches()) {
      throw new IllegalArgumentException(
          ("A view's name must be 1 to 100 of the characters a-z A-Z 0-9 . _ - and not 'none', but"
                  + " was '%s'.")
              .formatted(name));
    }
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(config, "config");
    if (views.containsKey(name)) {
      throw new IllegalArgumentException(
          "A view named '%s' is already registered; choose another name.".formatted(name));
    }
    views.put(name, new CustomView(name, view, config));
    return this;
  }

  /**
   * {@return a new change feed, which isn't started yet} This method doesn't send requests.
   *
   * @throws IllegalArgumentException if the database's {@code deletedRetention} is shorter than
   *     three times its {@code maxReplicaLag}, or {@code stallAfter} isn't longer than the
   *     expiration of a lease
   * @throws IllegalStateException if the database has no async client, or if that client lacks
   *     {@code contentResponseOnWriteEnabled(true)} or SESSION consistency, which the SDK's change
   *     feed processor needs for its leases
   */
  public BlogChangeFeed build() {
    Duration settled = database.maxReplicaLag().multipliedBy(3);
    if (settled.compareTo(database.deletedRetention()) > 0) {
      throw new IllegalArgumentException(
          ("The database's deletedRetention must be at least three times its maxReplicaLag, %s, but"
                  + " was %s: a tombstone must exist until every replica has it.")
              .formatted(settled, database.deletedRetention()));
    }
    if (stallAfter != null && stallAfter.compareTo(leases.expiration()) <= 0) {
      throw new IllegalArgumentException(
          ("stallAfter must be more than the expiration of a lease, %s, but was %s: a range may be"
                  + " without a host for that long.")
              .formatted(leases.expiration(), stallAfter));
    }
    return new ChangeFeedWiring(new Config(this)).changeFeed();
  }

  /**
   * {@return the same handlers for tests, to be stepped manually from the beginning of the
   * containers}
   */
  public SteppedChangeFeed buildStepped() {
    return new ChangeFeedWiring(new Config(this)).stepped();
  }

  private static int between(String setting, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be between %,d and %,d, but was %,d.".formatted(setting, least, most, value));
    }
    return value;
  }

  private static String name(String setting, String value) {
    if (!NAME.matcher(Objects.requireNonNull(value, setting)).matches()) {
      throw new IllegalArgumentException(
          setting + " must be 1 to 200 visible ASCII characters without / \\ ? # and ~.");
    }
    return value;
  }
}
