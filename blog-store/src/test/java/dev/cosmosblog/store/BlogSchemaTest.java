package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.util.CosmosPagedIterable;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.testsupport.Trap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;

class BlogSchemaTest {
  private final CosmosClient client = mock();
  private final CosmosDatabase database = mock();
  private final CosmosContainer container = mock();

  BlogSchemaTest() {
    when(client.getDatabase("blog")).thenReturn(database);
    when(database.getId()).thenReturn("blog");
    when(database.getContainer(anyString())).thenReturn(container);
    settingsAreMissingIn(container);
    containersAreFoundAs(wanted -> wanted);
  }

  static void settingsAreMissingIn(CosmosContainer container) {
    when(container.readItem(eq("settings"), any(), any())).thenThrow(CosmosFailure.of(404));
    CosmosItemResponse<Object> created = Responses.written(5);
    when(container.createItem(any(), any(), any())).thenReturn(created);
  }

  private BlogSchema schema() {
    return BlogDatabase.builder().client(client, "blog").build().schema();
  }

  private void containersAreFoundAs(UnaryOperator<CosmosContainerProperties> found) {
    when(database.createContainerIfNotExists(any(CosmosContainerProperties.class)))
        .thenAnswer(
            call -> {
              CosmosContainerResponse response = mock();
              when(response.getProperties()).thenReturn(found.apply(call.getArgument(0)));
              return response;
            });
  }

  private void noItemExpires() {
    CosmosPagedIterable<Long> counts = mock();
    when(counts.stream()).thenAnswer(call -> Stream.of(0L));
    when(container.queryItems(anyString(), any(), eq(Long.class))).thenReturn(counts);
  }

  private Map<String, CosmosContainerProperties> asked() {
    ArgumentCaptor<CosmosContainerProperties> asked = ArgumentCaptor.captor();
    verify(database, times(4)).createContainerIfNotExists(asked.capture());
    return asked.getAllValues().stream()
        .collect(Collectors.toMap(CosmosContainerProperties::getId, properties -> properties));
  }

  @Test
  void indexProgressIsThatOfTheSlowestContainer() {
    CosmosContainerResponse response = mock();
    when(container.read(any())).thenReturn(response);
    when(response.getResponseHeaders())
        .thenReturn(Map.of("x-ms-documentdb-collection-index-transformation-progress", "100"))
        .thenReturn(Map.of("x-ms-documentdb-collection-index-transformation-progress", "40"))
        .thenReturn(Map.of());
    assertThat(schema().indexProgress()).isEqualTo(40);
  }

  @Test
  void containersHaveThePartitionKeysOfTheModelWithFullHashes() {
    schema().provision();
    assertThat(asked())
        .allSatisfy(
            (name, properties) ->
                assertThat(properties.getPartitionKeyDefinition().getVersion())
                    .isEqualTo(PartitionKeyDefinitionVersion.V2))
        .extractingFromEntries(
            entry -> entry.getKey() + entry.getValue().getPartitionKeyDefinition().getPaths())
        .containsExactlyInAnyOrder(
            "users[/userId]", "posts[/postId]", "feed[/type]", "leases[/id]");
  }

  @Test
  void onlyThePathsThatAQueryNeedsAreIndexed() {
    schema().provision();
    Map<String, CosmosContainerProperties> asked = asked();
    assertThat(indexed(asked, "users")).isEmpty();
    assertThat(indexed(asked, "posts"))
        .containsExactlyInAnyOrder("/postId/?", "/type/?", "/userId/?");
    assertThat(indexed(asked, "feed")).isEmpty();
    assertThat(indexed(asked, "leases")).isEmpty();
    assertThat(asked.values())
        .allSatisfy(
            properties ->
                assertThat(properties.getIndexingPolicy().getExcludedPaths())
                    .extracting(ExcludedPath::getPath)
                    .containsExactly("/*"));
  }

  private static List<String> indexed(Map<String, CosmosContainerProperties> asked, String name) {
    return asked.get(name).getIndexingPolicy().getIncludedPaths().stream()
        .map(IncludedPath::getPath)
        .toList();
  }

  @Test
  void thePartitionKeyIsIndexedExplicitly() {
    schema().provision();
    Map<String, CosmosContainerProperties> asked = asked();
    assertThat(indexed(asked, "posts")).contains("/postId/?");
    assertThat(asked.get("users").getIndexingPolicy().getCompositeIndexes())
        .singleElement()
        .satisfies(
            index ->
                assertThat(index)
                    .extracting(CompositePath::getPath)
                    .containsExactly("/userId", "/type", "/creationDate", "/id"));
  }

  @Test
  @Trap(15)
  void theLockOfADeadHostExpires() {
    schema().provision();
    Map<String, CosmosContainerProperties> asked = asked();
    assertThat(asked.get("leases").getDefaultTimeToLiveInSeconds()).isEqualTo(-1);
    assertThat(asked.get("feed").getDefaultTimeToLiveInSeconds()).isNull();
  }

  @Test
  void anExistingLeasesContainerGetsATimeToLive() {
    noItemExpires();
    List<CosmosContainerProperties> given = new ArrayList<>();
    containersAreFoundAs(
        wanted -> {
          CosmosContainerProperties found =
              new CosmosContainerProperties(wanted.getId(), wanted.getPartitionKeyDefinition());
          found.setIndexingPolicy(wanted.getIndexingPolicy());
          given.add(found);
          return found;
        });
    schema().provision();
    verify(container, times(3)).replace(any());
    assertThat(given.get(3).getDefaultTimeToLiveInSeconds()).isEqualTo(-1);
  }

  @Test
  void containersCanHaveOtherNames() {
    ContainerNames names = new ContainerNames("u", "p", "f", "l");
    BlogDatabase.builder().client(client, "blog").containerNames(names).build().provision();
    assertThat(asked()).containsOnlyKeys("u", "p", "f", "l");
  }

  @Test
  void anUpToDateContainerIsNotWritten() {
    containersAreFoundAs(
        wanted -> {
          // The service adds an exclusion and returns the paths in another order.
          wanted
              .getIndexingPolicy()
              .setExcludedPaths(List.of(new ExcludedPath("/\"_etag\"/?"), new ExcludedPath("/*")));
          return wanted;
        });
    schema().provision();
    verify(container, never()).replace(any());
  }

  @Test
  void anIndexingPolicyThatLacksSomethingIsReplaced() {
    noItemExpires();
    containersAreFoundAs(
        wanted -> {
          CosmosContainerProperties found =
              new CosmosContainerProperties(wanted.getId(), wanted.getPartitionKeyDefinition());
          found.setIndexingPolicy(new IndexingPolicy());
          return found;
        });
    schema().provision();
    verify(container, times(3)).replace(any());
  }

  @Test
  void aContainerWithAnotherPartitionKeyIsAMismatch() {
    containersAreFoundAs(wanted -> new CosmosContainerProperties(wanted.getId(), "/other"));
    assertThatThrownBy(() -> schema().provision())
        .isInstanceOf(SchemaMismatchException.class)
        .hasMessageContaining("'feed' has the partition key [/other] and should have [/type]")
        .hasMessageContaining("container of another name");
    verify(container, never()).replace(any());
  }

  @Test
  void theDatabaseIsCreatedWithTheGivenThroughput() {
    ThroughputProperties throughput = ThroughputProperties.createAutoscaledThroughput(4000);
    schema().withThroughput(throughput).provision();
    verify(client).createDatabaseIfNotExists("blog", throughput);
  }

  @Test
  void aContainerThatAnotherProcessCreatedMeanwhileIsUsed() {
    noItemExpires();
    CosmosContainerResponse feed = mock();
    CosmosContainerProperties frontPage = new CosmosContainerProperties("feed", "/type");
    frontPage.setIndexingPolicy(
        new IndexingPolicy().setExcludedPaths(List.of(new ExcludedPath("/*"))));
    when(feed.getProperties()).thenReturn(frontPage);
    CosmosContainerResponse made = mock();
    CosmosContainerProperties users = new CosmosContainerProperties("users", "/userId");
    when(made.getProperties()).thenReturn(users);
    when(database.createContainerIfNotExists(any(CosmosContainerProperties.class)))
        .thenReturn(feed)
        .thenThrow(CosmosFailure.of(409))
        .thenReturn(made)
        .thenThrow(CosmosFailure.of(503));
    when(client.createDatabaseIfNotExists("blog"))
        .thenThrow(CosmosFailure.of(409))
        .thenReturn(mock());
    assertThatThrownBy(() -> schema().provision())
        .as("the third container is where it ends")
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("provision container posts");
    verify(container).replace(users);
  }

  @Test
  void withoutThroughputTheAccountsDefaultApplies() {
    schema().provision();
    verify(client).createDatabaseIfNotExists("blog");
  }

  @Test
  void scriptsAreRegisteredOnRequest() {
    CosmosScripts scripts = mock();
    when(container.getScripts()).thenReturn(scripts);
    schema().provision();
    verify(scripts, never()).createStoredProcedure(any());
    schema().withScripts().provision();
    ArgumentCaptor<CosmosStoredProcedureProperties> asked = ArgumentCaptor.captor();
    verify(scripts, times(Script.ALL.size())).createStoredProcedure(asked.capture());
    assertThat(asked.getAllValues())
        .map(properties -> new Script(properties.getId(), properties.getBody()))
        .isEqualTo(Script.ALL);
  }

  @Test
  void anExistingScriptIsKeptAndAnotherErrorIsThrown() {
    CosmosScripts scripts = mock();
    when(container.getScripts()).thenReturn(scripts);
    when(scripts.createStoredProcedure(any()))
        .thenThrow(CosmosFailure.of(409))
        .thenThrow(CosmosFailure.of(403));
    BlogSchema schema = schema().withScripts();
    schema.provision();
    assertThatThrownBy(() -> schema.provision())
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("provision script " + Script.COUNTED_WRITE.id());
  }

  @Test
  void anErrorNamesTheResourceThatWasBeingProvisioned() {
    when(client.createDatabaseIfNotExists(eq("blog")))
        .thenThrow(CosmosFailure.of(403))
        .thenReturn(mock());
    assertThatThrownBy(() -> schema().provision())
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("provision database blog");
    when(database.createContainerIfNotExists(any(CosmosContainerProperties.class)))
        .thenThrow(CosmosFailure.of(503));
    assertThatThrownBy(() -> schema().provision())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("provision container feed");
  }

  @Test
  void aLostConnectionIsTransientWhateverTheSdkWrapsItIn() {
    when(database.createContainerIfNotExists(any(CosmosContainerProperties.class)))
        .thenThrow(new RuntimeException(new IOException("Connection reset by peer")));
    assertThatThrownBy(() -> schema().provision())
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("provision container feed");
  }
}
