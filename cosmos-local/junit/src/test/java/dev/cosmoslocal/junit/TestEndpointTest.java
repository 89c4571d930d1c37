package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosDatabaseProperties;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TestEndpointTest {
  private static final ExtensionSettings SETTINGS =
      new ExtensionSettings(Optional.empty(), UnaryOperator.identity(), false, false, () -> "id");

  private static Environment environment(Map<String, String> variables) {
    return new Environment(name -> Optional.ofNullable(variables.get(name)));
  }

  @Test
  void environmentVariablesSelectAnAccount() {
    try (LocalCosmos other = LocalCosmos.start()) {
      Environment environment =
          environment(
              Map.of("COSMOSLOCAL_ENDPOINT", other.endpoint(), "COSMOSLOCAL_KEY", other.key()));
      try (TestEndpoint emulator = TestEndpoint.open(SETTINGS, environment)) {
        assertThat(emulator.local()).isEmpty();
        assertThat(emulator.client().createDatabase("there").getStatusCode()).isEqualTo(201);
      }
    }
  }

  @Test
  void anEndpointWithoutAKeyIsReported() {
    Environment environment = environment(Map.of("COSMOSLOCAL_ENDPOINT", "http://127.0.0.1:1/"));
    assertThatThrownBy(() -> TestEndpoint.open(SETTINGS, environment))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("COSMOSLOCAL_KEY");
  }

  @Test
  void anEmptyEndpointCountsAsAbsent() {
    Environment environment = environment(Map.of("COSMOSLOCAL_ENDPOINT", ""));
    try (TestEndpoint emulator = TestEndpoint.open(SETTINGS, environment)) {
      assertThat(emulator.local()).isPresent();
    }
    assertThat(environment.databasePrefix()).isEqualTo("cosmoslocal-");
  }

  @Test
  void databasesAreDeletedAfterwardsEvenIfATestDeletedThem() {
    try (TestEndpoint emulator = TestEndpoint.open(SETTINGS, environment(Map.of()))) {
      int[] count = {0};
      TestDatabases databases = new TestDatabases(emulator, () -> "db-" + count[0]++);
      CosmosDatabase first = databases.shared();
      databases.fresh().delete();
      assertThat(databases.shared()).isSameAs(first);
      databases.close();
      databases.close();
      assertThat(emulator.client().readAllDatabases().stream()).isEmpty();
    }
  }

  @Test
  void aFailedDeleteDoesNotPreventOthers() {
    try (TestEndpoint emulator = TestEndpoint.open(SETTINGS, environment(Map.of()))) {
      int[] count = {0};
      TestDatabases databases = new TestDatabases(emulator, () -> "db-" + count[0]++);
      for (int i = 0; i < 3; i++) {
        databases.fresh();
      }
      LocalCosmos local = emulator.local().orElseThrow();
      local.faults(
          FaultPlan.builder()
              .rule(FaultRule.on(RequestKind.DATABASE).first(2).then(Fault.status(403)))
              .build());
      assertThatThrownBy(databases::close)
          .isInstanceOf(CosmosException.class)
          .hasMessageContaining("dbs/db-0")
          .satisfies(
              failure ->
                  assertThat(failure.getSuppressed())
                      .anySatisfy(other -> assertThat(other).hasMessageContaining("dbs/db-1")));
      assertThat(emulator.client().readAllDatabases().stream())
          .extracting(CosmosDatabaseProperties::getId)
          .containsExactly("db-0", "db-1");
    }
  }
}
