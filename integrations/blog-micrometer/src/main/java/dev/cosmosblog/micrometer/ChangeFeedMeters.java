package dev.cosmosblog.micrometer;

import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.micrometer.BlogMetric.Tag;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Counts the events of change feeds on this host, for the copies or for one custom view. */
final class ChangeFeedMeters implements ChangeFeedListener {
  private final MeterRegistry meters;
  private final Map<ChangeSource, Events> sources = new EnumMap<>(ChangeSource.class);

  private record Events(
      Timer batches,
      Counter failures,
      Counter changes,
      Counter deadLetters,
      Counter stalls,
      Counter restarts,
      Counter moves) {}

  ChangeFeedMeters(MeterRegistry meters) {
    this(meters, Tag.COPIES);
  }

  private ChangeFeedMeters(MeterRegistry meters, String view) {
    this.meters = meters;
    for (ChangeSource source : ChangeSource.values()) {
      Timer batches =
          Timer.builder(BlogMetric.BATCH.meterName())
              .tag(Tag.SOURCE, tag(source))
              .tag(Tag.VIEW, view)
              .description(BlogMetric.BATCH.description())
              .register(meters);
      sources.put(
          source,
          new Events(
              batches,
              counter(meters, BlogMetric.BATCH_FAILURES, source, view),
              counter(meters, BlogMetric.CHANGES, source, view),
              counter(meters, BlogMetric.DEAD_LETTERS, source, view),
              counter(meters, BlogMetric.STALLS, source, view),
              counter(meters, BlogMetric.RESTARTS, source, view),
              counter(meters, BlogMetric.LEASE_MOVES, source, view)));
    }
  }

  private static Counter counter(
      MeterRegistry meters, BlogMetric metric, ChangeSource source, String view) {
    return Counter.builder(metric.meterName())
        .tag(Tag.SOURCE, tag(source))
        .tag(Tag.VIEW, view)
        .baseUnit(metric.unit())
        .description(metric.description())
        .register(meters);
  }

  static String tag(ChangeSource source) {
    return source.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public ChangeFeedListener ofView(String view) {
    return new ChangeFeedMeters(meters, view);
  }

  private Events of(ChangeSource source) {
    return Objects.requireNonNull(sources.get(source));
  }

  @Override
  public void onBatch(BatchReport report) {
    of(report.source()).batches().record(report.duration());
    of(report.source()).changes().increment(report.changes());
  }

  @Override
  public void onBatchFailed(ChangeSource source, RuntimeException failure) {
    of(source).failures().increment();
  }

  @Override
  public void onDeadLetter(DeadLetter letter) {
    of(letter.key().source()).deadLetters().increment();
  }

  @Override
  public void onLeaseMoved(LeaseMove move) {
    of(move.source()).moves().increment();
  }

  @Override
  public void onStalled(ChangeSource source, String reason) {
    of(source).stalls().increment();
  }

  @Override
  public void onRestart(ChangeSource source, int inARow) {
    of(source).restarts().increment();
  }
}
