package dev.cosmosblog.store.internal.cosmos;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosDiagnostics;
import com.azure.cosmos.CosmosDiagnosticsContext;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.ContainerDefinitions;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.ChangeProcessor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The SDK's change feed processor. Its leases are those of the SDK's {@code LeaseStoreManagerImpl}
 * and {@code ServiceItemLeaseV1}: an id is a prefix, the account's host, the resource ids of
 * database and container, two dots and the range.
 */
final class SdkChangeProcessor implements ChangeProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(SdkChangeProcessor.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(1);

  /** For requests of periodic checks: one that hangs hides that the account responds again. */
  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(10);

  /** The longest pause after a batch. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** A range's batch blocks a thread while it is handled and during its pause. */
  private static final int MAX_THREADS = 1_000;

  private static final int IDLE_SECONDS = 10;

  private static final Duration GIVE_BACK_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration GIVE_BACK_STEP = Duration.ofMillis(50);

  /**
   * The time after a stop in which the SDK may begin a last poll: {@code PartitionProcessorImpl}
   * waits in steps of 100 ms, and polls once more when it detects the stop after a step.
   */
  private static final Duration LAST_POLL = Duration.ofMillis(200);

  private static final String AZURE_DOMAIN = "(\\.documents\\.azure\\.com)?";
  private static final Set<String> TOO_WEAK = Set.of("ConsistentPrefix", "Eventual");

  private final ChangeFeedProcessor processor;
  private final Pace pace;
  private final CosmosAsyncContainer source;
  private final CosmosAsyncContainer leases;
  private final String leasePrefix;
  private final String hostName;
  private final Runnable beforeStart;
  private final CountingScheduler threads;
  // The time of the stop on the nanosecond clock; null before.
  private volatile @Nullable Long stoppedAt;
  // The pattern of the leases' ids, once known; concurrent threads compute the same.
  private volatile @Nullable Pattern leaseIds;

  /** The SDK's processor and its settings. */
  record Configured(
      ChangeFeedProcessor processor,
      String leasePrefix,
      String hostName,
      Runnable beforeStart,
      CountingScheduler threads) {}

  SdkChangeProcessor(
      Configured configured, Pace pace, CosmosAsyncContainer source, CosmosAsyncContainer leases) {
    this.processor = configured.processor();
    this.pace = pace;
    this.source = source;
    this.leases = leases;
    this.leasePrefix = configured.leasePrefix();
    this.hostName = configured.hostName();
    this.beforeStart = configured.beforeStart();
    this.threads = configured.threads();
  }

  static SdkChangeProcessor of(
      CosmosAsyncContainer source,
      CosmosAsyncContainer leases,
      Settings settings,
      Consumer<List<StoredItem>> handler) {
    ChangeFeedProcessorOptions options =
        new ChangeFeedProcessorOptions()
            .setLeasePrefix(settings.leases().prefix())
            // Only read when the leases are created.
            .setStartFromBeginning(true)
            .setFeedPollDelay(settings.pollInterval())
            .setMaxItemCount(settings.batchSize())
            .setLeaseAcquireInterval(settings.leases().acquire())
            .setLeaseRenewInterval(settings.leases().renew())
            .setLeaseExpirationInterval(settings.leases().expiration());
    Supplier<Optional<Instant>> viewStart = settings.viewStart();
    CountingScheduler threads = threads();
    options.setScheduler(threads);
    Pace pace = new Pace(settings);
    ChangeFeedProcessor processor =
        new ChangeFeedProcessorBuilder()
            .hostName(settings.hostName())
            .feedContainer(source)
            .leaseContainer(leases)
            .options(options)
            .handleLatestVersionChanges(items -> pace.handle(items, handler))
            .buildChangeFeedProcessor();
    // The SDK reads the options when the processor runs.
    Runnable beforeStart =
        () -> {
          if (viewStart != null) {
            viewStart.get().ifPresent(options::setStartTime);
          }
        };
    Configured configured =
        new Configured(
            processor, settings.leases().prefix(), settings.hostName(), beforeStart, threads);
    return new SdkChangeProcessor(configured, pace, source, leases);
  }

  /** Separate threads, so that a range never waits for one; they end when they are idle. */
  static CountingScheduler threads() {
    return new CountingScheduler(
        Schedulers.newBoundedElastic(
            MAX_THREADS,
            Schedulers.DEFAULT_BOUNDED_ELASTIC_QUEUESIZE,
            "blog-change-feed",
            IDLE_SECONDS,
            true));
  }

  /**
   * Delays the end of a batch that wasn't full until the next poll is due, or for a tenth of that
   * if the range has many changes. The SDK polls as soon as a batch ends, and would otherwise
   * handle batches of a few changes, whose checkpoints cost more than the changes. The copies are
   * written before the pause. Batches don't pause while a caller waits for the checkpoints or for a
   * stop.
   *
   * <p>The SDK doesn't say to which range a batch belongs. A batch that begins soon after a short
   * pause is taken for that of the same range. A wrong guess gives a range up to ten short pauses,
   * or one whole pause, too many.
   */
  static final class Pace {
    /** After a batch of so many changes, or ten after short pauses together, a pause is short. */
    static final int MANY = 200;

    /** A batch of fewer changes is assumed to come from a range without short pauses. */
    static final int FEW = 4;

    private static final int SHORTER = 10;

    private final int fullBatch;
    private final long pause;

    // Guarded by this. The short pauses whose next batch hasn't begun.
    private final List<ShortPause> shortPauses = new ArrayList<>();
    private int waiting;

    /** A short pause: its position in a group of ten, and the changes of the group so far. */
    record ShortPause(long end, int position, int changes) {}

    Pace(Settings settings) {
      fullBatch = settings.batchSize();
      Duration poll = settings.pollInterval();
      pause = (poll.compareTo(LONGEST_PAUSE) < 0 ? poll : LONGEST_PAUSE).toNanos();
    }

    void handle(List<ChangeFeedProcessorItem> items, Consumer<List<StoredItem>> handler) {
      long begun = System.nanoTime();
      ShortPause before = pauseBefore(items.size(), begun);
      handler.accept(stored(items));
      pauseUntil(begun + pauseAfter(items.size(), before, begun, System.nanoTime()));
    }

    /**
     * Returns the short pause that ended last before a batch begins; null without one. Earlier ones
     * are left over by ranges that have no more changes, and expire.
     */
    synchronized @Nullable ShortPause pauseBefore(int changes, long begun) {
      shortPauses.removeIf(before -> begun - before.end() > pause / 2);
      if (changes < FEW) {
        return null;
      }
      ShortPause latest =
          shortPauses.stream()
              .filter(before -> begun - before.end() >= 0)
              .max(Comparator.comparingLong(before -> before.end() - begun))
              .orElse(null);
      shortPauses.remove(latest);
      return latest;
    }

    /** Returns the nanoseconds from the start of a batch to the end of its pause. */
    synchronized long pauseAfter(int changes, @Nullable ShortPause before, long begun, long ended) {
      if (changes >= fullBatch) {
        return 0;
      }
      int position = before == null ? 0 : before.position() + 1;
      int sum = before == null ? 0 : before.changes() + changes;
      boolean isGroup = position == SHORTER;
      if (before == null && changes < MANY || isGroup && sum < MANY) {
        return pause;
      }
      long shortPause = pause / SHORTER;
      long end = Math.max(begun + shortPause, ended);
      shortPauses.add(isGroup ? new ShortPause(end, 0, 0) : new ShortPause(end, position, sum));
      return shortPause;
    }

    private synchronized void pauseUntil(long end) {
      try {
        for (long left = end - System.nanoTime();
            left > 0 && waiting == 0;
            left = end - System.nanoTime()) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    synchronized Runnable hurry() {
      waiting++;
      notifyAll();
      return this::relax;
    }

    private synchronized void relax() {
      waiting--;
    }
  }

  private static List<StoredItem> stored(List<ChangeFeedProcessorItem> items) {
    return items.stream()
        .map(item -> JSON.convertValue((Object) item.getCurrent(), StoredItem.class))
        .toList();
  }

  /** The SDK reports these problems late or never. */
  @Override
  public void checkLeases() {
    CosmosContainerResponse found = sent("read the leases container", () -> read(leases));
    ContainerDefinitions.checkLeases(found.getProperties());
    // The SDK exposes the client's consistency only in the diagnostics of a response.
    String level =
        diagnostics(found)
            .map(CosmosDiagnosticsContext::getEffectiveConsistencyLevel)
            .map(Object::toString)
            .orElse("");
    if (TOO_WEAK.contains(level)) {
      throw new IllegalStateException(
          "The change feed's client must read with SESSION consistency or stronger, but reads with "
              + level
              + ": it could lose sight of its leases.");
    }
  }

  @Override
  public OptionalInt indexProgress() {
    CosmosContainerRequestOptions options =
        new CosmosContainerRequestOptions().setQuotaInfoEnabled(true);
    String progress =
        sent("read the container of changes", () -> source.read(options).block(CHECK_TIMEOUT))
            .getResponseHeaders()
            .get(ContainerDefinitions.INDEX_PROGRESS);
    return progress == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(progress));
  }

  @Override
  public void start() {
    beforeStart.run();
    sent("start the change feed", () -> processor.start().block(START_TIMEOUT));
  }

  @Override
  public boolean isRunning() {
    return processor.isStarted();
  }

  @Override
  public Runnable hurry() {
    return pace.hurry();
  }

  /**
   * Always stops the SDK's processor, although the wait may time out. The SDK's {@code stop} ends
   * before the requests that release the leases. If the host then closed its client or exited,
   * other hosts would wait until the leases expire, and the failing requests would be logged.
   */
  @Override
  public boolean stop(Duration timeout) {
    pace.hurry();
    Duration wait = timeout.compareTo(GIVE_BACK_TIMEOUT) < 0 ? timeout : GIVE_BACK_TIMEOUT;
    try {
      Mono<Boolean> stopped =
          processor.stop().then(giveBack(GIVE_BACK_STEP).timeout(GIVE_BACK_TIMEOUT));
      CompletableFuture<Boolean> given = stopped.toFuture();
      stoppedAt = System.nanoTime();
      return Boolean.TRUE.equals(given.get(wait.toNanos(), TimeUnit.NANOSECONDS));
    } catch (IllegalStateException e) {
      // The SDK's processor throws if it never ran, in which case there is nothing to stop.
      LOG.debug("The change feed processor had not started", e);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("The change feed processor did not give its leases back", e);
    }
    return false;
  }

  /**
   * Waits for polls, because the SDK doesn't, and logs a stack trace for each poll that a closed
   * client cuts off.
   */
  @Override
  public void close(Duration timeout) {
    Long stopped = stoppedAt;
    try {
      if (stopped != null && !threads.awaitNone(stopped + LAST_POLL.toNanos(), timeout)) {
        LOG.debug("The change feed processor is closed with a poll under way");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.dispose();
    }
  }

  /**
   * Waits until this host doesn't hold any lease: one query after each wait, which doubles each
   * time.
   */
  private Mono<Boolean> giveBack(Duration step) {
    return Mono.fromCallable(() -> leases().values().stream().noneMatch(l -> l.heldBy(hostName)))
        .subscribeOn(Schedulers.boundedElastic())
        .delaySubscription(step)
        .flatMap(given -> given ? Mono.just(given) : giveBack(step.multipliedBy(2)));
  }

  @Override
  public List<RangeState> states() {
    List<ChangeFeedProcessorState> states =
        sent("read the change feed's lag", () -> processor.getCurrentState().block(START_TIMEOUT));
    return states == null ? List.of() : states.stream().map(SdkChangeProcessor::state).toList();
  }

  private static RangeState state(ChangeFeedProcessorState state) {
    Optional<String> host =
        Optional.ofNullable(state.getHostName()).filter(name -> !name.isEmpty());
    return new RangeState(state.getLeaseToken(), host, Math.max(0, state.getEstimatedLag()));
  }

  /**
   * Also reads the source's properties, the first time.
   *
   * <p>The query uses the async client, whose session includes the SDK's writes of the leases;
   * another client could read a stale lease. It isn't an operation of the database, and only the
   * SDK retries it, because the watchdog repeats it at its next check, and a stop at its next step.
   * The meter of the async client counts it among the leases.
   */
  @Override
  public Map<String, Lease> leases() {
    SqlQuerySpec query =
        new SqlQuerySpec(QueryTexts.LEASES, List.of(new SqlParameter("@prefix", leasePrefix)));
    return sent(
        "read the leases",
        () -> {
          Predicate<String> isOurs = leaseIds().asMatchPredicate();
          List<JsonNode> found =
              leases
                  .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
                  .distinct()
                  .collectList()
                  .block(CHECK_TIMEOUT);
          return Objects.requireNonNull(found).stream()
              .filter(item -> isOurs.test(item.path("id").asText()))
              .map(SdkChangeProcessor::lease)
              .collect(Collectors.toMap(Lease::range, Function.identity()));
        });
  }

  // Whole ids match: the prefix of another change feed can begin with this one's. The SDK
  // exposes the account in a response's diagnostics, without the usual suffix of its host.
  private Pattern leaseIds() {
    Pattern known = leaseIds;
    if (known == null) {
      CosmosContainerResponse found = read(source);
      String account = diagnostics(found).map(CosmosDiagnosticsContext::getAccountName).orElse("");
      known =
          Pattern.compile(
              Pattern.quote(leasePrefix)
                  + (account.isEmpty() ? "[^_]+" : Pattern.quote(account) + AZURE_DOMAIN)
                  + "_[^_]+_"
                  + Pattern.quote(found.getProperties().getResourceId())
                  + "\\.\\..*");
      leaseIds = known;
    }
    return known;
  }

  private static Optional<CosmosDiagnosticsContext> diagnostics(CosmosContainerResponse response) {
    return Optional.ofNullable(response.getDiagnostics())
        .map(CosmosDiagnostics::getDiagnosticsContext);
  }

  private static CosmosContainerResponse read(CosmosAsyncContainer container) {
    return Objects.requireNonNull(container.read().block(REQUEST_TIMEOUT));
  }

  private static Lease lease(JsonNode item) {
    byte[] range = item.path("feedRange").toString().getBytes(StandardCharsets.UTF_8);
    return new Lease(
        item.path("LeaseToken").asText(),
        text(item, "Owner"),
        item.path("_etag").asText(),
        text(item, "ContinuationToken"),
        Base64.getUrlEncoder().encodeToString(range));
  }

  private static Optional<String> text(JsonNode item, String name) {
    return Optional.of(item.path(name).asText("")).filter(text -> !text.isEmpty());
  }

  private static <T> T sent(String action, Supplier<T> request) {
    try {
      return request.get();
    } catch (RuntimeException e) {
      throw SdkService.translate(action, e);
    }
  }
}
