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
 * Builds a {@link BlogChangeFeed}. Every setting has a default; a setter refuses a value that its
 * parameter does not allow by an {@link IllegalArgumentException}. The clients, the containers'
 * names, the front page's size, the retry policy and the clock are the database's.
 */
public final class BlogChangeFeedBuilder {
  /** Leases are renewed during the wait, but the changes behind a waiting batch wait, too. */
  private static final Duration LONGEST_FRONT_PAGE_INTERVAL = Duration.ofMinutes(1);

  /**
   * Characters that an id can have and every tool shows unchanged; other documents' ids have the
   * tilde.
   */
  private static final Pattern NAME = Pattern.compile("[!-}&&[^/\\\\?#]]{1,200}");

  private static final Pattern VIEW_NAME = Pattern.compile("(?!none$)[a-zA-Z0-9._-]{1,100}");

  private static final Duration MAX_REPLICA_LAG = Duration.ofMinutes(5);

  // The copies beside the users, too, are changes there, and each batch of them costs a checkpoint.
  static final int USERS_POLLED = 5;

  private final BlogDatabase database;

  private final List<ChangeFeedListener> listeners = new ArrayList<>();
  private @Nullable String hostName;
  private String leasePrefix = "blog-";
  private Duration pollInterval = Duration.ofSeconds(1);
  private int batchSize = 1_000;
  private Duration frontPageInterval = Duration.ofSeconds(1);
  private LeaseIntervals leases = LeaseIntervals.DEFAULT;
  private @Nullable Duration stallAfter;
  private int renameParallelism = 8;
  private int copyParallelism = 32;
  private Duration maxReplicaLag = Duration.ofMinutes(1);
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
      this.maxReplicaLag = builder.maxReplicaLag;
      this.deadLetterRetention = builder.deadLetterRetention;
      this.views = List.copyOf(builder.views.values());
    }

    Duration pollInterval(ChangeSource source) {
      return source == ChangeSource.USERS ? pollInterval.multipliedBy(USERS_POLLED) : pollInterval;
    }
  }

  BlogChangeFeedBuilder(BlogDatabase database) {
    this.database = Objects.requireNonNull(database, "database");
  }

  /**
   * Sets this host's name in the leases; by default each build has a unique name. Two hosts with
   * one name take each other's leases for their own.
   *
   * @param hostName 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   */
  public BlogChangeFeedBuilder hostName(String hostName) {
    this.hostName = name("hostName", hostName);
    return this;
  }

  /**
   * Sets the beginning of the leases' ids; by default {@code blog-}. A new prefix starts a new
   * change feed at the beginning of the containers, which rebuilds all copies.
   *
   * @param leasePrefix 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   */
  public BlogChangeFeedBuilder leasePrefix(String leasePrefix) {
    this.leasePrefix = name("leasePrefix", leasePrefix);
    return this;
  }

  /**
   * Sets the time between two polls of a range of posts without changes; by default one second. It
   * bounds the lag of the copies on a quiet blog, and each poll costs about the RU of an empty
   * query. Users are polled {@value #USERS_POLLED} times as rarely: nothing but renames and
   * erasures comes from there.
   *
   * @param pollInterval more than zero, at most a day
   * @return this builder
   */
  public BlogChangeFeedBuilder pollInterval(Duration pollInterval) {
    this.pollInterval = LeaseIntervals.positive("pollInterval", pollInterval);
    return this;
  }

  /**
   * Sets the largest number of changes in a batch; by default 1,000. Batches of a range follow one
   * another. A batch must end within 25 renewals of its lease (425 s by default), or the SDK gives
   * the lease to another host and the batch is handled twice: 1,000 changes with five requests of
   * 10 ms each, 32 at once, take 2 s. A batch whose requests are throttled begins no more items
   * after a third of that time, is delivered again, and finds its first items done.
   *
   * @param changes 1 to 1,000
   * @return this builder
   */
  public BlogChangeFeedBuilder batchSize(int changes) {
    this.batchSize = between("batchSize", changes, 1, 1_000);
    return this;
  }

  /**
   * Sets how often this host may write the front page if only counts of its posts have changed; by
   * default every second. A write costs the same for one like as for a hundred, so that the batches
   * in flight share one: a batch, and the changes behind it, may wait that long. A new post, an
   * edit, a rename or a deletion waits for a quarter of a second at most. A batch of 100 posts or
   * more does not wait, and after a quiet time nothing waits.
   *
   * @param frontPageInterval at most a minute; zero to write the front page for each batch
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
   * Sets the intervals at which hosts share leases; by default the SDK's: a host looks for leases
   * every 13 s, renews its own every 17 s, and takes another's after 60 s without renewal.
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
   * Sets the time without a sign of life after which a processor is restarted; by default two
   * acquire and two expiration intervals, 146 s. In each renew interval, the watchdog sends one
   * query of the leases for each of users and posts.
   *
   * @param stallAfter more than the expiration interval, at most a day
   * @return this builder
   */
  public BlogChangeFeedBuilder stallAfter(Duration stallAfter) {
    this.stallAfter = LeaseIntervals.positive("stallAfter", stallAfter);
    return this;
  }

  /**
   * Sets how many posts' copies, and authors' names, this host handles at once, of all its ranges
   * together; by default 32. Each has one request under way. Beside them, each range has one at
   * most for what its batch does by itself: a batch of a single change, the front page, the purge
   * of a deleted post. Where Cosmos DB throttles requests (429), they wait, and the host slows
   * down.
   *
   * @param items 1 to 256
   * @return this builder
   */
  public BlogChangeFeedBuilder copyParallelism(int items) {
    this.copyParallelism = between("copyParallelism", items, 1, 256);
    return this;
  }

  /**
   * Sets how many items receive a renamed user's name at once; by default 8. More takes more RU/s.
   *
   * @param items 1 to 256
   * @return this builder
   */
  public BlogChangeFeedBuilder renameParallelism(int items) {
    this.renameParallelism = between("renameParallelism", items, 1, 256);
    return this;
  }

  /**
   * Sets how far a replica that is read may be behind at most; by default a minute. After twice
   * this time, a rename is rechecked: three writes in the leases container, and one query over all
   * physical partitions of posts. With strong consistency no replica that is read is behind.
   *
   * @param maxReplicaLag more than zero, at most five minutes: the front page keeps a deleted post
   *     out for three times as long
   * @return this builder
   */
  public BlogChangeFeedBuilder maxReplicaLag(Duration maxReplicaLag) {
    this.maxReplicaLag = LeaseIntervals.positive("maxReplicaLag", maxReplicaLag, MAX_REPLICA_LAG);
    return this;
  }

  /**
   * Sets how long the record of a dead letter is kept after the last attempt to handle the item; by
   * default 30 days.
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
   * Registers a custom view, which is maintained as its {@link BlogView#config()} says; see {@link
   * #view(String, BlogView, ViewConfig)}.
   *
   * @param name the view's name
   * @param view the view
   * @return this builder
   */
  public BlogChangeFeedBuilder view(String name, BlogView view) {
    return view(name, view, Objects.requireNonNull(view, "view").config());
  }

  /**
   * Registers a custom view. It has a separate change feed processor, with leases under the prefix
   * of this change feed and the view's name, and with the same intervals and batch size. Reading
   * changes costs the same again as for the copies; to this comes one query of the leases in each
   * renew interval, and a read of the posts whose comments and likes come without them. The copies
   * never wait for a view.
   *
   * <p>A view is rebuilt under another name, such as {@code tags-2}: it starts from the beginning
   * then, and the former one can go on meanwhile on other hosts.
   *
   * @param name 1 to 100 of the characters {@code a-z A-Z 0-9 . _ -}, and not {@code none}; hosts
   *     that share a view use the same name
   * @param view the view
   * @param config how it is kept
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
          "This change feed already has a view named '%s'; choose another name.".formatted(name));
    }
    views.put(name, new CustomView(name, view, config));
    return this;
  }

  /**
   * {@return a change feed, not yet started} No request is sent.
   *
   * @throws IllegalArgumentException if the database's {@code deletedRetention} is shorter than
   *     three times {@code maxReplicaLag}, or {@code stallAfter} is not longer than the expiration
   *     of a lease
   * @throws IllegalStateException if the database has no async client, or if that client lacks
   *     {@code contentResponseOnWriteEnabled(true)} or SESSION consistency, which the SDK's change
   *     feed processor needs for its leases
   */
  public BlogChangeFeed build() {
    Duration settled = maxReplicaLag.multipliedBy(3);
    if (settled.compareTo(database.deletedRetention()) > 0) {
      throw new IllegalArgumentException(
          ("The database's deletedRetention must be at least three times maxReplicaLag, %s, but was"
                  + " %s: a mark must stay until every replica has it.")
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

  /** {@return the same handlers, to be stepped manually from the beginning of the containers} */
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
