package dev.cosmosblog.micrometer;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.micrometer.BlogMetric.Tag;
import dev.cosmosblog.store.query.PageRequest;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the lag and the items set aside on a schedule, so that a scrape sends no request. A
 * gauge is not a number while no change feed runs and after a sample that failed. Closing it
 * removes its gauges.
 */
public final class ChangeFeedSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFeedSampler.class);

  private final MeterRegistry meters;
  private final Supplier<Optional<BlogChangeFeed>> current;
  private final ScheduledThreadPoolExecutor thread;
  private final List<Meter> gauges = new ArrayList<>();
  // Written by the thread that samples, read at a scrape.
  private volatile Optional<Sample> last = Optional.empty();

  private record Sample(ChangeFeedLag lag, int setAside) {
    long changes(ChangeSource source) {
      return source == ChangeSource.USERS ? lag.users() : lag.posts();
    }

    Duration age(ChangeSource source) {
      return lag.ranges().stream()
          .filter(range -> range.source() == source)
          .map(RangeLag::age)
          .max(Comparator.naturalOrder())
          .orElse(Duration.ZERO);
    }
  }

  ChangeFeedSampler(
      MeterRegistry meters, Supplier<Optional<BlogChangeFeed>> current, Duration interval) {
    this.meters = meters;
    this.current = Objects.requireNonNull(current, "current");
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval must be more than zero, but was " + interval);
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
      gauge(BlogMetric.STATUS, source, () -> status(source).ordinal());
      gauge(BlogMetric.RANGES, source, () -> health(source).map(SourceHealth::ranges).orElse(0));
      gauge(BlogMetric.LAG, source, () -> sampled(sample -> sample.changes(source)));
      gauge(
          BlogMetric.LAG_AGE, source, () -> sampled(sample -> sample.age(source).toMillis() / 1e3));
    }
    gauge(BlogMetric.SET_ASIDE_WAITING, null, () -> sampled(Sample::setAside));
  }

  private void gauge(BlogMetric metric, @Nullable ChangeSource source, Supplier<Number> value) {
    gauges.add(
        Gauge.builder(metric.meterName(), value)
            .tags(source == null ? Tags.empty() : Tags.of(Tag.SOURCE, ChangeFeedMeters.tag(source)))
            .baseUnit(metric.unit().isEmpty() ? null : metric.unit())
            .description(metric.description())
            .strongReference(true)
            .register(meters));
  }

  private HealthStatus status(ChangeSource source) {
    return health(source).map(SourceHealth::status).orElse(HealthStatus.DOWN);
  }

  private Optional<SourceHealth> health(ChangeSource source) {
    return running()
        .map(BlogChangeFeed::health)
        .map(health -> source == ChangeSource.USERS ? health.users() : health.posts());
  }

  private Optional<BlogChangeFeed> running() {
    return current.get().filter(one -> one.lifecycle() == Lifecycle.RUNNING);
  }

  private Number sampled(Function<Sample, Number> value) {
    return last.map(value).orElse(Double.NaN);
  }

  /** Takes a sample now, on the calling thread; a failure is logged. */
  public void sample() {
    try {
      last = running().map(ChangeFeedSampler::sampleOf);
    } catch (RuntimeException e) {
      last = Optional.empty();
      LOG.warn("The change feed's lag could not be sampled: {}", e.getClass().getSimpleName());
      LOG.debug("The sample failed", e);
    }
  }

  /** Takes a sample now, on the sampler's thread; does nothing after the close. */
  public void sampleSoon() {
    if (!thread.isShutdown()) {
      thread.execute(this::sample);
    }
  }

  private static Sample sampleOf(BlogChangeFeed changeFeed) {
    PageRequest page = PageRequest.first(PageRequest.MAX_SIZE);
    return new Sample(changeFeed.lag(), changeFeed.setAside().page(page).items().size());
  }

  /** Stops sampling and removes the gauges. A second call does nothing. */
  @Override
  public void close() {
    thread.shutdownNow();
    gauges.forEach(meters::remove);
  }
}
