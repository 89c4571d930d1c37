package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.DeadLetters;
import dev.cosmosblog.changefeed.DeadLetters.ReplayReport;
import dev.cosmosblog.changefeed.RegisteredView;
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
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state and the actions of the operator's endpoint and page. It returns maps of strings and
 * numbers, which every JSON library writes alike, and acts only if a property allows it.
 */
final class BlogOperator implements AutoCloseable {
  /** The page polls every two seconds, and measuring the lag costs requests. */
  private static final Duration LAG_CACHE_TTL = Duration.ofSeconds(5);

  /** Names that no other site can have. */
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final int PAGE_SIZE = 50;
  private static final Logger LOG = LoggerFactory.getLogger(BlogOperator.class);

  private final BlogDatabase database;
  private final Supplier<Optional<BlogChangeFeed>> changeFeeds;
  private final BlogHistory history;
  private final BlogProperties.Operator settings;
  private final Clock clock;
  private final OperatorTask task;
  // Guarded by this, like the field below.
  private Map<String, Object> lag = Map.of();
  private Instant lagMeasuredAt = Instant.MIN;

  BlogOperator(
      BlogDatabase database,
      Supplier<Optional<BlogChangeFeed>> changeFeeds,
      BlogHistory history,
      BlogProperties.Operator settings,
      Clock clock) {
    this.database = database;
    this.changeFeeds = changeFeeds;
    this.history = history;
    this.settings = settings;
    this.clock = clock;
    this.task = new OperatorTask(clock);
  }

  /** No property allows the requested action, or the host name of the request. */
  static final class ActionRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ActionRefusedException(String message) {
      super(message);
    }
  }

  /**
   * Rejects a request under a host name that isn't allowed, while requests may act. Another site's
   * page could otherwise act after it has its name point to this application (DNS rebinding).
   *
   * @param host the request's {@code Host}, perhaps with a port
   */
  void checkHost(String host) {
    String name = host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT);
    if (settings.mayAct()
        && !LOOPBACK.contains(name)
        && settings.allowedHosts().stream()
            .noneMatch(allowed -> allowed.equals("*") || allowed.equalsIgnoreCase(name))) {
      throw new ActionRefusedException(
          ("The request's host name '%s' is not allowed; if it is this application's, add it to"
                  + " cosmosblog.operator.allowed-hosts.")
              .formatted(name));
    }
  }

  /** A response to an operator: the HTTP status and the JSON. */
  record Response(int status, Map<String, Object> body) {
    private static Response failed(int status, String text) {
      return new Response(status, Map.of("failure", text));
    }
  }

  /** Returns the response to a request, even if it is rejected or Cosmos DB fails. */
  static Response respond(Supplier<Map<String, Object>> request) {
    try {
      return new Response(200, request.get());
    } catch (ActionRefusedException e) {
      return Response.failed(403, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      return Response.failed(400, String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      return Response.failed(409, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.debug("An operator's request failed", e);
      return Response.failed(502, text(e));
    }
  }

  /** Returns health, hosts and cost from memory, and the lag, which is cached for some seconds. */
  Map<String, Object> overview() {
    Map<String, Object> overview = new LinkedHashMap<>();
    overview.put("database", database.name());
    overview.put("mayAct", settings.mayAct());
    overview.put("requestUnitsPerSecond", settings.requestUnitsPerSecond());
    Optional<BlogChangeFeed> found = changeFeeds.get();
    found.ifPresent(
        changeFeed -> {
          overview.put("changeFeed", health(changeFeed.health()));
          overview.put("lag", lag(changeFeed));
          overview.put("hosts", history.hosts());
        });
    overview.put("cost", cost());
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

  private Map<String, Object> cost() {
    Map<String, Object> total = new LinkedHashMap<>();
    database.usage().forEach((cause, usage) -> total.put(lower(cause), usage.requestUnits()));
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("metered", database.requestMeter().isPresent());
    shown.put("requestUnits", total);
    shown.put("requestUnitsPerSecond", history.requestUnitsPerSecond());
    return shown;
  }

  /** Returns the samples of the last hours, from memory. */
  Map<String, Object> history() {
    return history.samples();
  }

  private synchronized Map<String, Object> lag(BlogChangeFeed changeFeed) {
    Instant now = clock.instant();
    if (lagMeasuredAt.isBefore(now.minus(LAG_CACHE_TTL))) {
      lag = measured(changeFeed);
      lagMeasuredAt = now;
    }
    return lag;
  }

  private Map<String, Object> measured(BlogChangeFeed changeFeed) {
    try {
      ChangeFeedLag found = changeFeed.lag();
      history.measured(found);
      Map<BlogHistory.Range, String> owners = owners("", found);
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("changes", found.users() + found.posts());
      shown.put("ageSeconds", found.age().toSeconds());
      List<Map<String, Object>> ranges = new ArrayList<>();
      found.ranges().forEach(range -> ranges.add(range(range)));
      for (RegisteredView view : changeFeed.views()) {
        ChangeFeedLag ofRanges = view.lag();
        owners.putAll(owners(view.name(), ofRanges));
        for (RangeLag range : ofRanges.ranges()) {
          Map<String, Object> ofView = range(range);
          ofView.put("view", view.name());
          ranges.add(ofView);
        }
      }
      history.owned(owners);
      shown.put("ranges", ranges);
      return shown;
    } catch (RuntimeException e) {
      return Map.of("failure", text(e));
    }
  }

  private static Map<BlogHistory.Range, String> owners(String view, ChangeFeedLag lag) {
    Map<BlogHistory.Range, String> owners = new HashMap<>();
    for (RangeLag range : lag.ranges()) {
      range
          .host()
          .ifPresent(
              host -> owners.put(new BlogHistory.Range(view, range.source(), range.range()), host));
    }
    return owners;
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

  /** Returns a page of the dead letters of all hosts, with one query. */
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
        .orElseThrow(() -> new IllegalStateException("This process doesn't run a change feed."))
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

  /** Replays one dead letter on the calling thread, for the copies or for a view. */
  Map<String, Object> replay(
      @Nullable String source,
      @Nullable String partition,
      @Nullable String itemId,
      @Nullable String view) {
    checkMayAct();
    if (source == null || partition == null || itemId == null) {
      throw new IllegalArgumentException(
          "A replay needs the parameters source, partition and itemId; at least one is missing.");
    }
    ChangeSource from =
        Arrays.stream(ChangeSource.values())
            .filter(one -> lower(one).equals(source))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The source '%s' is unknown; it must be users or posts."
                            .formatted(source)));
    DeadLetter.Key key = new DeadLetter.Key(from, itemId, partition, Optional.ofNullable(view));
    return Map.of("outcome", lower(deadLetters().replay(key)));
  }

  /** Starts or cancels a background task, and returns its state. */
  Map<String, Object> act(String action) {
    checkMayAct();
    int budget = settings.requestUnitsPerSecond();
    switch (action) {
      case "replay-all" -> {
        DeadLetters items = deadLetters();
        task.start(action, progress -> outcome(items.replayAll()));
      }
      case "verify" ->
          task.start(
              action,
              progress ->
                  task.outcome(
                      BlogVerifier.builder(database)
                          .requestUnitsPerSecond(budget)
                          .listener(progress)
                          .build()
                          .verify()));
      case "repair" ->
          task.start(
              action,
              progress ->
                  task.outcome(
                      BlogVerifier.builder(database)
                          .requestUnitsPerSecond(budget)
                          .listener(progress)
                          .build()
                          .repair()));
      case "rebuild" ->
          task.start(
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
              "The action '%s' is unknown; it must be one of %s.".formatted(action, ACTIONS));
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
      throw new ActionRefusedException(
          "Actions are disabled; set cosmosblog.operator.may-act to true to allow them.");
    }
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a text without secrets: the message of exceptions that the library throws, and the
   * class of others.
   */
  static String text(Throwable failure) {
    return failure instanceof BlogException
            || failure instanceof IllegalArgumentException
            || failure instanceof IllegalStateException
        ? String.valueOf(failure.getMessage())
        : failure.getClass().getSimpleName();
  }

  /** Cancels the running task. */
  @Override
  public void close() {
    task.close();
  }
}
