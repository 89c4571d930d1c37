package dev.cosmosblog.spring;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Finds the change feed of this application, which the starter runs or the application itself.
 *
 * @param lifecycles the starter's lifecycle, if it is configured
 * @param ownChangeFeeds the application's bean, if it has one
 */
record ChangeFeeds(
    ObjectProvider<BlogChangeFeedLifecycle> lifecycles,
    ObjectProvider<BlogChangeFeed> ownChangeFeeds)
    implements Supplier<Optional<BlogChangeFeed>> {
  /** Returns the change feed of the last start; empty before the first start. */
  @Override
  public Optional<BlogChangeFeed> get() {
    BlogChangeFeed own = ownChangeFeeds.getIfUnique();
    return own != null
        ? Optional.of(own)
        : Optional.ofNullable(lifecycles.getIfUnique())
            .flatMap(BlogChangeFeedLifecycle::changeFeed);
  }

  /** Returns the health of a container for JSON; independent of the actuator's classes. */
  static Map<String, Object> details(SourceHealth source) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("status", source.status());
    source.problem().ifPresent(problem -> details.put("problem", problem));
    source.lastBatchAt().ifPresent(time -> details.put("lastBatchAt", time));
    source.lastHeartbeatAt().ifPresent(time -> details.put("lastHeartbeatAt", time));
    details.put("changes", source.changes());
    details.put("deadLetters", source.deadLetters());
    details.put("restarts", source.restarts());
    details.put("ranges", source.ranges());
    return details;
  }
}
