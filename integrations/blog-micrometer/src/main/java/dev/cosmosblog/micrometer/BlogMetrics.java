package dev.cosmosblog.micrometer;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.micrometer.BlogMetric.Tag;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

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
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(
            new DefaultMeterObservationHandler(Objects.requireNonNull(meters, "meters")));
    return new BlogMetrics(meters, observations);
  }

  /**
   * {@return metrics and observations} A tracer that handles observations creates a span for each
   * operation; the SDK's spans are its children.
   *
   * @param meters the registry of the meters
   * @param observations the registry of the observations; one of its handlers must record a timer
   *     for each observation, as Spring Boot's does
   */
  public static BlogMetrics of(MeterRegistry meters, ObservationRegistry observations) {
    return new BlogMetrics(
        Objects.requireNonNull(meters, "meters"),
        Objects.requireNonNull(observations, "observations"));
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
   * Registers counters of the requests and RU of the SDK's change feed processor. Does nothing if
   * the database has no {@link RequestMeter}.
   *
   * @param database the database, whose name the operations' spans contain
   */
  public void bind(BlogDatabase database) {
    operations.database(database.name());
    Optional<RequestMeter> meter = database.requestMeter();
    if (meter.isEmpty()) {
      return;
    }
    String leases = database.containerNames().leases();
    String users = database.containerNames().users();
    String posts = database.containerNames().posts();
    RequestMeter counts = meter.get();
    String name = database.name();
    register(counts, "leases", () -> counts.usage(name, leases));
    register(counts, "polls", () -> counts.usage(name, users).plus(counts.usage(name, posts)));
  }

  private void register(RequestMeter meter, String cause, Supplier<Usage> usage) {
    FunctionCounter.builder(
            BlogMetric.PROCESSOR_REQUESTS.meterName(), meter, any -> usage.get().requests())
        .tag(Tag.CAUSE, cause)
        .baseUnit(BlogMetric.PROCESSOR_REQUESTS.unit())
        .description(BlogMetric.PROCESSOR_REQUESTS.description())
        .register(meters);
    FunctionCounter.builder(
            BlogMetric.PROCESSOR_CHARGE.meterName(), meter, any -> usage.get().requestUnits())
        .tag(Tag.CAUSE, cause)
        .baseUnit(BlogMetric.PROCESSOR_CHARGE.unit())
        .description(BlogMetric.PROCESSOR_CHARGE.description())
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
