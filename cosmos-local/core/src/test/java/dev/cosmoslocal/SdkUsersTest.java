package dev.cosmoslocal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncUser;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.ContainerChildResourceType;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPermissionProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PermissionMode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Users, permissions and resource tokens (Microsoft Learn, "Secure access to data in Azure Cosmos
 * DB").
 */
class SdkUsersTest {
  private static final PartitionKey PK = new PartitionKey("p");

  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosAsyncClient async;
  private static CosmosContainer container;

  @BeforeAll
  static void start() {
    async = cosmos.asyncClient();
    container = cosmos.container("items");
    container.createItem(SdkEmulator.item("1", "p"));
    container.createItem(SdkEmulator.item("2", "q"));
  }

  @AfterAll
  static void close() {
    async.close();
  }

  @Test
  void usersAreCreatedRenamedListedAndDeleted() {
    cosmos.database().createUser(new CosmosUserProperties().setId("ann"));
    assertStatus(409, () -> cosmos.database().createUser(new CosmosUserProperties().setId("ann")));
    cosmos.database().upsertUser(new CosmosUserProperties().setId("ann"));
    CosmosUserProperties ann = cosmos.database().getUser("ann").read().getProperties();
    cosmos.database().getUser("ann").replace(ann.setId("anna"));
    assertThat(cosmos.database().readAllUsers().stream().map(CosmosUserProperties::getId))
        .contains("anna")
        .doesNotContain("ann");
    assertThat(
            cosmos
                .database()
                .queryUsers("SELECT * FROM u WHERE u.id = 'anna'", new CosmosQueryRequestOptions()))
        .hasSize(1);
    cosmos.database().getUser("anna").delete();
    assertStatus(404, () -> cosmos.database().getUser("anna").read());
  }

  @Test
  void aReadTokenOfAContainerAllowsOnlyReads() {
    CosmosPermissionProperties permission = permission("reader", PermissionMode.READ);
    try (CosmosClient client = client(permission)) {
      CosmosContainer seen = client.getDatabase(cosmos.database().getId()).getContainer("items");
      assertThat(seen.readItem("1", PK, ObjectNode.class).getStatusCode()).isEqualTo(200);
      assertThat(
              seen.queryItems(
                  "SELECT * FROM c WHERE c.pk IN ('p', 'q')",
                  new CosmosQueryRequestOptions(),
                  ObjectNode.class))
          .hasSize(2);
      assertStatus(403, () -> seen.upsertItem(SdkEmulator.item("3", "p")));
      assertStatus(
          403, () -> client.getDatabase(cosmos.database().getId()).getContainer("other").read());
    }
  }

  @Test
  void aTokenWithAPartitionKeyAllowsWritesOnlyInThatPartition() {
    CosmosPermissionProperties permission =
        new CosmosPermissionProperties()
            .setContainerName("items")
            .setPermissionMode(PermissionMode.ALL)
            .setResourcePartitionKey(new PartitionKey("mine"))
            .setId("mine");
    CosmosAsyncUser user = user("writer");
    CosmosPermissionProperties granted = granted(user, permission);
    try (CosmosClient client = client(granted)) {
      CosmosContainer seen = client.getDatabase(cosmos.database().getId()).getContainer("items");
      ObjectNode item = SdkEmulator.item("9", "mine");
      assertThat(
              seen.createItem(item, new PartitionKey("mine"), new CosmosItemRequestOptions())
                  .getStatusCode())
          .isEqualTo(201);
      assertStatus(
          403,
          () -> seen.createItem(SdkEmulator.item("9", "p"), PK, new CosmosItemRequestOptions()));
    }
    user.getPermission("mine").delete(null).block();
    assertThat(user.readAllPermissions().toIterable()).isEmpty();
  }

  @Test
  void aTokenWithAPartitionKeyAllowsQueriesAndBulkOnlyInThatPartition() {
    container.upsertItem(SdkEmulator.item("1", "own"));
    CosmosPermissionProperties permission =
        new CosmosPermissionProperties()
            .setContainerName("items")
            .setPermissionMode(PermissionMode.ALL)
            .setResourcePartitionKey(new PartitionKey("own"))
            .setId("own");
    try (CosmosClient client = client(granted(user("bulk"), permission))) {
      CosmosContainer seen = client.getDatabase(cosmos.database().getId()).getContainer("items");
      PartitionKey own = new PartitionKey("own");
      CosmosQueryRequestOptions inOwn = new CosmosQueryRequestOptions().setPartitionKey(own);
      CosmosQueryRequestOptions inOther = new CosmosQueryRequestOptions().setPartitionKey(PK);
      String query = "SELECT * FROM c ORDER BY c.id";
      assertThat(seen.queryItems(query, inOwn, ObjectNode.class)).hasSize(1);
      assertStatus(403, () -> seen.queryItems(query, inOther, ObjectNode.class).stream().toList());
      assertThat(bulk(seen, "own")).isEqualTo(200);
      assertThat(bulk(seen, "p")).isEqualTo(403);
    }
  }

  /** Returns the status of a bulk operation, which the SDK sends to its physical partition. */
  private static int bulk(CosmosContainer container, String key) {
    ObjectNode item = SdkEmulator.item("1", key);
    CosmosItemOperation operation =
        CosmosBulkOperations.getUpsertItemOperation(item, new PartitionKey(key));
    CosmosBulkOperationResponse<Object> response =
        container.executeBulkOperations(List.of(operation)).iterator().next();
    return response.getException() instanceof CosmosException refused
        ? refused.getStatusCode()
        : requireNonNull(response.getResponse()).getStatusCode();
  }

  @Test
  void aTokenOfAnItemGrantsAccessOnlyToThatItem() {
    CosmosPermissionProperties permission =
        new CosmosPermissionProperties()
            .setContainerName("items")
            .setResourcePath(ContainerChildResourceType.ITEM, "1")
            .setPermissionMode(PermissionMode.ALL)
            .setResourcePartitionKey(PK)
            .setId("item");
    try (CosmosClient client = client(granted(user("item"), permission))) {
      CosmosContainer seen = client.getDatabase(cosmos.database().getId()).getContainer("items");
      assertThat(seen.readItem("1", PK, ObjectNode.class).getStatusCode()).isEqualTo(200);
      assertThat(
              seen.replaceItem(SdkEmulator.item("1", "p"), "1", PK, new CosmosItemRequestOptions())
                  .getStatusCode())
          .isEqualTo(200);
      assertStatus(403, () -> seen.readItem("2", new PartitionKey("q"), ObjectNode.class));
      assertStatus(
          403,
          () ->
              seen
                  .queryItems(
                      "SELECT * FROM c",
                      new CosmosQueryRequestOptions().setPartitionKey(PK),
                      ObjectNode.class)
                  .stream()
                  .toList());
    }
  }

  @Test
  void aForgedTokenIsRefused() {
    CosmosPermissionProperties permission = permission("forger", PermissionMode.READ);
    String token = permission.getToken();
    String forged = token.replaceFirst("sig=.", token.contains("sig=-") ? "sig=A" : "sig=-");
    CosmosClientBuilder client = builder().resourceToken(forged);
    assertThatThrownBy(client::buildClient).hasStackTraceContaining("\"statusCode\":401");
  }

  private static CosmosPermissionProperties permission(String name, PermissionMode mode) {
    CosmosPermissionProperties permission =
        new CosmosPermissionProperties()
            .setContainerName("items")
            .setPermissionMode(mode)
            .setId("permission");
    return granted(user(name), permission);
  }

  private static CosmosPermissionProperties granted(
      CosmosAsyncUser user, CosmosPermissionProperties permission) {
    return requireNonNull(user.createPermission(permission, null).block()).getProperties();
  }

  private static CosmosAsyncUser user(String name) {
    cosmos.database().upsertUser(new CosmosUserProperties().setId(name));
    return async.getDatabase(cosmos.database().getId()).getUser(name);
  }

  private static CosmosClient client(CosmosPermissionProperties permission) {
    return builder().resourceToken(permission.getToken()).buildClient();
  }

  private static CosmosClientBuilder builder() {
    return SdkEmulator.inMode(
        cosmos.local(), new CosmosClientBuilder().endpoint(cosmos.local().endpoint()));
  }

  private static void assertStatus(int status, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(status));
  }
}
