package dev.cosmosblog.changefeed.observe;

import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The health of a custom view on one host.
 *
 * @param view the view's name
 * @param sources the health of reading each container that the view follows
 */
public record ViewHealth(String view, List<SourceHealth> sources) {
  public ViewHealth {
    Objects.requireNonNull(view, "view");
    sources = List.copyOf(Objects.requireNonNull(sources, "sources"));
  }

  /** {@return the worst status of its containers} */
  public HealthStatus status() {
    return worst().map(SourceHealth::status).orElse(HealthStatus.UP);
  }

  /**
   * {@return why the status isn't UP and what to do, with the view's name; or empty if it is UP}
   */
  public Optional<String> problem() {
    return worst().flatMap(SourceHealth::problem).map(text -> "View '" + view + "': " + text);
  }

  private Optional<SourceHealth> worst() {
    return sources.stream().max(Comparator.comparing(SourceHealth::status));
  }
}
