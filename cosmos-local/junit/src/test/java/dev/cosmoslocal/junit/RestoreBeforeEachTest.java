package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import dev.cosmoslocal.LocalCosmos;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;

class RestoreBeforeEachTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      LocalCosmosExtension.builder().restoreBeforeEach().build();

  @BeforeAll
  static void writeItems() {
    cosmos.database().createContainer("items", "/pk");
    for (int i = 0; i < 10; i++) {
      write("shared" + i);
    }
  }

  @BeforeEach
  void writeAnItem() {
    write("before each");
  }

  @RepeatedTest(3)
  void eachTestStartsFromTheStateAfterBeforeAll() {
    assertThat(count()).isEqualTo(11);
    write("of a test");
    cosmos.database().createContainer("of a test", "/pk");
  }

  @Nested
  class NestedTestsWithItems {
    @BeforeAll
    static void writeMore() {
      assertThat(count()).as("the state of the outer class").isEqualTo(10);
      write("nested");
    }

    @RepeatedTest(2)
    void eachTestHasTheItemsOfBothClasses() {
      assertThat(count()).isEqualTo(12);
      write("of a nested test");
    }
  }

  @Nested
  class NestedTestsWithoutItems {
    @Test
    void aTestHasTheItemsOfTheOuterClass() {
      assertThat(count()).isEqualTo(11);
    }
  }

  @Test
  void twoWaysToIsolateTestsAreRefused() {
    assertThatThrownBy(
            () -> LocalCosmosExtension.builder().databasePerTest().restoreBeforeEach().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("databasePerTest() and restoreBeforeEach()");
  }

  @Test
  void aDatabaseThatATestUsesFirstRemains() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(WithoutBeforeAll.class))
        .execute()
        .testEvents()
        .assertStatistics(events -> events.succeeded(2));
  }

  @Test
  void anInstanceFieldIsRefused() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(InInstanceField.class))
        .execute()
        .testEvents()
        .failed()
        .assertEventsMatchExactly(finishedWithFailure(message(m -> m.contains("static field"))));
  }

  @Test
  void aClassIsSkippedOnARealAccount() {
    try (LocalCosmos other = LocalCosmos.start()) {
      OnRealAccount.environment =
          Map.of("COSMOSLOCAL_ENDPOINT", other.endpoint(), "COSMOSLOCAL_KEY", other.key());
      EngineTestKit.engine("junit-jupiter")
          .selectors(selectClass(OnRealAccount.class))
          .execute()
          .containerEvents()
          .assertStatistics(events -> events.aborted(1));
      try (CosmosClient client = other.clientBuilder().buildClient()) {
        assertThat(client.readAllDatabases()).as("before @BeforeAll").isEmpty();
      }
    }
  }

  static class WithoutBeforeAll {
    @RegisterExtension
    static final LocalCosmosExtension own =
        LocalCosmosExtension.builder().restoreBeforeEach().build();

    @RepeatedTest(2)
    void theDatabaseIsEmpty() {
      assertThat(own.database().readAllContainers()).isEmpty();
      own.database().createContainer("items", "/pk");
    }
  }

  static class InInstanceField {
    @RegisterExtension
    final LocalCosmosExtension own = LocalCosmosExtension.builder().restoreBeforeEach().build();

    @Test
    void neverRuns() {}
  }

  static class OnRealAccount {
    static Map<String, String> environment = Map.of();

    @RegisterExtension
    static final LocalCosmosExtension account =
        new LocalCosmosExtension(
            new ExtensionSettings(
                Optional.of(LocalCosmos.builder()),
                UnaryOperator.identity(),
                false,
                true,
                () -> "id"),
            new Environment(name -> Optional.ofNullable(environment.get(name))));

    @BeforeAll
    static void writeItems() {
      account.database();
    }

    @Test
    void neverRuns() {}
  }

  private static void write(String id) {
    items().createItem(Map.of("id", id, "pk", "p"));
  }

  private static long count() {
    return items()
        .queryItems("SELECT * FROM c", new CosmosQueryRequestOptions(), Map.class)
        .stream()
        .count();
  }

  private static CosmosContainer items() {
    return cosmos.database().getContainer("items");
  }
}
