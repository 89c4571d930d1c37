package dev.cosmosblog.changefeed;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import dev.cosmosblog.changefeed.BlogChangeFeed.Followed;
import dev.cosmosblog.changefeed.internal.handler.AuthorNameHandler;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.handler.FrontPageWriter;
import dev.cosmosblog.changefeed.internal.handler.PostCopyHandler;
import dev.cosmosblog.changefeed.internal.handler.RenameHandler;
import dev.cosmosblog.changefeed.internal.handler.RenameRechecks;
import dev.cosmosblog.changefeed.internal.handler.RenameSpreader;
import dev.cosmosblog.changefeed.internal.processor.BatchHandler;
import dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner;
import dev.cosmosblog.changefeed.internal.processor.ChangeFeedSettings;
import dev.cosmosblog.changefeed.internal.processor.LagMeter;
import dev.cosmosblog.changefeed.internal.processor.LeaseIntervals;
import dev.cosmosblog.changefeed.internal.processor.Listeners;
import dev.cosmosblog.changefeed.internal.processor.PeriodicChecks;
import dev.cosmosblog.changefeed.internal.processor.ProcessorLeases;
import dev.cosmosblog.changefeed.internal.processor.ProcessorWatchdog;
import dev.cosmosblog.changefeed.internal.processor.PulledChanges;
import dev.cosmosblog.changefeed.internal.processor.SetAsideRecords;
import dev.cosmosblog.changefeed.internal.processor.SettingChecks;
import dev.cosmosblog.changefeed.internal.processor.SourceMonitor;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.ContainerNames;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Builds a {@link BlogChangeFeed}. It needs the store whose copies it keeps, and an async client or
 * database for reading the changes; everything else has a default. Every setting is checked when it
 * is given.
 */
public final class BlogChangeFeedBuilder {
  /** Leases are renewed during the wait, but the changes behind a waiting batch wait, too. */
  private static final Duration LONGEST_FRONT_PAGE_INTERVAL = Duration.ofMinutes(1);

  private final List<ChangeFeedListener> listeners = new ArrayList<>();
  private ContainerNames names = ContainerNames.DEFAULT;
  private @Nullable BlogStore store;
  private @Nullable CosmosAsyncDatabase database;
  private @Nullable String hostName;
  private String leasePrefix = "blog-";
  private Duration pollInterval = Duration.ofSeconds(1);
  private int batchSize = 100;
  private Duration frontPageInterval = Duration.ofSeconds(1);
  private LeaseIntervals leases = LeaseIntervals.DEFAULT;
  private @Nullable Duration stallAfter;
  private int renameParallelism = 8;
  private Duration maxReplicaLag = Duration.ofMinutes(1);
  private Duration setAsideRetention = Duration.ofDays(30);
  private Clock clock = Clock.systemUTC();

  BlogChangeFeedBuilder() {}

  /**
   * Sets the store whose copies are kept; the front page has the store's size.
   *
   * @param blog the store
   * @return this builder
   */
  public BlogChangeFeedBuilder store(BlogStore blog) {
    this.store = Objects.requireNonNull(blog, "blog");
    return this;
  }

  /**
   * Reads changes and keeps leases in a database of a client. The client must have session
   * consistency or stronger, and {@code contentResponseOnWriteEnabled(true)}: the SDK's change feed
   * processor needs its leases back when it writes them.
   *
   * @param client the host's client, which the host closes
   * @param databaseName the database
   * @return this builder
   */
  public BlogChangeFeedBuilder client(CosmosAsyncClient client, String databaseName) {
    Objects.requireNonNull(client, "client");
    return database(client.getDatabase(Objects.requireNonNull(databaseName, "databaseName")));
  }

  /**
   * Reads changes and keeps leases in a database; its client as for {@link #client}.
   *
   * @param blog the database
   * @return this builder
   */
  public BlogChangeFeedBuilder database(CosmosAsyncDatabase blog) {
    this.database = Objects.requireNonNull(blog, "blog");
    return this;
  }

  /**
   * Sets the containers' names; by default {@link ContainerNames#DEFAULT}.
   *
   * @param containerNames the names
   * @return this builder
   */
  public BlogChangeFeedBuilder names(ContainerNames containerNames) {
    this.names = Objects.requireNonNull(containerNames, "containerNames");
    return this;
  }

  /**
   * Sets this host's name in the leases; by default each build has a unique name. Two hosts with
   * one name take each other's leases for their own.
   *
   * @param name 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   * @throws IllegalArgumentException if it is any other text
   */
  public BlogChangeFeedBuilder hostName(String name) {
    this.hostName = SettingChecks.name("hostName", name);
    return this;
  }

  /**
   * Sets the beginning of the leases' ids; by default {@code blog-}. A new prefix is a new change
   * feed, which starts at the beginning of the containers: use one to rebuild all copies.
   *
   * @param prefix 1 to 200 visible ASCII characters without {@code / \ ? #} and the tilde
   * @return this builder
   * @throws IllegalArgumentException if it is any other text
   */
  public BlogChangeFeedBuilder leasePrefix(String prefix) {
    this.leasePrefix = SettingChecks.name("leasePrefix", prefix);
    return this;
  }

  /**
   * Sets the time between two polls of a range without changes; by default one second. It bounds
   * the lag of the copies on a quiet blog, and each poll costs about the RU of an empty query.
   *
   * @param interval more than zero, at most a day
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogChangeFeedBuilder pollInterval(Duration interval) {
    this.pollInterval = SettingChecks.positive("pollInterval", interval);
    return this;
  }

  /**
   * Sets the largest number of changes in a batch; by default 100. A batch must end within 25
   * renewals of its lease (425 s by default), or the SDK gives the lease to another host and the
   * batch is handled twice: 100 changes with five requests of 10 ms each take 5 s, 1,000 take 50 s.
   *
   * @param changes 1 to 1,000
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogChangeFeedBuilder batchSize(int changes) {
    this.batchSize = SettingChecks.between("batchSize", changes, 1, 1_000);
    return this;
  }

  /**
   * Sets how often this host may write the front page if only counts of its posts have changed; by
   * default every second. The front page is one item, and a write of it costs the same for one like
   * as for a hundred: the changes of all batches in flight share a write. A batch, and the changes
   * behind it, may wait that long for the next write. A batch with a new post, an edit, a rename or
   * a deletion does not wait, nor does the first like after a quiet time.
   *
   * @param interval at most a minute; zero to write the front page for each batch
   * @return this builder
   * @throws IllegalArgumentException if it is negative or longer
   */
  public BlogChangeFeedBuilder frontPageInterval(Duration interval) {
    Objects.requireNonNull(interval, "frontPageInterval");
    if (interval.isNegative() || interval.compareTo(LONGEST_FRONT_PAGE_INTERVAL) > 0) {
      throw new IllegalArgumentException(
          "frontPageInterval must be between zero and %s, but was %s."
              .formatted(LONGEST_FRONT_PAGE_INTERVAL, interval));
    }
    this.frontPageInterval = interval;
    return this;
  }

  /**
   * Sets the intervals at which hosts share leases; by default the SDK's: a host looks for leases
   * every 13 s, renews its own every 17 s, and takes another's after 60 s without renewal.
   *
   * @param acquire how often to look for leases to take
   * @param renew how often to renew the host's own leases; a second or more
   * @param expiration the time without renewal after which another host may take a lease; longer
   *     than {@code renew}
   * @return this builder
   * @throws IllegalArgumentException if one is not more than zero or longer than a day, if {@code
   *     renew} is less than a second, or if {@code expiration} is not longer than {@code renew}
   */
  public BlogChangeFeedBuilder leaseIntervals(
      Duration acquire, Duration renew, Duration expiration) {
    this.leases = new LeaseIntervals(acquire, renew, expiration);
    return this;
  }

  /**
   * Sets the time without a sign of life after which a processor is restarted; by default twice the
   * time in which any host takes a lease that nobody renews: two acquire and two expiration
   * intervals, 146 s. The watchdog looks once in each renew interval: one query of the leases for
   * each of users and posts.
   *
   * @param silence more than the expiration interval, at most a day
   * @return this builder
   * @throws IllegalArgumentException if it is not more than zero, or longer than a day
   */
  public BlogChangeFeedBuilder stallAfter(Duration silence) {
    this.stallAfter = SettingChecks.positive("stallAfter", silence);
    return this;
  }

  /**
   * Sets how many items receive a renamed user's name at once; by default 8. More is faster, and
   * takes more of the posts container's throughput.
   *
   * @param items 1 to 256
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogChangeFeedBuilder renameParallelism(int items) {
    this.renameParallelism = SettingChecks.between("renameParallelism", items, 1, 256);
    return this;
  }

  /**
   * Sets how far a replica that is read may be behind at most; by default a minute. After twice
   * this time, a rename is rechecked: one write and one delete in the leases container, and one
   * query over all physical partitions of posts for each rename. With strong consistency no replica
   * that is read is behind.
   *
   * @param lag more than zero, at most a day
   * @return this builder
   * @throws IllegalArgumentException if it is out of bounds
   */
  public BlogChangeFeedBuilder maxReplicaLag(Duration lag) {
    this.maxReplicaLag = SettingChecks.positive("maxReplicaLag", lag);
    return this;
  }

  /**
   * Sets how long the record of an item set aside is kept; by default 30 days after the last
   * attempt to handle the item. The leases container must have its time to live on, as {@link
   * dev.cosmosblog.store.BlogSchema} creates it.
   *
   * @param retention a second or more, at most 2,147,483,647 seconds, the longest time to live
   * @return this builder
   * @throws IllegalArgumentException if it is shorter or longer
   */
  public BlogChangeFeedBuilder setAsideRetention(Duration retention) {
    Objects.requireNonNull(retention, "setAsideRetention");
    this.setAsideRetention =
        SettingChecks.positive(
            "setAsideRetention in whole seconds",
            retention.truncatedTo(SECONDS),
            Duration.ofSeconds(Integer.MAX_VALUE));
    return this;
  }

  /**
   * Sets the clock for the times in health and the age of changes; by default the system's.
   *
   * @param source the clock
   * @return this builder
   */
  public BlogChangeFeedBuilder clock(Clock source) {
    this.clock = Objects.requireNonNull(source, "source");
    return this;
  }

  /**
   * Adds a listener; by default there is none.
   *
   * @param listener the listener, called on the threads that handle changes
   * @return this builder
   */
  public BlogChangeFeedBuilder listener(ChangeFeedListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Builds the change feed; no request is sent.
   *
   * @return the change feed, not yet started
   * @throws IllegalStateException if the store or the database was not given, or the database's
   *     client lacks what {@link #client} asks for
   */
  public BlogChangeFeed build() {
    try {
      return new Wiring().changeFeed();
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          "The change feed's client needs contentResponseOnWriteEnabled(true) and SESSION"
              + " consistency or stronger; build it so.",
          e);
    }
  }

  /**
   * Builds the same handlers to be stepped by hand, on the caller's thread and without leases.
   *
   * @return the stepped change feed, at the beginning of the containers
   * @throws IllegalStateException if the store or the database was not given
   */
  public SteppedChangeFeed buildStepped() {
    return new Wiring().stepped();
  }

  /** Connects the parts of a change feed, by the settings at this moment. */
  private final class Wiring {
    private final ChangeFeedSettings settings =
        new ChangeFeedSettings(
            hostName == null ? "blog-" + UUID.randomUUID() : hostName,
            leasePrefix,
            pollInterval,
            batchSize,
            frontPageInterval,
            leases,
            stallAfter == null ? leases.stallAfter() : stallAfter,
            setAsideRetention,
            maxReplicaLag);

    private final BlogStore blog = given(store, "the store whose copies it keeps");
    private final CosmosAsyncDatabase source =
        given(database, "an async client or database to read the changes from");
    private final CosmosAsyncContainer leaseContainer = source.getContainer(names.leases());
    private final BlogCopies copies = blog.copies();
    private final Listeners all = new Listeners(listeners);
    private final SetAsideRecords setAside =
        new SetAsideRecords(blog.kept(names), clock, setAsideRetention);
    private final SourceMonitor users = monitor(ChangeSource.USERS);
    private final SourceMonitor posts = monitor(ChangeSource.POSTS);

    private static <T> T given(@Nullable T part, String what) {
      if (part == null) {
        throw new IllegalStateException("Give the change feed " + what + ".");
      }
      return part;
    }

    BlogChangeFeed changeFeed() {
      RenameSpreader spreader = spreader(RenameSpreader.threads(renameParallelism));
      RenameRechecks rechecks =
          new RenameRechecks(
              blog.kept(names), copies, spreader, clock, maxReplicaLag, settings.longestBatch());
      ChangeFeedProcessorRunner ofUsers = processor(users, onUsers(spreader, rechecks));
      ChangeFeedProcessorRunner ofPosts = processor(posts, onPosts(frontPageInterval));
      ProcessorLeases usersLeases = leases(ChangeSource.USERS);
      ProcessorLeases postsLeases = leases(ChangeSource.POSTS);
      List<Runnable> checks =
          List.of(
              watchdog(ofUsers, usersLeases, users)::look,
              watchdog(ofPosts, postsLeases, posts)::look,
              rechecks::runDue);
      return new BlogChangeFeed(
          followed(ofUsers, usersLeases, users),
          followed(ofPosts, postsLeases, posts),
          usersLeases,
          PeriodicChecks.of(checks, settings.leases().renew()),
          setAsideItems(rechecks),
          all,
          settings);
    }

    SteppedChangeFeed stepped() {
      RenameSpreader spreader = spreader(Runnable::run);
      return new SteppedChangeFeed(
          pulled(users, onUsers(spreader, RenameHandler.Recheck.NEVER)),
          pulled(posts, onPosts(Duration.ZERO)),
          setAsideItems(RenameHandler.Recheck.NEVER));
    }

    private RenameSpreader spreader(Executor executor) {
      return new RenameSpreader(
          copies,
          (item, failure) -> users.itemSetAside(setAside.add(item, failure)),
          users::renameProgress,
          clock,
          executor);
    }

    private List<ChangeHandler> onUsers(RenameSpreader spreader, RenameHandler.Recheck recheck) {
      return List.of(new RenameHandler(spreader, recheck, clock, settings.longestBatch()));
    }

    private List<ChangeHandler> onPosts(Duration interval) {
      FrontPageWriter frontPage =
          new FrontPageWriter(copies, blog.feedSize(), interval, System::nanoTime);
      return List.of(new AuthorNameHandler(copies), new PostCopyHandler(copies, frontPage));
    }

    /** Replays run on the caller's thread, before the start and after the close as well. */
    private SetAsideItems setAsideItems(RenameHandler.Recheck recheck) {
      Map<ChangeSource, List<ChangeHandler>> handlers =
          Map.of(
              ChangeSource.USERS, onUsers(spreader(Runnable::run), recheck),
              ChangeSource.POSTS, onPosts(Duration.ZERO));
      return new SetAsideItems(setAside, blog.items(report -> {}), handlers);
    }

    private SourceMonitor monitor(ChangeSource source) {
      return new SourceMonitor(source, all, clock, settings.stallAfter());
    }

    private CosmosAsyncContainer container(ChangeSource of) {
      return source.getContainer(
          switch (of) {
            case USERS -> names.users();
            case POSTS -> names.posts();
          });
    }

    private ProcessorLeases leases(ChangeSource of) {
      return new ProcessorLeases(leaseContainer, container(of), leasePrefix);
    }

    private BatchHandler batches(SourceMonitor monitor, List<ChangeHandler> handlers) {
      return new BatchHandler(handlers, monitor, setAside, clock, settings.longestBatch());
    }

    private ChangeFeedProcessorRunner processor(
        SourceMonitor monitor, List<ChangeHandler> handlers) {
      return ChangeFeedProcessorRunner.of(
          container(monitor.source()), leaseContainer, batches(monitor, handlers), settings);
    }

    private Followed followed(
        ChangeFeedProcessorRunner processor, ProcessorLeases leases, SourceMonitor monitor) {
      ChangeSource of = monitor.source();
      return new Followed(
          processor, monitor, new LagMeter(processor, leases, container(of), of, clock));
    }

    private ProcessorWatchdog watchdog(
        ChangeFeedProcessorRunner processor, ProcessorLeases leases, SourceMonitor monitor) {
      return new ProcessorWatchdog(
          processor, leases, monitor, clock, settings.hostName(), settings.stallAfter());
    }

    private PulledChanges pulled(SourceMonitor monitor, List<ChangeHandler> handlers) {
      return new PulledChanges(container(monitor.source()), batches(monitor, handlers), batchSize);
    }
  }
}
