package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.RequestCounter;
import dev.cosmosblog.local.RequestTotals;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * With eight times the data around it, in one physical partition, each query of the store sends the
 * same requests, loads the same items, and costs the same.
 */
class IndexUseTest {
  private static final int LISTED = 7;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void noQueryCostsMoreWithMoreDataAroundIt() {
    assertThat(measured(32)).isEqualTo(measured(4));
  }

  private static Map<String, RequestTotals> measured(int users) {
    RequestCounter requests = new RequestCounter();
    try (LocalCosmos account =
            LocalCosmos.builder().physicalPartitions(1).listener(requests).start();
        CosmosClient client =
            new CosmosClientBuilder()
                .endpoint(account.endpoint())
                .key(account.key())
                .gatewayMode()
                .consistencyLevel(ConsistencyLevel.SESSION)
                .buildClient()) {
      CosmosDatabase database = StoreFixture.provision(client, "blog");
      for (int user = 0; user < users; user++) {
        fill(database, user);
      }
      StoreFixture store = StoreFixture.on(database);
      // The SDK looks for containers and their ranges before it first asks them.
      store.build().recentPosts(1);
      store.items().ranges(BlogContainer.USERS);
      store.items().ranges(BlogContainer.POSTS);
      Map<String, Consumer<StoreFixture>> queries = StoreQueries.secondPages();
      queries.putAll(StoreQueries.firstPages());
      Map<String, RequestTotals> measured = new LinkedHashMap<>();
      queries.forEach(
          (name, query) -> {
            requests.reset();
            query.accept(store);
            measured.put(name, requests.reset());
          });
      return measured;
    }
  }

  private static void fill(CosmosDatabase database, int number) {
    String user = "user-%03d".formatted(number);
    create(database, "users", user, UserItem.of(new User(UserId.of(user), user)));
    UsernameItem name = UsernameItem.of(user, UserId.of(user), START);
    create(database, "users", String.valueOf(name.userId()), name);
    for (int i = 0; i < LISTED; i++) {
      String id = "post-%03d-%d".formatted(number, i);
      PostItem post =
          new PostItem(
              id, "post", id, user, user, 0, "Title", "Text", LISTED, LISTED, date(i), 0, null);
      create(database, "posts", id, post);
      create(database, "users", user, post);
    }
    String post = "post-%03d-0".formatted(number);
    for (int i = 0; i < LISTED; i++) {
      create(
          database,
          "posts",
          post,
          new CommentItem("c" + i, "comment", post, user, user, 0, "Text", date(i)));
      create(
          database,
          "posts",
          post,
          new LikeItem("like~" + user + i, "like", post, user, user, 0, date(i)));
    }
  }

  private static String date(int seconds) {
    return ItemDates.text(START.plusSeconds(seconds));
  }

  private static void create(CosmosDatabase database, String container, String key, Object item) {
    database
        .getContainer(container)
        .createItem(item, new PartitionKey(key), new CosmosItemRequestOptions());
  }
}
