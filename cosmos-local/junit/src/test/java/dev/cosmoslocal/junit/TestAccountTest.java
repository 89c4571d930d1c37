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

class TestAccountTest {
  private static final AccountSettings SETTINGS =
      new AccountSettings(Optional.empty(), UnaryOperator.identity(), false, () -> "id");

  private static Environment environment(Map<String, String> variables) {
    return new Environment(name -> Optional.ofNullable(variables.get(name)));
  }

  @Test
  void theEnvironmentCanNameAnotherAccount() {
    try (LocalCosmos other = LocalCosmos.start()) {
      Environment environment =
          environment(
              Map.of("COSMOSBLOG_ENDPOINT", other.endpoint(), "COSMOSBLOG_KEY", other.key()));
      try (TestAccount account = TestAccount.open(SETTINGS, environment)) {
        assertThat(account.local()).isEmpty();
        assertThat(account.client().createDatabase("there").getStatusCode()).isEqualTo(201);
      }
    }
  }

  @Test
  void anEndpointWithoutAKeyIsReported() {
    Environment environment = environment(Map.of("COSMOSBLOG_ENDPOINT", "http://127.0.0.1:1/"));
    assertThatThrownBy(() -> TestAccount.open(SETTINGS, environment))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("COSMOSBLOG_KEY");
  }

  @Test
  void anEmptyEndpointCountsAsAbsent() {
    Environment environment = environment(Map.of("COSMOSBLOG_ENDPOINT", ""));
    try (TestAccount account = TestAccount.open(SETTINGS, environment)) {
      assertThat(account.local()).isPresent();
    }
    assertThat(environment.databasePrefix()).isEqualTo("cosmosblog-");
  }

  @Test
  void databasesAreDeletedAfterwardsEvenIfATestDeletedThem() {
    try (TestAccount account = TestAccount.open(SETTINGS, environment(Map.of()))) {
      int[] count = {0};
      TestDatabases databases = new TestDatabases(account, () -> "db-" + count[0]++);
      CosmosDatabase first = databases.shared();
      databases.fresh().delete();
      assertThat(databases.shared()).isSameAs(first);
      databases.close();
      databases.close();
      assertThat(account.client().readAllDatabases().stream()).isEmpty();
    }
  }

  @Test
  void aDeleteThatFailsKeepsNoOtherDatabase() {
    try (TestAccount account = TestAccount.open(SETTINGS, environment(Map.of()))) {
      int[] count = {0};
      TestDatabases databases = new TestDatabases(account, () -> "db-" + count[0]++);
      for (int i = 0; i < 3; i++) {
        databases.fresh();
      }
      LocalCosmos local = account.local().orElseThrow();
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
      assertThat(account.client().readAllDatabases().stream())
          .extracting(CosmosDatabaseProperties::getId)
          .containsExactly("db-0", "db-1");
    }
  }
}
