package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.DeadLetters;
import dev.cosmosblog.changefeed.DeadLetters.ReplayReport;
import dev.cosmosblog.changefeed.RegisteredView;
import dev.cosmosblog.changefeed.observe.ChangeFeedCost;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.DeadLetter;
import dev.cosmosblog.changefeed.observe.ViewHealth;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operator's views and actions, for the endpoint and the page: maps of texts, numbers and
 * times, which every JSON library writes alike. It acts only if a property allows it.
 */
final class BlogOperator implements AutoCloseable {
  /** The page asks every few seconds; a lag costs requests. */
  private static final Duration LAG_KEPT_FOR = Duration.ofSeconds(5);

  private static final int PAGE_SIZE = 50;
  private static final Logger LOG = LoggerFactory.getLogger(BlogOperator.class);

  private final BlogDatabase database;
  private final Supplier<Optional<BlogChangeFeed>> changeFeeds;
  private final BlogProperties.Operator settings;
  private final Clock clock;
  private final OperatorTask task;
  // Guarded by this, like the field below.
  private Map<String, Object> lag = Map.of();
  private Instant lagMeasuredAt = Instant.MIN;

  BlogOperator(
      BlogDatabase database,
      Supplier<Optional<BlogChangeFeed>> changeFeeds,
      BlogProperties.Operator settings,
      Clock clock) {
    this.database = database;
    this.changeFeeds = changeFeeds;
    this.settings = settings;
    this.clock = clock;
    this.task = new OperatorTask(clock);
  }

  /** The operator asked for an action, and no property allows it. */
  static final class ActionRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ActionRefusedException() {
      super("This application shows the blog and does not act: cosmosblog.operator.may-act.");
    }
  }

  /** An answer to an operator: its HTTP status, and what is written as JSON. */
  record Answer(int status, Map<String, Object> body) {
    private static Answer failed(int status, String text) {
      return new Answer(status, Map.of("failure", text));
    }
  }

  /** Returns the answer to a request, also where it is refused or Cosmos DB fails. */
  static Answer answer(Supplier<Map<String, Object>> request) {
    try {
      return new Answer(200, request.get());
    } catch (ActionRefusedException e) {
      return Answer.failed(403, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return Answer.failed(400, String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      return Answer.failed(409, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.debug("An operator's request failed", e);
      return Answer.failed(502, text(e));
    }
  }

  /** Returns health and cost from memory, and the lag, which is measured every few seconds. */
  Map<String, Object> overview() {
    Map<String, Object> overview = new LinkedHashMap<>();
    overview.put("database", database.name());
    overview.put("mayAct", settings.mayAct());
    Optional<BlogChangeFeed> found = changeFeeds.get();
    found.ifPresent(
        changeFeed -> {
          overview.put("changeFeed", health(changeFeed.health()));
          overview.put("cost", cost(changeFeed.cost()));
          overview.put("lag", lag(changeFeed));
        });
    overview.put("task", task.state());
    return overview;
  }

  private static Map<String, Object> health(ChangeFeedHealth health) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("status", health.status().name());
    shown.put("lifecycle", health.lifecycle().name());
    shown.put("host", health.hostName());
    shown.put("users", texts(ChangeFeeds.details(health.users())));
    shown.put("posts", texts(ChangeFeeds.details(health.posts())));
    shown.put("views", health.views().stream().map(BlogOperator::view).toList());
    return shown;
  }

  private static Map<String, Object> view(ViewHealth view) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("view", view.view());
    shown.put("status", view.status().name());
    view.problem().ifPresent(problem -> shown.put("problem", problem));
    for (SourceHealth source : view.sources()) {
      shown.put(lower(source.source()), texts(ChangeFeeds.details(source)));
    }
    return shown;
  }

  private static Map<String, Object> texts(Map<String, Object> details) {
    details.replaceAll((name, value) -> value instanceof Number ? value : value.toString());
    return details;
  }

  private static Map<String, Object> cost(ChangeFeedCost cost) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("metered", cost.metered());
    shown.put("operations", usage(cost.operations()));
    shown.put("polls", usage(cost.polls()));
    shown.put("leases", usage(cost.leases()));
    return shown;
  }

  private static Map<String, Object> usage(Usage usage) {
    return Map.of("requests", usage.requests(), "requestUnits", usage.requestUnits());
  }

  private synchronized Map<String, Object> lag(BlogChangeFeed changeFeed) {
    Instant now = clock.instant();
    if (lagMeasuredAt.isBefore(now.minus(LAG_KEPT_FOR))) {
      lag = measured(changeFeed);
      lagMeasuredAt = now;
    }
    return lag;
  }

  private static Map<String, Object> measured(BlogChangeFeed changeFeed) {
    try {
      ChangeFeedLag found = changeFeed.lag();
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("changes", found.users() + found.posts());
      shown.put("ageSeconds", found.age().toSeconds());
      List<Map<String, Object>> ranges = new ArrayList<>();
      found.ranges().forEach(range -> ranges.add(range(range)));
      for (RegisteredView view : changeFeed.views()) {
        for (RangeLag range : view.lag().ranges()) {
          Map<String, Object> ofView = range(range);
          ofView.put("view", view.name());
          ranges.add(ofView);
        }
      }
      shown.put("ranges", ranges);
      return shown;
    } catch (RuntimeException e) {
      return Map.of("failure", text(e));
    }
  }

  private static Map<String, Object> range(RangeLag range) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("source", lower(range.source()));
    shown.put("range", range.range());
    shown.put("host", range.host().orElse(""));
    shown.put("changes", range.changes());
    shown.put("ageSeconds", range.age().toSeconds());
    return shown;
  }

  /** Returns a page of the dead letters of all hosts: one query. */
  Map<String, Object> deadLetters(@Nullable String after) {
    PageRequest request = PageRequest.first(PAGE_SIZE);
    if (after != null && !after.isEmpty()) {
      request = request.after(new ContinuationToken(after));
    }
    Page<DeadLetter> page = deadLetters().page(request);
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("items", page.items().stream().map(BlogOperator::item).toList());
    page.next().ifPresent(next -> shown.put("next", next.value()));
    return shown;
  }

  private DeadLetters deadLetters() {
    return changeFeeds
        .get()
        .orElseThrow(() -> new IllegalStateException("This process runs no change feed."))
        .deadLetters();
  }

  private static Map<String, Object> item(DeadLetter letter) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("source", lower(letter.key().source()));
    shown.put("partition", letter.key().partition());
    shown.put("itemId", letter.key().itemId());
    letter.key().view().ifPresent(view -> shown.put("view", view));
    shown.put("reason", letter.reason());
    shown.put("since", letter.since().toString());
    shown.put("attempts", letter.attempts());
    return shown;
  }

  /** Replays one item, for the copies or for a view, on the calling thread. */
  Map<String, Object> replay(
      @Nullable String source,
      @Nullable String partition,
      @Nullable String itemId,
      @Nullable String view) {
    checkMayAct();
    if (source == null || partition == null || itemId == null) {
      throw new IllegalArgumentException("replay needs source, partition and itemId.");
    }
    ChangeSource from =
        Arrays.stream(ChangeSource.values())
            .filter(one -> lower(one).equals(source))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "source must be users or posts, but was '%s'.".formatted(source)));
    DeadLetter.Key key = new DeadLetter.Key(from, itemId, partition, Optional.ofNullable(view));
    return Map.of("outcome", lower(deadLetters().replay(key)));
  }

  /** Begins or cancels what takes long, and returns its state. */
  Map<String, Object> act(String action) {
    checkMayAct();
    int budget = settings.requestUnitsPerSecond();
    switch (action) {
      case "replay-all" -> {
        DeadLetters items = deadLetters();
        task.begin(action, progress -> outcome(items.replayAll()));
      }
      case "verify" ->
          task.begin(
              action,
              progress ->
                  task.outcome(
                      BlogVerifier.builder(database)
                          .requestUnitsPerSecond(budget)
                          .listener(progress)
                          .build()
                          .verify()));
      case "repair" ->
          task.begin(
              action,
              progress ->
                  task.outcome(
                      BlogVerifier.builder(database)
                          .requestUnitsPerSecond(budget)
                          .listener(progress)
                          .build()
                          .repair()));
      case "rebuild" ->
          task.begin(
              action,
              progress ->
                  task.outcome(
                      ViewRebuild.builder(database)
                          .requestUnitsPerSecond(budget)
                          .listener(progress)
                          .build()
                          .rebuild()));
      case "cancel" -> task.cancel();
      default ->
          throw new IllegalArgumentException(
              "action must be one of %s, but was '%s'.".formatted(ACTIONS, action));
    }
    return Map.of("task", task.state());
  }

  private static final List<String> ACTIONS =
      List.of("replay-all", "verify", "repair", "rebuild", "cancel");

  private static Map<String, Object> outcome(ReplayReport report) {
    return Map.of(
        "handled", report.handled(),
        "gone", report.gone(),
        "remaining", report.remaining());
  }

  private void checkMayAct() {
    if (!settings.mayAct()) {
      throw new ActionRefusedException();
    }
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * The library's messages say what to do and have no secrets; others may have anything. Those
   * about arguments and states are shown as {@link #answer} shows them.
   */
  static String text(Throwable failure) {
    return failure instanceof BlogException
            || failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
        ? String.valueOf(failure.getMessage())
        : failure.getClass().getSimpleName();
  }

  /** Cancels what is under way. */
  @Override
  public void close() {
    task.close();
  }
}
