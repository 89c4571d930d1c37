package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Provisioning. */
interface SchemaContract extends OnBlog {
  private static List<String> containers(CosmosDatabase database) {
    return database.readAllContainers().stream().map(CosmosContainerProperties::getId).toList();
  }

  private static String etag(CosmosDatabase database, String container) {
    return database.getContainer(container).read().getProperties().getETag();
  }

  private BlogDatabaseBuilder builder(CosmosDatabase database) {
    return BlogDatabase.builder().client(blog().cosmos().client(), database.getId());
  }

  private BlogSchema schema(CosmosDatabase database) {
    return builder(database).build().schema();
  }

  @Test
  default void provisioningTwiceWritesNothingTheSecondTime() {
    Backend.Feature.INDEXING_POLICY.required();
    LocalCosmosExtension cosmos = blog().cosmos();
    String name = cosmos.freshName();
    BlogSchema schema = BlogDatabase.builder().client(cosmos.client(), name).build().schema();
    schema.provision();
    CosmosDatabase database = cosmos.deletedAfterwards(cosmos.client().getDatabase(name));
    assertThat(containers(database)).containsExactlyInAnyOrder("users", "posts", "feed", "leases");
    List<String> etags = containers(database).stream().map(id -> etag(database, id)).toList();
    schema.provision();
    assertThat(containers(database).stream().map(id -> etag(database, id))).isEqualTo(etags);
  }

  @Test
  default void changesListWhatProvisioningWouldDoAndNothingAfterwards() {
    Backend.Feature.INDEXING_POLICY.required();
    CosmosDatabase database = blog().cosmos().freshDatabase();
    database.createContainer("posts", "/postId");
    BlogSchema schema = schema(database);
    assertThat(schema.changes())
        .containsExactly(
            new SchemaChange("users", true),
            new SchemaChange("posts", false),
            new SchemaChange("feed", true),
            new SchemaChange("leases", true));
    assertThat(containers(database)).as("nothing was written").containsExactly("posts");
    schema.provision();
    assertThat(schema.changes()).isEmpty();
    assertThat(schema.indexProgress()).isBetween(0, 100);
  }

  @Test
  default void severalProcessesCanProvisionAtOnce() {
    CosmosDatabase database = blog().cosmos().freshDatabase();
    AtOnce.run(
        4,
        i -> {
          schema(database).provision();
          return i;
        });
    assertThat(containers(database)).hasSize(4);
  }

  @Test
  default void anotherPartitionKeyIsAMismatch() {
    CosmosDatabase database = blog().cosmos().freshDatabase();
    database.createContainer("posts", "/userId");
    assertThatThrownBy(() -> schema(database).provision())
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("'posts' has the partition key [/userId] and should have [/postId]");
    ContainerNames names = new ContainerNames("users", "entries", "feed", "leases");
    builder(database).containerNames(names).build().provision();
    assertThat(containers(database)).contains("entries", "posts");
  }

  @Test
  default void provisioningAddsWhatAnIndexingPolicyLacksAndKeepsTheRest() {
    Backend.Feature.INDEXING_POLICY.required();
    CosmosDatabase database = blog().cosmos().freshDatabase();
    CosmosContainerProperties posts = new CosmosContainerProperties("posts", "/postId");
    posts.setIndexingPolicy(
        new IndexingPolicy()
            .setIncludedPaths(List.of(new IncludedPath("/title/?"), new IncludedPath("/type/?")))
            .setExcludedPaths(List.of(new ExcludedPath("/*"), new ExcludedPath("/userId/?"))));
    database.createContainer(posts);
    BlogSchema schema = schema(database);
    schema.provision();
    assertThat(database.getContainer("posts").read().getProperties().getIndexingPolicy())
        .satisfies(
            policy ->
                assertThat(policy.getIncludedPaths())
                    .extracting(IncludedPath::getPath)
                    .containsExactlyInAnyOrder("/postId/?", "/type/?", "/userId/?", "/title/?"))
        .satisfies(policy -> assertThat(policy.getCompositeIndexes()).hasSize(1));
    assertThat(schema.changes()).isEmpty();
    assertThat(schema.surplusIndexes()).isEqualTo(Map.of("posts", List.of("/title/?")));
  }

  @Test
  default void anIndexOfAllPathsLacksTheOrdersOfListsOnly() {
    Backend.Feature.INDEXING_POLICY.required();
    CosmosDatabase database = blog().cosmos().freshDatabase();
    database.createContainer("posts", "/postId");
    BlogSchema schema = schema(database);
    schema.provision();
    assertThat(database.getContainer("posts").read().getProperties().getIndexingPolicy())
        .satisfies(
            policy ->
                assertThat(policy.getIncludedPaths())
                    .extracting(IncludedPath::getPath)
                    .containsExactly("/*"))
        .satisfies(policy -> assertThat(policy.getCompositeIndexes()).hasSize(1));
    assertThat(schema.surplusIndexes()).isEqualTo(Map.of("posts", List.of("/*")));
  }

  @Test
  default void itemsThatWouldExpireAreNamedBeforeTheTimeToLiveIsEnabled() {
    CosmosDatabase database = blog().cosmos().freshDatabase();
    database.createContainer("posts", "/postId");
    CosmosContainer posts = database.getContainer("posts");
    posts.createItem(Map.of("id", "expiring", "postId", "p", "ttl", 60));
    posts.createItem(Map.of("id", "never", "postId", "p", "ttl", -1));
    BlogSchema schema = schema(database);
    assertThatThrownBy(schema::provision)
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("1 of its items have a number in 'ttl', such as [expiring]");
    assertThat(posts.read().getProperties().getDefaultTimeToLiveInSeconds()).isNull();

    schema.acceptExpiry().provision();

    assertThat(posts.read().getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(-1);
    schema.provision();
  }
}
