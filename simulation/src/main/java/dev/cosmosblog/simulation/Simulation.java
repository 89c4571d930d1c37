package dev.cosmosblog.simulation;

import com.azure.cosmos.models.IndexingPolicy;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.BlogChangeFeedBuilder;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.simulation.Invariants.Violated;
import dev.cosmosblog.simulation.Scheduler.Actor;
import dev.cosmosblog.simulation.SimulatedProcessor.RangeLease;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.error.SettingsMismatchException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.SettingsItem;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.spi.Environment;
import dev.cosmosblog.store.spi.HostThreads;
import dev.cosmosblog.store.spi.Response;
import dev.cosmosblog.store.spi.RetryTimer;
import dev.cosmosblog.store.spi.TaskRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: a blog with a few users and posts, writers and hosts with their own clients, and
 * someone who writes foreign items. It runs until every writer has ended and the copies have
 * settled, and checks the invariants after each transaction and once writes stop.
 */
final class Simulation {
  /** Replicas lag for less than this, and clocks are apart for less. */
  static final Duration MAX_REPLICA_LAG = Duration.ofSeconds(20);

  private static final int MAX_SKEW_SECONDS = 15;

  /** The long ones let a host stop before it writes the front page. */
  private static final List<Duration> FRONT_PAGE_INTERVALS =
      List.of(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(1));

  /** The virtual time in which a blog settles: longer than a pause and a name's grace. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(40);

  /** Twice that of the SDK, because each renewal runs all periodic checks. */
  private static final Duration LEASE = Duration.ofMinutes(2);

  private static final int MAX_REPAIRS = 3;

  /** How long tombstones are stored in schedules in which they expire; longer than a host waits. */
  private static final Duration FIRST_AGE = Duration.ofHours(1);

  /**
   * Until then a reservation may be that of a command, and a scheduled post that of a host that is
   * late.
   */
  private static final Duration GRACE = Duration.ofMinutes(12);

  private static final int MAX_STEPS = 40_000;

  /** So few users are in a simulation, and so few changes in a batch. */
  private static final int READ_TOGETHER = 2;

  /** The types of documents in the leases container that a host has yet to deal with. */
  private static final Set<String> PENDING = Set.of("rename", "schedule");

  private final Choices choices;
  private final Coverage coverage = new Coverage();
  private final Faults faults;
  private final Scheduler scheduler;
  private final SimulatedService service;
  private final OtherProgram program;
  private final Invariants invariants;
  private final boolean hasListings;

  /** Whether tombstones expire, and their posts are created again. */
  private final boolean hasSecondAge;

  /**
   * Whether the blog begins with items of the article, in containers without a time to live. They
   * are upgraded once writers end.
   */
  private final boolean isOfArticle;

  /** The containers with an item of another program that provisioning must not let expire. */
  private final Set<BlogContainer> unexpired = EnumSet.noneOf(BlogContainer.class);

  private SharedSettings settings;
  private boolean settingsChanged;
  private final List<Actor> writers = new ArrayList<>();
  private final List<Actor> hosts = new ArrayList<>();
  private final Map<String, Map<Integer, RangeLease>> leases = new HashMap<>();
  private final Map<String, IndexingPolicy> indexingPolicies = new HashMap<>();
  private final Map<String, LastWrite> lastWrites = new HashMap<>();

  /** The batches that hosts are handling. */
  private final Map<Actor, List<List<StoredItem>>> batches = new HashMap<>();

  private int writersDone;

  /** The view that every host registers, in some schedules. */
  private @Nullable SimulatedView view;

  private record LastWrite(Actor actor, String kind) {}

  /** The settings that all hosts must share, as far as they differ between schedules. */
  private record SharedSettings(
      int frontPageSize, Duration deletedRetention, Set<String> summaryProperties) {
    SharedSettings(int frontPageSize, Duration deletedRetention) {
      this(frontPageSize, deletedRetention, PreservedProperties.IN_COPIES);
    }

    /** The settings of a host that differs. */
    SharedSettings other(Choices choices) {
      return switch (choices.below(3)) {
        case 0 -> withLongerRetention();
        case 1 -> new SharedSettings(frontPageSize + 1, deletedRetention);
        default -> new SharedSettings(frontPageSize, deletedRetention, Set.of());
      };
    }

    SharedSettings withLongerRetention() {
      return new SharedSettings(frontPageSize, deletedRetention.multipliedBy(3));
    }
  }

  private Simulation(Choices choices, boolean told) {
    this.choices = choices;
    this.faults = new Faults(choices, coverage, told);
    this.scheduler = new Scheduler(choices, faults);
    this.service = new SimulatedService(scheduler, 1 + choices.below(2));
    this.hasListings = choices.chance(300);
    this.isOfArticle = choices.chance(60);
    this.hasSecondAge = !isOfArticle && choices.chance(60);
    this.settings =
        new SharedSettings(
            1 + choices.below(3),
            hasSecondAge ? FIRST_AGE : BlogDatabaseBuilder.DEFAULT_DELETED_RETENTION);
    this.program = new OtherProgram(this);
    this.invariants = new Invariants(service, program, settings.frontPageSize, scheduler::nanoTime);
    service.addListener(invariants);
    service.addListener(new PreservedProperties(program));
    service.addListener(new ListingInvariants(program));
  }

  /**
   * The result of a schedule.
   *
   * @param violation the invariant that was broken and how, or null
   */
  record Result(
      int steps,
      @Nullable Violated violation,
      int[] decisions,
      Coverage coverage,
      List<String> story) {}

  /** Runs the schedule of a seed. */
  static Result of(long seed) {
    return new Simulation(Choices.of(seed), false).run();
  }

  /** Replays decisions, and prints the steps. */
  static Result replay(int[] decisions) {
    return new Simulation(Choices.replay(decisions), true).run();
  }

  private Result run() {
    Violated violation = null;
    try {
      populate();
      scheduler.run();
    } catch (Violated e) {
      violation = e;
    } catch (IllegalStateException e) {
      violation = e.getCause() instanceof Violated found ? found : new Violated("error", text(e));
    }
    if (violation != null) {
      String told = violation.getMessage();
      faults.tell(() -> told);
    }
    return new Result(scheduler.steps(), violation, choices.made(), coverage, faults.story());
  }

  private static String text(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    StackTraceElement[] trace = cause.getStackTrace();
    return cause + (trace.length == 0 ? "" : " at " + trace[0]);
  }

  private void populate() {
    if (isOfArticle) {
      program.writeArticle();
      for (BlogContainer container : List.of(BlogContainer.USERS, BlogContainer.POSTS)) {
        service.disableTimeToLive(container);
        if (choices.chance(300)) {
          StrangerItems.writeExpiring(service, container);
          unexpired.add(container);
        }
      }
    }
    int count = 1 + choices.below(3);
    for (int i = 0; i < count; i++) {
      Actor actor = new Actor("writer-" + i, true, skew());
      writers.add(actor);
      startWriter(actor, i);
    }
    if (choices.chance(400)) {
      Actor stranger = new Actor("stranger", false, Duration.ZERO);
      startBesideWriters(stranger, () -> StrangerItems.write(this, stranger));
    }
    if (choices.chance(300)) {
      Actor other = new Actor("program", false, Duration.ZERO);
      startBesideWriters(other, () -> program.run(other));
    }
    if (hasSecondAge || choices.chance(isOfArticle ? 500 : 250)) {
      Actor operator = new Actor("operator", true, skew());
      startBesideWriters(
          operator,
          () -> {
            scheduler.sleep(Duration.ofSeconds(choices.below(60)));
            if (hasSecondAge) {
              changeSettings(operator);
            } else {
              new Operator(this, operator).run();
            }
          });
    }
    if (choices.chance(300)) {
      view = new SimulatedView(this);
    }
    int hostCount = 1 + choices.below(2);
    for (int i = 0; i < hostCount; i++) {
      startHost();
    }
    Actor judge = new Actor("judge", false, Duration.ZERO);
    scheduler.spawn(judge, "judge", () -> judge(judge));
  }

  private void startBesideWriters(Actor actor, Runnable work) {
    writers.add(actor);
    scheduler.spawn(
        actor,
        actor.name,
        () -> {
          work.run();
          writersDone++;
        });
  }

  /**
   * Starts an application; every third has several callers, who react to the same posts. Some close
   * their database with commands under way.
   */
  private void startWriter(Actor actor, int index) {
    BlogDatabase database = database(actor);
    BlogStore store = store(database, index);
    BlogStore other = BlogStore.on(database(actor));
    int[] left = {choices.chance(350) ? 2 + choices.below(4) : 1};
    if (choices.chance(100)) {
      scheduler.spawn(actor, actor.name + " closes", () -> close(actor, database));
    }
    for (int caller = 0; caller < left[0]; caller++) {
      String name = caller == 0 ? actor.name : actor.name + "-" + caller;
      SimulatedWriter writer = new SimulatedWriter(this, store, other, index, name);
      Runnable work = caller == 0 ? writer::run : writer::react;
      scheduler.spawn(
          actor,
          name,
          () -> {
            try {
              work.run();
            } catch (IllegalStateException e) {
              if (!actor.isClosed()) {
                throw e;
              }
              faults.tell(() -> "  " + name + " ends: " + e.getMessage());
            }
            left[0]--;
            writersDone += left[0] == 0 ? 1 : 0;
          });
    }
  }

  private void close(Actor actor, BlogDatabase database) {
    scheduler.sleep(Duration.ofMillis(choices.below(60_000)));
    faults.note("store closed");
    faults.tell(() -> "  " + actor.name + " closes its database");
    actor.close();
    database.close();
  }

  private Duration skew() {
    return choices.chance(faults.skews())
        ? Duration.ofSeconds(choices.below(2 * MAX_SKEW_SECONDS) - MAX_SKEW_SECONDS)
        : Duration.ZERO;
  }

  private void startHost() {
    Actor actor = new Actor("host-" + hosts.size(), true, skew());
    hosts.add(actor);
    scheduler.spawn(actor, actor.name + " starts", () -> host(actor));
  }

  /** Starts a host, which is closed and replaced later in some schedules. */
  private void host(Actor actor) {
    BlogChangeFeed changeFeed = started(actor);
    if (faults.active() && choices.chance(150)) {
      scheduler.sleep(Duration.ofSeconds(choices.below(180)));
      faults.note("host closed");
      faults.tell(() -> "  " + actor.name + " closes");
      // Cuts off the batches in flight: a wait for their end would take real time.
      changeFeed.close(Duration.ZERO);
      startHost();
      actor.crash();
    }
  }

  /**
   * An application that can't start its change feed tries again. One with other settings than the
   * blog's adopts these.
   */
  private BlogChangeFeed started(Actor actor) {
    boolean differs =
        service.item(BlogContainer.FEED, ItemKey.of(SettingsItem.ID)) != null
            && choices.chance(100);
    BlogDatabase database = differs ? database(actor, settings.other(choices)) : database(actor);
    int batchSize = 1 + choices.below(5);
    Duration frontPageInterval = choices.of(FRONT_PAGE_INTERVALS);
    boolean adopts = false;
    while (true) {
      try {
        if (adopts) {
          database = database.adoptStoredSettings();
        }
        BlogChangeFeedBuilder builder =
            BlogChangeFeed.builder(database)
                .hostName(actor.name)
                .batchSize(batchSize)
                .pollInterval(Duration.ofSeconds(1))
                .leaseIntervals(LEASE.dividedBy(8), LEASE.dividedBy(4), LEASE)
                .frontPageInterval(frontPageInterval);
        if (view != null) {
          builder.view(SimulatedView.NAME, view);
        }
        BlogChangeFeed changeFeed = builder.build();
        changeFeed.start();
        if (differs && !adopts) {
          throw scheduler.fail(new Violated("I13", "A host starts with other settings."));
        }
        return changeFeed;
      } catch (SettingsMismatchException e) {
        faults.note("other settings refused");
        faults.tell(() -> "  " + actor.name + " has other settings: " + e.getMessage());
        adopts = true;
      } catch (BlogException | Exhausted e) {
        faults.tell(() -> "  " + actor.name + " doesn't start: " + e.getMessage());
        scheduler.sleep(Duration.ofSeconds(5));
      }
    }
  }

  /** Runs the tasks of a batch in an order that the schedule decides, and waits for them. */
  private void runAll(Actor actor, List<Runnable> tasks) {
    if (tasks.size() == 1) {
      runHere(tasks.get(0));
      return;
    }
    Lock lock = scheduler.lock();
    Condition ended = lock.newCondition();
    int[] left = {tasks.size()};
    List<Error> errors = new ArrayList<>();
    for (Runnable task : tasks) {
      scheduler.spawn(
          actor,
          actor.name + " handles an item",
          () -> {
            try {
              task.run();
            } catch (Exhausted e) {
              errors.add(e);
            }
            left[0]--;
            lock.lock();
            ended.signalAll();
            lock.unlock();
          });
    }
    lock.lock();
    while (left[0] > 0) {
      ended.awaitUninterruptibly();
    }
    lock.unlock();
    if (!errors.isEmpty()) {
      throw new CompletionException(errors.get(0));
    }
  }

  /** Runs a single task on the caller's thread, as the library's runner does. */
  private static void runHere(Runnable task) {
    try {
      task.run();
    } catch (Exhausted e) {
      throw new CompletionException(e);
    }
  }

  /** Connects an actor: its clients, its clock, its waits. */
  BlogDatabase database(Actor actor) {
    return database(actor, settings);
  }

  private BlogDatabase database(Actor actor, SharedSettings shared) {
    Environment environment =
        new Environment(
            new SimulatedClient(this, actor),
            scheduler.clock(actor),
            new RetryTimer(scheduler::nanoTime, () -> 0.5, time -> scheduler.sleep(time)),
            threads(actor),
            READ_TOGETHER);
    BlogDatabaseBuilder builder =
        BlogDatabase.builder()
            .environment(environment)
            .frontPageSize(shared.frontPageSize)
            .deletedRetention(shared.deletedRetention)
            .maxReplicaLag(MAX_REPLICA_LAG)
            .summaryProperties(shared.summaryProperties.toArray(String[]::new));
    return hasListings ? builder.listings().build() : builder.build();
  }

  private HostThreads threads(Actor actor) {
    return new HostThreads() {
      @Override
      public TaskRunner tasks(int count) {
        return tasks -> runAll(actor, tasks);
      }

      @Override
      public ScheduledExecutorService checks(int count) {
        return new SimulatedChecks(scheduler, actor);
      }

      @Override
      public Executor view(String name) {
        return Runnable::run;
      }

      @Override
      public Lock lock() {
        return scheduler.lock();
      }

      @Override
      public Lock fairLock() {
        return scheduler.lock();
      }
    };
  }

  private BlogStore store(BlogDatabase database, int index) {
    int[] ids = {0};
    return BlogStore.builder(database)
        .ids(() -> "w" + index + "-" + ids[0]++)
        .authorCacheTtl(Duration.ofSeconds(choices.below(2) * 20L))
        .build();
  }

  /** Waits until the writers have ended, ends the faults, and checks the blog after that. */
  private void judge(Actor judge) {
    while (!writersHaveEnded()) {
      checkBounds(Long.MAX_VALUE);
      scheduler.sleep(Duration.ofSeconds(20));
    }
    faults.calm();
    faults.tell(() -> "  the writers have ended; nothing goes wrong any more");
    // Operators restore the indexes that they have removed.
    indexingPolicies.clear();
    if (settingsChanged || program.touched(SettingsItem.ID)) {
      // The first operator may have died, or another program damaged a setting.
      storeSettings(judge);
    }
    if (hosts.stream().allMatch(Actor::isCrashed)) {
      startHost();
    }
    awaitRest();
    Operator operator = new Operator(this, judge);
    if (isOfArticle) {
      if (!operator.upgrade()) {
        operator.acceptExpiry();
        operator.upgrade();
      }
      awaitRest();
    }
    if (!program.hasPatchedLeases()) {
      invariants.checkRemovals(false);
    }
    if (program.hasPatched() || settingsChanged) {
      scheduler.sleep(GRACE);
      repair(operator);
      invariants.checkRemovals(true);
    }
    checkAtRest();
    editHiddenPost(judge);
    if (hasSecondAge) {
      scheduler.sleep(FIRST_AGE);
      faults.tell(() -> "  the tombstones have expired");
      if (view != null) {
        view.expireTombstones();
      }
      int[] ids = {0};
      BlogStore store = BlogStore.builder(database(judge)).ids(() -> "again-" + ids[0]++).build();
      new SimulatedWriter(this, store, store, 0, "again").createPosts();
      awaitRest();
      if (program.hasPatched()) {
        repair(operator);
      }
      checkAtRest();
    }
    if (choices.chance(500)) {
      operator.verify();
    }
    scheduler.finish();
  }

  private void repair(Operator operator) {
    // One repair may show what another hid.
    boolean repaired = true;
    for (int run = 0; repaired && run < MAX_REPAIRS; run++) {
      repaired = operator.repair();
      awaitRest();
    }
    if (repaired) {
      throw new Violated("repair", "Run %d still repairs something.".formatted(MAX_REPAIRS));
    }
  }

  /** Checks that an edit of a post that readers don't see writes no front page. */
  private void editHiddenPost(Actor judge) {
    Optional<String> hidden = invariants.hiddenPost();
    if (hidden.isEmpty()) {
      return;
    }
    ItemKey newest = new ItemKey("newest", "feed");
    ObjectNode before = service.item(BlogContainer.FEED, newest);
    BlogStore.on(database(judge))
        .editPost(EditPost.of(PostId.of(hidden.get())).title("seen by nobody"));
    awaitRest();
    if (before != service.item(BlogContainer.FEED, newest)) {
      throw new Violated("I12", "An edit of a hidden post wrote the front page.");
    }
  }

  /** Records that an operator lets items of other programs expire. */
  void acceptExpiry() {
    checkUnexpired();
    unexpired.clear();
  }

  private void checkUnexpired() {
    for (BlogContainer container : unexpired) {
      if (service.item(container, ItemKey.of(StrangerItems.EXPIRING)) == null) {
        throw new Violated(
            "provision", "An item of another program in %s has expired.".formatted(container));
      }
    }
  }

  private void checkAtRest() {
    checkUnexpired();
    invariants.checkAtRest(now().minusSeconds(2 * MAX_SKEW_SECONDS), hasListings);
    if (view != null) {
      view.checkAtRest(program);
    }
  }

  /** Stops all hosts, changes the settings that they share, and starts others. */
  void changeSettings(Actor operator) {
    settings =
        new SharedSettings(1 + choices.below(3), settings.withLongerRetention().deletedRetention);
    settingsChanged = true;
    faults.tell(() -> "  all hosts stop, and the settings become " + settings);
    hosts.forEach(Actor::crash);
    storeSettings(operator);
    faults.note("settings changed");
    startHost();
    startHost();
  }

  private void storeSettings(Actor operator) {
    boolean stored = false;
    while (!stored) {
      try {
        Kernel.of(database(operator)).settings(report -> {}).store(true);
        stored = true;
      } catch (StoreException | Exhausted e) {
        faults.tell(() -> "  the settings are not stored: " + e.getMessage());
      }
    }
    // A host that starts before could read the former settings from a replica.
    scheduler.sleep(MAX_REPLICA_LAG);
  }

  private void awaitRest() {
    long restEnds = scheduler.nanoTime() + LONGEST_REST.toNanos();
    int quiet = 0;
    while (quiet < 2) {
      scheduler.sleep(Duration.ofSeconds(20));
      quiet = isQuiet() ? quiet + 1 : 0;
      checkBounds(restEnds);
    }
  }

  private void checkBounds(long restEnds) {
    if (scheduler.nanoTime() > restEnds || scheduler.steps() > MAX_STEPS) {
      throw new Violated(
          "I10",
          "The copies do not come to rest after %,d steps and %,d s."
              .formatted(scheduler.steps(), scheduler.nanoTime() / 1_000_000_000));
    }
  }

  private boolean writersHaveEnded() {
    long crashed = writers.stream().filter(Actor::isCrashed).count();
    return writersDone + crashed >= writers.size();
  }

  private boolean isQuiet() {
    boolean rechecked =
        service.items(BlogContainer.LEASES).stream()
            .filter(item -> !program.touched(item.path("id").asText()))
            .noneMatch(item -> PENDING.contains(item.path("type").asText()));
    boolean compared =
        service.items(BlogContainer.FEED).stream()
            .noneMatch(
                item ->
                    item.path("uncheckedSince").isNumber() || item.path("incomplete").asBoolean());
    return rechecked
        && compared
        && isDrained("blog-", BlogContainer.USERS)
        && isDrained("blog-", BlogContainer.POSTS)
        && (view == null || view.isDrained());
  }

  boolean isDrained(String prefix, BlogContainer container) {
    return leases(prefix, container).entrySet().stream()
        .allMatch(
            range -> range.getValue().isDrained(service.partitions(container).get(range.getKey())));
  }

  /** Returns the leases of a container's ranges, which exist from the first host on. */
  Map<Integer, RangeLease> leases(String prefix, BlogContainer container) {
    return leases.computeIfAbsent(
        prefix + container,
        any -> {
          Map<Integer, RangeLease> all = new LinkedHashMap<>();
          for (int i = 0; i < service.partitions(container).size(); i++) {
            all.put(i, new RangeLease());
          }
          return all;
        });
  }

  /** Records that a host handles a batch. */
  void begin(Actor host, List<StoredItem> batch) {
    batches.computeIfAbsent(host, any -> new ArrayList<>()).add(batch);
  }

  void end(Actor host, List<StoredItem> batch) {
    batches.getOrDefault(host, List.of()).removeIf(one -> one == batch);
  }

  /**
   * Checks that a host has noted the scheduled posts of a batch before it purges a deleted post of
   * the batch, which may take long. A note that failed is written at the next delivery.
   */
  void checkNotes(Actor host, String purged) {
    if (faults.failsRequests() || program.hasPatchedLeases()) {
      return;
    }
    for (List<StoredItem> batch : batches.getOrDefault(host, List.of())) {
      if (batch.stream().anyMatch(item -> item.id().equals(purged) && item.isDeleted())) {
        batch.forEach(invariants::checkNote);
      }
    }
  }

  /** Executes a request, and records which write of another actor it follows in its partition. */
  <T> Response<T> commit(String step, String partition, Supplier<Response<T>> request) {
    Response<T> answer;
    try {
      answer = request.get();
    } catch (Violated e) {
      throw scheduler.fail(e);
    }
    if (step.startsWith("write") || step.startsWith("batch")) {
      Actor actor = scheduler.actor();
      String role = actor.role + " " + step;
      LastWrite last =
          lastWrites.put(
              step.substring(step.indexOf(' ')) + " " + partition, new LastWrite(actor, role));
      if (last != null && last.actor() != actor) {
        coverage.interleaving(last.kind(), role);
      }
    }
    return answer;
  }

  /** Returns the exact time. */
  Instant now() {
    return scheduler.clock(new Actor("clock", false, Duration.ZERO)).instant();
  }

  Invariants invariants() {
    return invariants;
  }

  Choices choices() {
    return choices;
  }

  Faults faults() {
    return faults;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  OtherProgram program() {
    return program;
  }

  SimulatedService service() {
    return service;
  }

  /** The indexing policies that were edited or replaced, by container. */
  Map<String, IndexingPolicy> indexingPolicies() {
    return indexingPolicies;
  }

  Coverage coverage() {
    return coverage;
  }
}
