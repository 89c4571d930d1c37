package dev.cosmosblog.micrometer;

import dev.cosmosblog.micrometer.BlogMetric.Tag;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Creates an observation for each operation, and counts its cost. */
final class OperationObservations implements OperationListener {
  private final MeterRegistry meters;
  private final ObservationRegistry observations;
  // Most applications use a few operations, and each has several time series.
  private final Map<BlogOperation, Costs> costs = new ConcurrentHashMap<>();
  // Written once, when the database is bound.
  private volatile String database = "";

  private record Costs(Counter charge, Counter requests, Counter retries, Counter malformed) {
    void add(OperationReport report) {
      charge.increment(report.requestUnits());
      requests.increment(report.requests());
      retries.increment(report.retries());
      malformed.increment(report.malformed().size());
    }
  }

  OperationObservations(MeterRegistry meters, ObservationRegistry observations) {
    this.meters = meters;
    this.observations = observations;
  }

  private Costs costs(BlogOperation operation) {
    return new Costs(
        counter(BlogMetric.OPERATION_CHARGE, operation),
        counter(BlogMetric.OPERATION_REQUESTS, operation),
        counter(BlogMetric.OPERATION_RETRIES, operation),
        counter(BlogMetric.OPERATION_MALFORMED, operation));
  }

  private Counter counter(BlogMetric metric, BlogOperation operation) {
    return counter(metric, Tags.of(Tag.OPERATION, lower(operation)));
  }

  private Counter counter(BlogMetric metric, Tags tags) {
    return Counter.builder(metric.meterName())
        .tags(tags)
        .baseUnit(metric.unit())
        .description(metric.description())
        .register(meters);
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  void database(String name) {
    database = name;
  }

  /** For an operation whose start wasn't reported. */
  @Override
  public void onOperation(OperationReport report) {
    begin(report.operation()).end(report);
  }

  @Override
  public Scope begin(BlogOperation operation) {
    String name = lower(operation);
    Observation observation =
        Observation.createNotStarted(BlogMetric.OPERATION.meterName(), observations)
            .contextualName(name)
            .lowCardinalityKeyValue(Tag.OPERATION, name)
            .highCardinalityKeyValue("db.system.name", "azure.cosmosdb")
            .highCardinalityKeyValue("db.namespace", database)
            .start();
    Observation.Scope scope = observation.openScope();
    return report -> {
      scope.close();
      end(observation, report);
    };
  }

  private void end(Observation observation, OperationReport report) {
    OperationOutcome outcome = report.outcome();
    observation
        .lowCardinalityKeyValue(Tag.OUTCOME, lower(outcome))
        .highCardinalityKeyValue(
            "azure.cosmosdb.operation.request_charge", Double.toString(report.requestUnits()))
        .highCardinalityKeyValue("cosmosblog.requests", Integer.toString(report.requests()))
        .highCardinalityKeyValue("cosmosblog.retries", Integer.toString(report.retries()));
    report.failure().ifPresent(failure -> failed(observation, report, failure));
    observation.stop();
    costs.computeIfAbsent(report.operation(), this::costs).add(report);
  }

  /** Marks the span as an error unless the input was rejected, which is the caller's error. */
  private void failed(Observation observation, OperationReport report, Throwable failure) {
    String status = Integer.toString(report.statusCode());
    String subStatus = Integer.toString(report.subStatusCode());
    String type = failure.getClass().getSimpleName();
    observation
        .highCardinalityKeyValue(Tag.STATUS, status)
        .highCardinalityKeyValue(Tag.SUB_STATUS, subStatus);
    if (report.outcome() == OperationOutcome.FAILED) {
      observation.error(failure);
    }
    counter(
            BlogMetric.OPERATION_FAILURES,
            Tags.of(
                Tag.OPERATION,
                lower(report.operation()),
                Tag.OUTCOME,
                lower(report.outcome()),
                Tag.ERROR_TYPE,
                type.isEmpty() ? "unknown" : type,
                Tag.STATUS,
                status,
                Tag.SUB_STATUS,
                subStatus))
        .increment();
  }
}
