package dev.cosmosblog.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.HealthStatus;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.Lifecycle;
import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ChangeFeedHealthIndicatorTest {
  private final BlogChangeFeed changeFeed = mock(BlogChangeFeed.class);
  private final BlogHistory history = mock(BlogHistory.class);

  private Health health(Lifecycle lifecycle, HealthStatus posts) {
    when(changeFeed.health())
        .thenReturn(
            new ChangeFeedHealth(
                "host-1",
                lifecycle,
                source(ChangeSource.USERS, HealthStatus.UP),
                source(ChangeSource.POSTS, posts)));
    return new ChangeFeedHealthIndicator(() -> Optional.of(changeFeed), history).health();
  }

  static SourceHealth source(ChangeSource source, HealthStatus status) {
    Optional<String> problem =
        status == HealthStatus.UP ? Optional.empty() : Optional.of("Raise the throughput.");
    return new SourceHealth(
        source,
        status,
        problem,
        Optional.empty(),
        Optional.empty(),
        1,
        2,
        3,
        0,
        Optional.empty(),
        0,
        0,
        1,
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void aRunningChangeFeedIsUp() {
    when(history.requestUnitsPerSecond()).thenReturn(Map.of("polls", 6.1));
    Health health = health(Lifecycle.RUNNING, HealthStatus.UP);
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails())
        .containsEntry("host", "host-1")
        .containsEntry("requestUnitsPerSecond", Map.of("polls", 6.1));
  }

  @Test
  void aDegradedChangeFeedIsUpWithTheProblemInTheDetails() {
    Health health = health(Lifecycle.RUNNING, HealthStatus.DEGRADED);
    assertThat(health.getStatus()).isEqualTo(Status.UP);
    assertThat(health.getDetails()).containsEntry("changeFeed", HealthStatus.DEGRADED);
    assertThat(health.getDetails().get("posts"))
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsAllEntriesOf(
            Map.of("status", HealthStatus.DEGRADED, "problem", "Raise the throughput."));
  }

  @Test
  void aFailedChangeFeedIsDown() {
    assertThat(health(Lifecycle.RUNNING, HealthStatus.DOWN).getStatus()).isEqualTo(Status.DOWN);
    assertThat(health(Lifecycle.CLOSED, HealthStatus.UP).getStatus()).isEqualTo(Status.DOWN);
  }

  @Test
  void beforeTheFirstStartTheStatusIsUnknown() {
    Health health = new ChangeFeedHealthIndicator(Optional::empty, history).health();
    assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN);
  }

  @Test
  void theIndicatorExistsForBothKindsOfChangeFeeds() {
    ApplicationContextRunner runner =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    BlogAutoConfiguration.class, BlogHealthAutoConfiguration.class))
            .withPropertyValues(
                "cosmosblog.endpoint=https://127.0.0.1:1/",
                "cosmosblog.key=AA==",
                "cosmosblog.provision=false",
                "cosmosblog.change-feed.auto-startup=false");
    runner.run(context -> assertThat(context).hasSingleBean(HealthIndicator.class));
    runner
        .withBean(BlogChangeFeed.class, () -> changeFeed)
        .run(context -> assertThat(context).hasSingleBean(HealthIndicator.class));
    runner
        .withPropertyValues("cosmosblog.change-feed.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    runner
        .withPropertyValues("management.health.cosmosblog.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
  }
}
