package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * SampleSubpartitioningAsync of Azure-Samples/azure-cosmos-java-sql-api-samples, and Microsoft
 * Learn, "Hierarchical partition keys in Azure Cosmos DB".
 */
class SdkSamplesHierarchicalKeysTest {
  private static final List<UserSession> SESSIONS = new ArrayList<>();

  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer container;

  record UserSession(String id, String tenantId, String userId, String sessionId) {
    PartitionKey key() {
      return new PartitionKeyBuilder().add(tenantId).add(userId).add(sessionId).build();
    }
  }

  @BeforeAll
  static void start() {
    PartitionKeyDefinition key =
        new PartitionKeyDefinition()
            .setPaths(List.of("/tenantId", "/userId", "/sessionId"))
            .setKind(PartitionKind.MULTI_HASH)
            .setVersion(PartitionKeyDefinitionVersion.V2);
    container = cosmos.container(new CosmosContainerProperties("UserSessions", key));
    container.replace(container.read().getProperties());
    for (String tenant : List.of("Microsoft", "Contoso", "Fabrikam")) {
      for (int n = 0; n < 20; n++) {
        SESSIONS.add(
            new UserSession("s" + n, tenant, "user" + n % 5, "0000-11-0000-1111-" + n % 10));
      }
    }
    SESSIONS.forEach(session -> container.createItem(session));
  }

  @Test
  void anItemIsReadAndDeletedByItsFullKey() {
    for (UserSession session : SESSIONS) {
      assertThat(container.readItem(session.id(), session.key(), UserSession.class).getItem())
          .isEqualTo(session);
    }
    UserSession extra = new UserSession("extra", "Wingtip", "u", "s");
    container.createItem(extra);
    assertThat(container.deleteItem("extra", extra.key(), null).getStatusCode()).isEqualTo(204);
  }

  @Test
  void aQueryByAKeyPrefixFindsAllItemsBelowIt() {
    assertThat(sessions("SELECT * FROM t WHERE t.tenantId IN ('Microsoft')")).hasSize(20);
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT * FROM c WHERE c.tenantId = @tenant AND c.userId = @user",
            new SqlParameter("@tenant", "Contoso"),
            new SqlParameter("@user", "user3"));
    assertThat(container.queryItems(query, new CosmosQueryRequestOptions(), UserSession.class))
        .hasSize(4)
        .allMatch(s -> s.tenantId().equals("Contoso") && s.userId().equals("user3"));
    PartitionKey prefix = new PartitionKeyBuilder().add("Fabrikam").add("user1").build();
    assertThat(
            container.queryItems(
                "SELECT * FROM c",
                new CosmosQueryRequestOptions().setPartitionKey(prefix),
                UserSession.class))
        .hasSize(4);
  }

  private static List<UserSession> sessions(String query) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setQueryMetricsEnabled(true);
    return container.queryItems(query, options, UserSession.class).stream().toList();
  }
}
