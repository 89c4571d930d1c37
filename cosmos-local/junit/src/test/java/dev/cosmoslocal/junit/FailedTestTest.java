package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

class FailedTestTest {
  private static final String SECRET = "a text that only the body has";
  private static boolean executing;

  static boolean isExecuting() {
    return executing;
  }

  /** Runs a test that fails; returns the lines that the extension adds to the failure. */
  private static List<String> linesOf(String test) {
    executing = true;
    try {
      return EngineTestKit.engine("junit-jupiter")
          .selectors(selectMethod(Failing.class, test))
          .execute()
          .testEvents()
          .failed()
          .stream()
          .map(event -> event.getRequiredPayload(TestExecutionResult.class))
          .flatMap(result -> result.getThrowable().stream())
          .flatMap(failure -> Arrays.stream(failure.getSuppressed()))
          .filter(LastRequestsReport.class::isInstance)
          .flatMap(report -> report.getMessage().lines())
          .toList();
    } finally {
      executing = false;
    }
  }

  @Test
  void aFailureShowsTheLastRequestsOfItsTest() {
    List<String> lines = linesOf("missingItem");
    assertThat(lines)
        .hasSizeBetween(4, 21)
        .startsWith("The emulator's last requests, newest at the bottom:")
        .anyMatch(line -> line.matches("  UPSERT_ITEM POST /dbs/.*/docs 201/0, .* RU.*"))
        .noneMatch(line -> line.contains(SECRET));
    assertThat(lines.get(lines.size() - 1))
        .matches("  READ_ITEM GET /dbs/.*/colls/c/docs/2 404/0, 1.00 RU, \\d+ ms");
  }

  @Test
  void atMost20RequestsAreShown() {
    assertThat(linesOf("manyRequests")).hasSize(21).noneMatch(line -> line.contains("UPSERT_ITEM"));
  }

  /** Runs only inside of the tests above. */
  @EnabledIf("dev.cosmoslocal.junit.FailedTestTest#isExecuting")
  static class Failing {
    @RegisterExtension
    static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

    private static CosmosContainer container() {
      cosmos.database().createContainerIfNotExists("c", "/pk");
      CosmosContainer container = cosmos.database().getContainer("c");
      container.upsertItem(Map.of("id", "1", "pk", "a", "text", SECRET));
      return container;
    }

    @Test
    void missingItem() {
      container().readItem("2", new PartitionKey("a"), Map.class);
    }

    @Test
    void manyRequests() {
      CosmosContainer container = container();
      for (int i = 0; i < 25; i++) {
        container.readItem("1", new PartitionKey("a"), Map.class);
      }
      throw new AssertionError("after 25 reads");
    }
  }
}
