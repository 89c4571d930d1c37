package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ViewHealth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of the change feed, from memory. A degraded change feed is UP with the problem in the
 * details, because a restart of the process wouldn't help. The status is UNKNOWN before the first
 * start.
 */
final class ChangeFeedHealthIndicator extends AbstractHealthIndicator {
  private final Supplier<Optional<BlogChangeFeed>> changeFeeds;
  private final BlogHistory history;

  ChangeFeedHealthIndicator(Supplier<Optional<BlogChangeFeed>> changeFeeds, BlogHistory history) {
    super("Reading the health of the change feed failed");
    this.changeFeeds = changeFeeds;
    this.history = history;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    Optional<ChangeFeedHealth> found = changeFeeds.get().map(BlogChangeFeed::health);
    if (found.isEmpty()) {
      builder.unknown().withDetail("changeFeed", "not started");
      return;
    }
    ChangeFeedHealth health = found.get();
    if (health.status() == HealthStatus.DOWN) {
      builder.down();
    } else {
      builder.up();
    }
    builder
        .withDetail("changeFeed", health.status())
        .withDetail("host", health.hostName())
        .withDetail("lifecycle", health.lifecycle())
        .withDetail("users", ChangeFeeds.details(health.users()))
        .withDetail("posts", ChangeFeeds.details(health.posts()));
    builder.withDetail("requestUnitsPerSecond", history.requestUnitsPerSecond());
    if (!health.views().isEmpty()) {
      builder.withDetail("views", views(health));
    }
  }

  private static Map<String, Object> views(ChangeFeedHealth health) {
    Map<String, Object> views = new LinkedHashMap<>();
    for (ViewHealth view : health.views()) {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("status", view.status());
      view.problem().ifPresent(problem -> details.put("problem", problem));
      views.put(view.view(), details);
    }
    return views;
  }
}
