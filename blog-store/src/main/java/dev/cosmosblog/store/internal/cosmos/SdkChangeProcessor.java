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
import java.util.Base64;
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
import reactor.core.scheduler.Scheduler;
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

  /** The longest pause after a batch. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** The least number of pauses at once, on the smallest machine. */
  private static final int LEAST_PAUSES = 4;

  /**
   * The part of the SDK's threads that the batches of one container may pause on at once: a range's
   * batch holds its thread while it pauses. The users and the posts take a fifth each, and batches
   * that wait for the front page less than half (FrontPageWriter in the change feed): a tenth stays
   * free for polls and for the renewals of leases. A range that finds no pause left continues, and
   * checkpoints each small batch.
   */
  private static final int THREADS_FOR_EACH_PAUSE = 5;

  private static final int IDLE_SECONDS = 10;

  private static final Duration GIVE_BACK_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration GIVE_BACK_STEP = Duration.ofMillis(50);

  /**
   * How long after a stop the SDK may begin a last poll: {@code PartitionProcessorImpl} waits in
   * steps of 100 ms, and polls when it finds at the end of one that it is to stop.
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
  // On the nanosecond clock, when the SDK's processor was asked to stop; null before.
  private volatile @Nullable Long stoppedAt;
  // The pattern of the leases' ids, once known; two threads that both ask find the same.
  private volatile @Nullable Pattern leaseIds;

  /** The SDK's processor, and the settings that the SDK got. */
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
            // Read when the leases are created, and only then.
            .setStartFromBeginning(true)
            .setFeedPollDelay(settings.pollInterval())
            .setMaxItemCount(settings.batchSize())
            .setLeaseAcquireInterval(settings.leases().acquire())
            .setLeaseRenewInterval(settings.leases().renew())
            .setLeaseExpirationInterval(settings.leases().expiration());
    Supplier<Optional<Instant>> viewStart = settings.viewStart();
    CountingScheduler threads = threads(viewStart != null);
    options.setScheduler(threads);
    Pace pace = new Pace(settings, mostPauses(Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE));
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

  static int mostPauses(int threads) {
    return Math.max(LEAST_PAUSES, threads / THREADS_FOR_EACH_PAUSE);
  }

  /** The SDK's usual threads, which ignore that they are disposed of, or as many others. */
  static CountingScheduler threads(boolean own) {
    return new CountingScheduler(own ? ownThreads() : Schedulers.boundedElastic());
  }

  /** They end when they are idle. */
  private static Scheduler ownThreads() {
    return Schedulers.newBoundedElastic(
        Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE,
        Schedulers.DEFAULT_BOUNDED_ELASTIC_QUEUESIZE,
        "blog-view-change-feed",
        IDLE_SECONDS,
        true);
  }

  /**
   * Lets a batch that was not full end when the next poll is due. The SDK reads again as soon as a
   * batch ends: what came meanwhile would be a batch of a few changes, with a checkpoint of its
   * own, which costs more than they do. The copies are written before the pause. Nobody pauses
   * while somebody waits for the checkpoints, as for a stop.
   */
  static final class Pace {
    private final int fullBatch;
    private final long pauseNanos;
    private int freePauses;
    private int waiting;

    Pace(Settings settings, int mostPauses) {
      fullBatch = settings.batchSize();
      Duration poll = settings.pollInterval();
      pauseNanos = (poll.compareTo(LONGEST_PAUSE) < 0 ? poll : LONGEST_PAUSE).toNanos();
      freePauses = mostPauses;
    }

    void handle(List<ChangeFeedProcessorItem> items, Consumer<List<StoredItem>> handler) {
      long begun = System.nanoTime();
      handler.accept(stored(items));
      if (items.size() < fullBatch) {
        pauseUntil(begun + pauseNanos);
      }
    }

    private synchronized void pauseUntil(long end) {
      if (freePauses > 0) {
        freePauses--;
        try {
          for (long left = end - System.nanoTime();
              left > 0 && waiting == 0;
              left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        } finally {
          freePauses++;
        }
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

  /** The SDK's own messages about these come late or never. */
  @Override
  public void checkLeases() {
    CosmosContainerResponse found = sent("read the leases container", () -> read(leases));
    ContainerDefinitions.checkLeases(found.getProperties());
    // The SDK tells the client's consistency in an answer's diagnostics and nowhere else.
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
        sent("read the container of changes", () -> source.read(options).block(REQUEST_TIMEOUT))
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
   * Tells the SDK's processor to stop in any case; only the wait for it may be cut short. The SDK's
   * own {@code stop} ends before the requests that give the leases back: a host that closes its
   * client or exits then would leave leases that others wait for until they expire, and requests
   * that fail and are logged.
   */
  @Override
  public void stop(Duration timeout) {
    pace.hurry();
    Duration wait = timeout.compareTo(GIVE_BACK_TIMEOUT) < 0 ? timeout : GIVE_BACK_TIMEOUT;
    try {
      Mono<Boolean> stopped =
          processor.stop().then(giveBack(GIVE_BACK_STEP).timeout(GIVE_BACK_TIMEOUT));
      CompletableFuture<Boolean> given = stopped.toFuture();
      stoppedAt = System.nanoTime();
      given.get(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (IllegalStateException e) {
      // The SDK's processor throws if it never came to run; there is nothing to stop then.
      LOG.debug("The change feed processor had not started", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("The change feed processor did not give its leases back; they expire", e);
    }
  }

  /**
   * The SDK does not wait for polls, and logs those that a closed client cuts off as failures with
   * their stack traces.
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
   * Ends when this host holds no lease: one query for each step, each twice as long as the last.
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
   * Reads the source's properties, too, the first time.
   *
   * <p>The query goes through the async client, whose session has the SDK's writes of the leases:
   * another client could read a lease as it was before this host took it or gave it back. It is not
   * an operation of the database and has no retries but the SDK's: the watchdog asks again at its
   * next look, and a stop at its next step. The meter of the async client counts it among the
   * leases.
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
                  .block(REQUEST_TIMEOUT);
          return Objects.requireNonNull(found).stream()
              .filter(item -> isOurs.test(item.path("id").asText()))
              .map(SdkChangeProcessor::lease)
              .collect(Collectors.toMap(Lease::range, Function.identity()));
        });
  }

  // Whole ids match: the prefix of another change feed can begin with this one's. The SDK tells the
  // account in an answer's diagnostics, without the usual end of its host.
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
