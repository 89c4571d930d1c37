package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.RequestCounter;
import dev.cosmoslocal.RequestTotals;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * With eight times the data around it, in one physical partition, each query of the store sends the
 * same requests, loads the same items, and costs the same.
 */
class IndexUseTest {
  private static final RequestCounter REQUESTS = new RequestCounter();

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(LocalCosmos.builder().physicalPartitions(1).listener(REQUESTS));

  private static final int LISTED = 7;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void queriesDoNotCostMoreAsTheDataGrows() {
    assertThat(measured(32)).isEqualTo(measured(4));
  }

  private static Map<String, RequestTotals> measured(int users) {
    cosmos.requireLocal();
    Blog blog = Blog.on(cosmos);
    for (int user = 0; user < users; user++) {
      fill(blog.cosmosDatabase(), user);
    }
    BlogStore store = blog.store();
    // The SDK looks for containers and their ranges before it first asks them.
    store.recentPosts(1);
    Kernel kernel = Kernel.of(blog.database());
    kernel.items(report -> {}).ranges(BlogContainer.USERS);
    kernel.items(report -> {}).ranges(BlogContainer.POSTS);
    StoreQueries.Blog asked = new StoreQueries.Blog(store, kernel);
    Map<String, Consumer<StoreQueries.Blog>> queries = StoreQueries.secondPages();
    queries.putAll(StoreQueries.firstPages());
    Map<String, RequestTotals> measured = new LinkedHashMap<>();
    queries.forEach(
        (name, query) -> {
          REQUESTS.reset();
          query.accept(asked);
          measured.put(name, REQUESTS.reset());
        });
    return measured;
  }

  private static void fill(CosmosDatabase database, int number) {
    String user = "user-%03d".formatted(number);
    create(database, "users", user, UserItem.of(new User(UserId.of(user), user)));
    ReservationItem name = ReservationItem.ofUsername(user, UserId.of(user), START);
    create(database, "users", String.valueOf(name.userId()), name);
    for (int i = 0; i < LISTED; i++) {
      String id = "post-%03d-%d".formatted(number, i);
      PostItem post = TestItems.post(id).by(user, user).counts(LISTED, LISTED).at(date(i)).build();
      create(database, "posts", id, post);
      create(database, "users", user, post);
    }
    String deleted = "deleted-%03d".formatted(number);
    create(database, "posts", deleted, TestItems.post(deleted).by(user, user).deleted().build());
    fillPost(database, "post-%03d-0".formatted(number), user);
    fillPost(database, deleted, user);
  }

  private static void fillPost(CosmosDatabase database, String post, String user) {
    for (int i = 0; i < LISTED; i++) {
      create(
          database,
          "posts",
          post,
          TestItems.comment("c" + i, post).by(user, user).content("Text").at(date(i)).build());
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
