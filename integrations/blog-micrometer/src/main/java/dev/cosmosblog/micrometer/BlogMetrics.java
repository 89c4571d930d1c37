package dev.cosmosblog.micrometer;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.micrometer.BlogMetric.Tag;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Connects a blog to Micrometer. Register both listeners, bind the database and sample the change
 * feed:
 *
 * <pre>{@code
 * BlogMetrics metrics = BlogMetrics.of(registry);
 * BlogDatabase database = BlogDatabase.builder()….listener(metrics.operations()).build();
 * metrics.bind(database);
 * BlogChangeFeed copies =
 *     BlogChangeFeed.builder(database).listener(metrics.changeFeed()).build();
 * ChangeFeedSampler sampler = metrics.sample(() -> Optional.of(copies), Duration.ofMinutes(1));
 * }</pre>
 *
 * <p>{@link BlogMetric} lists the meters. This class is thread-safe.
 */
public final class BlogMetrics {
  private final MeterRegistry meters;
  private final OperationObservations operations;
  private final ChangeFeedMeters changeFeed;

  private BlogMetrics(MeterRegistry meters, ObservationRegistry observations) {
    this.meters = meters;
    this.operations = new OperationObservations(meters, observations);
    this.changeFeed = new ChangeFeedMeters(meters);
  }

  /**
   * {@return metrics without spans}
   *
   * @param meters the registry of the meters
   */
  public static BlogMetrics of(MeterRegistry meters) {
    Objects.requireNonNull(meters, "meters");
    // A filter on the given registry would be too late for the meters that it already has.
    CompositeMeterRegistry described =
        new CompositeMeterRegistry(meters.config().clock(), List.of(meters));
    described.config().meterFilter(descriptions());
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(described));
    return new BlogMetrics(meters, observations);
  }

  /**
   * {@return metrics and observations} A tracer that handles observations creates a span for each
   * operation; the SDK's spans are its children.
   *
   * @param meters the registry of the meters
   * @param observations the registry of the observations; one of its handlers must record a timer
   *     for each observation, as Spring Boot's does, and needs {@link #descriptions}
   */
  public static BlogMetrics of(MeterRegistry meters, ObservationRegistry observations) {
    return new BlogMetrics(
        Objects.requireNonNull(meters, "meters"),
        Objects.requireNonNull(observations, "observations"));
  }

  /**
   * {@return a filter that describes the timers of a host's observation handler} The handler itself
   * creates them without descriptions. Register the filter before the registry has meters.
   */
  public static MeterFilter descriptions() {
    return new MeterFilter() {
      @Override
      public Meter.Id map(Meter.Id id) {
        return Stream.of(BlogMetric.OPERATION, BlogMetric.OPERATION_ACTIVE)
            .filter(metric -> metric.meterName().equals(id.getName()))
            .findFirst()
            .map(metric -> described(id, metric.description()))
            .orElse(id);
      }
    };
  }

  private static Meter.Id described(Meter.Id id, String description) {
    return new Meter.Id(
        id.getName(), Tags.of(id.getTags()), id.getBaseUnit(), description, id.getType());
  }

  /** {@return the listener to register on the database} */
  public OperationListener operations() {
    return operations;
  }

  /** {@return the listener to register on the change feed} */
  public ChangeFeedListener changeFeed() {
    return changeFeed;
  }

  /**
   * Registers counters of the database's RU and requests by cause.
   *
   * @param database the database, whose name the operations' spans contain
   */
  public void bind(BlogDatabase database) {
    operations.database(database.name());
    for (RequestCause cause : RequestCause.values()) {
      register(BlogMetric.CHARGE, cause, database, Usage::requestUnits);
      register(BlogMetric.REQUESTS, cause, database, Usage::requests);
    }
  }

  private void register(
      BlogMetric metric, RequestCause cause, BlogDatabase database, ToDoubleFunction<Usage> value) {
    FunctionCounter.builder(
            metric.meterName(),
            // The meter holds this object by a weak reference, and the function by a strong one.
            meters,
            any -> value.applyAsDouble(database.usage().getOrDefault(cause, Usage.NONE)))
        .tag(Tag.CAUSE, cause.name().toLowerCase(Locale.ROOT))
        .baseUnit(metric.unit())
        .description(metric.description())
        .register(meters);
  }

  /**
   * Registers gauges of a change feed's health, lag and dead letters.
   *
   * <p>A scrape reads the health from memory. A background thread samples the lag and the dead
   * letters; a sample costs as much as {@link BlogChangeFeed#lag()} and a query of the leases
   * container.
   *
   * @param current returns the running change feed, or empty if none is running
   * @param interval the time between two samples
   * @return the started sampler; close it before the change feed
   */
  public ChangeFeedSampler sample(Supplier<Optional<BlogChangeFeed>> current, Duration interval) {
    return new ChangeFeedSampler(meters, current, interval);
  }
}
