package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.testsupport.TestItems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schema's index serves every query of the store, by the rules of Microsoft's page "Indexing
 * policies in Azure Cosmos DB": no query looks at all items of a physical partition, and none
 * sorts.
 */
class IndexRulesTest {
  private static final Pattern CONDITION = Pattern.compile("c\\.(\\w+) (=|<|>|IN) .+");
  private static final Pattern ORDER_KEY = Pattern.compile("c\\.(\\w+)( ASC| DESC)?");

  private final Map<String, CosmosContainerProperties> schema = schema();
  private final MockedContainers blog = new MockedContainers().withAnn().writesAreDone();

  private static Map<String, CosmosContainerProperties> schema() {
    Map<String, CosmosContainerProperties> schema = new HashMap<>();
    CosmosDatabase database = mock();
    when(database.createContainerIfNotExists(any(CosmosContainerProperties.class)))
        .thenAnswer(
            call -> {
              CosmosContainerProperties wanted = call.getArgument(0);
              schema.put(wanted.getId(), wanted);
              CosmosContainerResponse response = mock();
              when(response.getProperties()).thenReturn(wanted);
              return response;
            });
    CosmosClient client = mock();
    when(client.getDatabase("blog")).thenReturn(database);
    when(database.getId()).thenReturn("blog");
    CosmosContainer feed = mock();
    when(database.getContainer("feed")).thenReturn(feed);
    BlogSchemaTest.settingsAreMissingIn(feed);
    BlogDatabase.builder().client(client, "blog").build().provision();
    return schema;
  }

  /** A query, taken apart as far as this test needs it. */
  private record Asked(List<String> equal, List<String> ranged, List<String> order, boolean inOne) {
    static Asked of(String text, boolean inOnePartition) {
      int where = text.indexOf(" WHERE ");
      int order = text.indexOf(" ORDER BY ");
      int group = text.indexOf(" GROUP BY ");
      int end = order >= 0 ? order : (group >= 0 ? group : text.length());
      List<String> equal = new ArrayList<>();
      List<String> ranged = new ArrayList<>();
      if (where >= 0) {
        for (String condition : text.substring(where + 7, end).split(" AND ")) {
          Matcher found = CONDITION.matcher(condition);
          if (found.matches() && !condition.contains(" OR ")) {
            (found.group(2).equals("=") ? equal : ranged).add(found.group(1));
          }
        }
      }
      List<String> keys = new ArrayList<>();
      if (order >= 0) {
        for (String key : text.substring(order + 10).split(", ")) {
          Matcher found = ORDER_KEY.matcher(key);
          assertThat(found.matches()).as(key).isTrue();
          keys.add(found.group(1) + (" DESC".equals(found.group(2)) ? " DESC" : " ASC"));
        }
      }
      return new Asked(equal, ranged, keys, inOnePartition);
    }

    private Stream<String> conditions() {
      return Stream.concat(equal.stream(), ranged.stream());
    }
  }

  private static boolean served(Asked asked, CosmosContainerProperties container) {
    return orderIsIndexed(asked, container.getIndexingPolicy()) && isFound(asked, container);
  }

  /**
   * A single sort key needs a path; several need a composite index of exactly these, or all
   * reversed.
   */
  private static boolean orderIsIndexed(Asked asked, IndexingPolicy policy) {
    if (asked.order().size() <= 1) {
      return asked.order().stream().allMatch(key -> indexed(name(key), policy));
    }
    List<String> reversed =
        asked.order().stream()
            .map(key -> name(key) + (key.endsWith(" DESC") ? " ASC" : " DESC"))
            .toList();
    return composites(policy).stream()
        .anyMatch(keys -> keys.equals(asked.order()) || keys.equals(reversed));
  }

  private static boolean isFound(Asked asked, CosmosContainerProperties container) {
    IndexingPolicy policy = container.getIndexingPolicy();
    String key = container.getPartitionKeyDefinition().getPaths().get(0).substring(1);
    // A query that sorts a whole container by a path uses that path's index.
    boolean all = asked.conditions().findAny().isEmpty() && !asked.inOne();
    boolean byPath = asked.conditions().anyMatch(path -> indexed(path, policy));
    boolean byPartition = asked.inOne() && indexed(key, policy);
    boolean byOrder =
        asked.order().size() > 1
            && asked.equal().contains(name(asked.order().get(0)))
            && asked.equal().size() < asked.order().size();
    return asked.inOne() ? byPartition || byOrder : all || byPath || byOrder;
  }

  private static String name(String key) {
    return key.substring(0, key.indexOf(' '));
  }

  private static boolean indexed(String path, IndexingPolicy policy) {
    return path.equals("id")
        || policy.getIncludedPaths().stream()
            .map(IncludedPath::getPath)
            .anyMatch(("/" + path + "/?")::equals);
  }

  private static List<List<String>> composites(IndexingPolicy policy) {
    return policy.getCompositeIndexes().stream()
        .map(
            index ->
                index.stream()
                    .map(
                        path ->
                            path.getPath().substring(1)
                                + (path.getOrder() == CompositePathSortOrder.DESCENDING
                                    ? " DESC"
                                    : " ASC"))
                    .toList())
        .toList();
  }

  static Stream<Arguments> queries() {
    return StoreQueries.firstPages().entrySet().stream()
        .map(query -> Arguments.of(query.getKey(), query.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("queries")
  void theIndexServesTheQuery(String name, Consumer<StoreQueries.Blog> query) {
    blog.has(blog.frontPage, "newest", "feed", FrontPageItem.of(5, true, List.of()));
    String deleted = StoreQueries.DELETED_POST.value();
    blog.has(blog.posts, deleted, deleted, TestItems.post(deleted).deleted().build());
    for (CosmosContainer container : List.of(blog.users, blog.posts)) {
      doAnswer(call -> Responses.pages(List.of()))
          .when(container)
          .queryItems(any(SqlQuerySpec.class), any(), any());
    }
    query.accept(new StoreQueries.Blog(blog.store(), blog.kernel()));
    List<String> sent = new ArrayList<>();
    for (CosmosContainer container : List.of(blog.users, blog.posts)) {
      mockingDetails(container).getInvocations().stream()
          .filter(call -> call.getMethod().getName().equals("queryItems"))
          .forEach(
              call -> {
                String text = ((SqlQuerySpec) call.getArgument(0)).getQueryText();
                CosmosQueryRequestOptions options = call.getArgument(1);
                Asked asked = Asked.of(text, options.getPartitionKey() != null);
                sent.add(text);
                assertThat(served(asked, schema.get(container.getId()))).as(text).isTrue();
              });
    }
    assertThat(sent).as(name).isNotEmpty();
  }

  @Test
  void queriesThatTheIndexDoesNotServeAreRecognized() {
    CosmosContainerProperties users = schema.get("users");
    CosmosContainerProperties posts = schema.get("posts");
    assertThat(
            Arrays.asList(
                served(Asked.of("SELECT * FROM c WHERE c.title = @t", false), posts),
                served(Asked.of("SELECT * FROM c ORDER BY c.creationDate", false), posts),
                served(Asked.of("SELECT * FROM c WHERE c.type = @type", true), users),
                served(Asked.of("SELECT * FROM c WHERE c.type = @type", false), users),
                served(
                    Asked.of(
                        "SELECT * FROM c WHERE c.type = @type"
                            + " ORDER BY c.creationDate DESC, c.id DESC",
                        true),
                    users)))
        .containsOnly(false);
  }
}
