package dev.cosmosblog.micrometer;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.ViewHealth;
import dev.cosmosblog.micrometer.BlogMetric.Tag;
import dev.cosmosblog.store.query.PageRequest;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the lag and the number of dead letters on a schedule, so that a scrape doesn't send
 * requests. The gauges are NaN while no change feed runs and after a failed sample. Closing the
 * sampler removes them.
 */
public final class ChangeFeedSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFeedSampler.class);

  private final MeterRegistry meters;
  private final Supplier<Optional<BlogChangeFeed>> current;
  private final ScheduledThreadPoolExecutor thread;
  // Guarded by this.
  private final List<Meter> gauges = new ArrayList<>();
  private final Set<String> views = new HashSet<>();
  private boolean isClosed;
  // Written by the sampler's thread, read at a scrape.
  private volatile Optional<Sample> last = Optional.empty();

  /** The lag of the copies, under {@link Tag#COPIES}, and of each custom view by its name. */
  private record Sample(Map<String, ChangeFeedLag> lags, int deadLetters) {
    Number changes(Followed of) {
      ChangeFeedLag lag = lags.get(of.view());
      return lag == null
          ? Double.NaN
          : of.source() == ChangeSource.USERS ? lag.users() : (Number) lag.posts();
    }

    Number age(Followed of) {
      ChangeFeedLag lag = lags.get(of.view());
      return lag == null
          ? Double.NaN
          : (Number)
              (lag.ranges().stream()
                      .filter(range -> range.source() == of.source())
                      .map(RangeLag::age)
                      .max(Comparator.naturalOrder())
                      .orElse(Duration.ZERO)
                      .toMillis()
                  / 1e3);
    }
  }

  /** A container whose changes are handled, for the copies or for a custom view. */
  private record Followed(ChangeSource source, String view) {}

  ChangeFeedSampler(
      MeterRegistry meters, Supplier<Optional<BlogChangeFeed>> current, Duration interval) {
    this.meters = meters;
    this.current = Objects.requireNonNull(current, "current");
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval is " + interval + "; it must be positive.");
    }
    registerGauges();
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread sampling = new Thread(work, "blog-change-feed-sampler");
              sampling.setDaemon(true);
              return sampling;
            });
    long nanos = interval.toNanos();
    thread.scheduleWithFixedDelay(this::sample, 0, nanos, TimeUnit.NANOSECONDS);
  }

  private void registerGauges() {
    for (ChangeSource source : ChangeSource.values()) {
      registerGauges(new Followed(source, Tag.COPIES));
    }
    gauge(BlogMetric.DEAD_LETTERS_WAITING, Tags.empty(), () -> sampled(Sample::deadLetters));
  }

  private void registerGauges(Followed of) {
    Tags tags = Tags.of(Tag.SOURCE, ChangeFeedMeters.tag(of.source()), Tag.VIEW, of.view());
    gauge(BlogMetric.STATUS, tags, () -> status(of).ordinal());
    gauge(BlogMetric.RANGES, tags, () -> health(of).map(SourceHealth::ranges).orElse(0));
    gauge(BlogMetric.LAG, tags, () -> sampled(sample -> sample.changes(of)));
    gauge(BlogMetric.LAG_AGE, tags, () -> sampled(sample -> sample.age(of)));
  }

  private void gauge(BlogMetric metric, Tags tags, Supplier<Number> value) {
    gauges.add(
        Gauge.builder(metric.meterName(), value)
            .tags(tags)
            .baseUnit(metric.unit().isEmpty() ? null : metric.unit())
            .description(metric.description())
            .strongReference(true)
            .register(meters));
  }

  private HealthStatus status(Followed of) {
    return health(of).map(SourceHealth::status).orElse(HealthStatus.DOWN);
  }

  private Optional<SourceHealth> health(Followed of) {
    return running().map(BlogChangeFeed::health).flatMap(health -> health(health, of));
  }

  private static Optional<SourceHealth> health(ChangeFeedHealth health, Followed of) {
    if (of.view().equals(Tag.COPIES)) {
      return Optional.of(of.source() == ChangeSource.USERS ? health.users() : health.posts());
    }
    return health.views().stream()
        .filter(view -> view.view().equals(of.view()))
        .flatMap(view -> view.sources().stream())
        .filter(source -> source.source() == of.source())
        .findFirst();
  }

  private Optional<BlogChangeFeed> running() {
    return current.get().filter(one -> one.lifecycle() == Lifecycle.RUNNING);
  }

  private Number sampled(Function<Sample, Number> value) {
    return last.map(value).orElse(Double.NaN);
  }

  /**
   * Takes a sample now, on the calling thread. A failure is logged as a warning, unless the change
   * feed or the sampler was closed meanwhile.
   */
  public void sample() {
    try {
      running().ifPresent(this::registerViews);
      last = running().map(ChangeFeedSampler::sampleOf);
    } catch (RuntimeException e) {
      last = Optional.empty();
      // Stopping the application interrupts the requests of a sample, which is not an error.
      if (!thread.isShutdown() && running().isPresent()) {
        LOG.warn("Sampling the lag of the change feed failed: {}", e.getClass().getSimpleName());
      }
      LOG.debug("The sample failed", e);
    }
  }

  /** {@return the lag of the copies at the last sample, or empty while it is unknown} */
  public Optional<ChangeFeedLag> lag() {
    return last.map(sample -> sample.lags().get(Tag.COPIES));
  }

  /** Takes a sample now, on the sampler's thread. Does nothing after {@link #close}. */
  public void sampleSoon() {
    if (!thread.isShutdown()) {
      thread.execute(this::sample);
    }
  }

  private synchronized void registerViews(BlogChangeFeed changeFeed) {
    for (ViewHealth view : changeFeed.health().views()) {
      if (!isClosed && views.add(view.view())) {
        view.sources().forEach(one -> registerGauges(new Followed(one.source(), view.view())));
      }
    }
  }

  private static Sample sampleOf(BlogChangeFeed changeFeed) {
    Map<String, ChangeFeedLag> lags = new HashMap<>();
    lags.put(Tag.COPIES, changeFeed.lag());
    changeFeed.views().forEach(view -> lags.put(view.name(), view.lag()));
    PageRequest page = PageRequest.first(PageRequest.MAX_SIZE);
    return new Sample(lags, changeFeed.deadLetters().page(page).items().size());
  }

  /** Stops sampling and removes the gauges. A second call does nothing. */
  @Override
  public synchronized void close() {
    isClosed = true;
    thread.shutdownNow();
    gauges.forEach(meters::remove);
  }
}
