package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.observe.RequestCause;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last hours of this process's blog, one sample a minute: RU a second by cause, failures and
 * the lag; and the hosts that held ranges. It remembers what others measure, and sends no request.
 */
final class BlogHistory implements OperationListener, AutoCloseable {
  static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Six hours. */
  static final int MAX_SAMPLES = 360;

  private static final int MAX_GONE_HOSTS = 20;

  private final Supplier<Optional<ChangeFeedLag>> sampledLag;
  private final Clock clock;
  private final AtomicLong failures = new AtomicLong();
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread sampling = new Thread(work, "blog-history");
            sampling.setDaemon(true);
            return sampling;
          });
  // Guarded by this, like the fields below. Null before the start.
  private @Nullable BlogDatabase database;
  // The readings of the last two samples.
  private final Deque<Reading> readings = new ArrayDeque<>();
  private final Deque<Sample> samples = new ArrayDeque<>();
  private @Nullable Measured measured;
  private Map<Range, String> owners = Map.of();
  // When the hosts lost their last range, oldest first.
  private final Map<String, Instant> gone = new LinkedHashMap<>();

  private record Reading(Instant at, Map<RequestCause, Usage> usage, long failures) {}

  private record Sample(
      Instant at, Map<RequestCause, Double> rates, long failures, Optional<Duration> lag) {}

  private record Measured(Instant at, ChangeFeedLag lag) {}

  /** A range of a container, for the copies or for the view. */
  record Range(String view, ChangeSource source, String range) {}

  /**
   * @param sampledLag the last lag that another component has sampled, or empty while unknown
   */
  BlogHistory(Supplier<Optional<ChangeFeedLag>> sampledLag, Clock clock) {
    this.sampledLag = sampledLag;
    this.clock = clock;
  }

  /** Takes the first reading now, and a sample in each interval from now on. */
  synchronized void start(BlogDatabase of) {
    database = of;
    readings.add(reading(of));
    long nanos = INTERVAL.toNanos();
    thread.scheduleAtFixedRate(this::sample, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private Reading reading(BlogDatabase of) {
    return new Reading(clock.instant(), of.usage(), failures.get());
  }

  @Override
  public void onOperation(OperationReport report) {
    if (report.outcome() == OperationOutcome.FAILED) {
      failures.incrementAndGet();
    }
  }

  /** Returns the listener to register on the change feed. */
  ChangeFeedListener changeFeed() {
    return new Events("");
  }

  private final class Events implements ChangeFeedListener {
    private final String view;

    Events(String view) {
      this.view = view;
    }

    @Override
    public ChangeFeedListener ofView(String name) {
      return new Events(name);
    }

    @Override
    public void onBatchFailed(ChangeSource source, RuntimeException failure) {
      failures.incrementAndGet();
    }

    @Override
    public void onLeaseMoved(LeaseMove move) {
      moved(new Range(view, move.source(), move.range()), move.to());
    }
  }

  private synchronized void moved(Range range, Optional<String> to) {
    Map<Range, String> now = new HashMap<>(owners);
    now.remove(range);
    to.ifPresent(host -> now.put(range, host));
    owned(now);
  }

  /** Remembers which hosts hold ranges now, and when the others lost their last one. */
  synchronized void owned(Map<Range, String> now) {
    Map<Range, String> before = owners;
    owners = Map.copyOf(now);
    Instant at = clock.instant();
    before.values().stream()
        .filter(host -> !owners.containsValue(host))
        .forEach(host -> gone.putIfAbsent(host, at));
    gone.keySet().removeIf(owners::containsValue);
    while (gone.size() > MAX_GONE_HOSTS) {
      gone.remove(gone.keySet().iterator().next());
    }
  }

  /** Remembers a lag that was measured for an operator. */
  synchronized void measured(ChangeFeedLag lag) {
    measured = new Measured(clock.instant(), lag);
  }

  synchronized void sample() {
    if (database == null) {
      return;
    }
    Reading now = reading(database);
    Reading before = readings.getLast();
    Optional<Duration> lag =
        Optional.ofNullable(measured)
            .filter(one -> !one.at().isBefore(before.at()))
            .map(Measured::lag)
            .or(sampledLag)
            .map(ChangeFeedLag::age);
    samples.addLast(
        new Sample(now.at(), rates(before, now), now.failures() - before.failures(), lag));
    if (samples.size() > MAX_SAMPLES) {
      samples.removeFirst();
    }
    readings.addLast(now);
    if (readings.size() > 2) {
      readings.removeFirst();
    }
  }

  private static Map<RequestCause, Double> rates(Reading before, Reading now) {
    double seconds = Math.max(1, Duration.between(before.at(), now.at()).toMillis()) / 1e3;
    Map<RequestCause, Double> rates = new LinkedHashMap<>();
    now.usage()
        .forEach(
            (cause, usage) ->
                rates.put(
                    cause,
                    usage.since(before.usage().getOrDefault(cause, Usage.NONE)).requestUnits()
                        / seconds));
    return rates;
  }

  /** Returns the RU a second by cause, over the last one to two minutes. */
  synchronized Map<String, Double> requestUnitsPerSecond() {
    Map<String, Double> shown = new LinkedHashMap<>();
    if (database != null) {
      rates(readings.getFirst(), reading(database))
          .forEach((cause, rate) -> shown.put(BlogOperator.lower(cause), rounded(rate)));
    }
    return shown;
  }

  private static double rounded(double rate) {
    return Math.round(rate * 100) / 100.0;
  }

  /** Returns the samples in columns, oldest first; an unknown lag is null. */
  synchronized Map<String, Object> samples() {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    List<@Nullable Long> lags = new ArrayList<>();
    for (Sample sample : samples) {
      sample
          .rates()
          .forEach(
              (cause, rate) ->
                  rates
                      .computeIfAbsent(BlogOperator.lower(cause), first -> new ArrayList<>())
                      .add(rounded(rate)));
      lags.add(sample.lag().map(Duration::toSeconds).orElse(null));
    }
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("at", samples.stream().map(sample -> sample.at().toString()).toList());
    shown.put("requestUnitsPerSecond", rates);
    shown.put("failures", samples.stream().map(Sample::failures).toList());
    shown.put("lagSeconds", lags);
    return shown;
  }

  /** Returns the hosts that hold ranges, and those that held some before and hold none now. */
  synchronized List<Map<String, Object>> hosts() {
    Map<String, Long> ranges = new LinkedHashMap<>();
    owners.values().stream().sorted().forEach(host -> ranges.merge(host, 1L, Long::sum));
    List<Map<String, Object>> shown = new ArrayList<>();
    ranges.forEach((host, count) -> shown.add(Map.of("host", host, "ranges", count)));
    gone.forEach(
        (host, since) ->
            shown.add(Map.of("host", host, "ranges", 0L, "goneSince", since.toString())));
    return shown;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
