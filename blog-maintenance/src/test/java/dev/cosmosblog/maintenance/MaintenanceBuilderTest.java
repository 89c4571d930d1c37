package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.store.BlogDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MaintenanceBuilderTest {
  private static final BlogDatabase DATABASE =
      BlogDatabase.connect(new CosmosClientBuilder(), "blog");

  /** Passes null to methods that refuse it. */
  private static <T> T none() {
    return null;
  }

  @Test
  void nullIsRefusedByName() {
    BlogVerifierBuilder verifier = BlogVerifier.builder(DATABASE);
    BlogUpgradeBuilder upgrade = BlogUpgrade.builder(DATABASE);
    ViewRebuildBuilder rebuild = ViewRebuild.builder(DATABASE);
    Map<String, ThrowingCallable> calls =
        Map.ofEntries(
            Map.entry("database", () -> BlogVerifier.builder(none())),
            Map.entry("database ", () -> BlogUpgrade.builder(none())),
            Map.entry("database  ", () -> ViewRebuild.builder(none())),
            Map.entry("listener", () -> verifier.listener(none())),
            Map.entry("settle", () -> verifier.settleTime(none())),
            Map.entry("wanted", () -> verifier.kinds(none())),
            Map.entry("resumeToken", () -> verifier.build().verify(none())),
            Map.entry("resumeToken ", () -> verifier.build().repair(none())),
            Map.entry("container", () -> upgrade.formerUsers(none())),
            Map.entry("property", () -> upgrade.dateProperty(none())),
            Map.entry("which", () -> rebuild.views(none())),
            Map.entry("posts", () -> rebuild.source(none())));
    calls.forEach(
        (name, call) ->
            assertThatThrownBy(call)
                .isInstanceOf(NullPointerException.class)
                .hasMessage(name.strip()));
  }

  @Test
  void settingsOutOfRangeAreRefusedWithTheRange() {
    BlogVerifierBuilder verifier = BlogVerifier.builder(DATABASE);
    Map<String, ThrowingCallable> calls =
        Map.of(
            "more than 0", () -> verifier.requestUnitsPerSecond(0),
            "more than 0, but was NaN", () -> verifier.requestUnitsPerSecond(Double.NaN),
            "between 2 and 1,000, but was 1.", () -> verifier.pageSize(1),
            "between 2 and 1,000, but was 1001", () -> verifier.pageSize(1_001),
            "between zero and one day", () -> verifier.settleTime(Duration.ofSeconds(-1)),
            "one day, but was PT25H", () -> verifier.settleTime(Duration.ofHours(25)),
            "at least one kind", () -> verifier.kinds(Set.of()),
            "at least one view", () -> ViewRebuild.builder(DATABASE).views(Set.of()));
    calls.forEach(
        (message, call) ->
            assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message));
  }
}
