package dev.cosmosblog.cli;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.ContainerNames;
import java.util.HashMap;
import java.util.Map;

/** A small blog with every kind of damage that a repair repairs. */
final class RepairableBlog {
  private static final int USERS = 4;
  private static final int POSTS = 12;

  private final BlogDatabase blog;
  private final CosmosContainer users;
  private final CosmosContainer posts;
  private final CosmosContainer feed;

  RepairableBlog(BlogDatabase blog) {
    this.blog = blog;
    this.users = blog.unwrap(CosmosDatabase.class).getContainer(ContainerNames.DEFAULT.users());
    this.posts = blog.unwrap(CosmosDatabase.class).getContainer(ContainerNames.DEFAULT.posts());
    this.feed = blog.unwrap(CosmosDatabase.class).getContainer(ContainerNames.DEFAULT.feed());
  }

  void write() {
    blog.provision();
    BlogStore store = BlogStore.on(blog);
    for (int user = 0; user < USERS; user++) {
      store.createUser(CreateUser.named("User " + user).withId(user(user)));
    }
    for (int post = 0; post < POSTS; post++) {
      PostId id = PostId.of("p" + post);
      store.createPost(CreatePost.of(user(post % USERS), "Title", "Content").withId(id));
      for (int user = 0; user < USERS; user++) {
        CreateComment comment = CreateComment.of(id, user(user), "Comment");
        store.createComment(comment.withId(CommentId.of("c" + user)));
        store.likePost(LikePost.of(id, user(user)));
      }
    }
    store.deletePost(PostId.of("p11"));
    BlogChangeFeed.builder(blog).buildStepped().drain();
  }

  private static UserId user(int number) {
    return UserId.of("u" + number);
  }

  void damage() {
    patch(posts, "p0", "p0", CosmosPatchOperations.create().increment("/likeCount", 5));
    patch(posts, "p1", "c0", CosmosPatchOperations.create().set("/userUsername", "Somebody"));
    like("p2", "random-1");
    delete(posts, "p3", "like~u1");
    like("p3", "random-2");
    create(posts, "p11", "late", "comment", Map.of("postId", "p11", "userId", "u1"));
    delete(users, "u0", "p4");
    patch(users, "u1", "p5", CosmosPatchOperations.create().set("/title", "Another title"));
    create(users, "u1", "gone", "post", Map.of("postId", "gone", "userId", "u1"));
    patch(
        feed,
        ItemType.FRONT_PAGE,
        FrontPageItem.ID,
        CosmosPatchOperations.create().remove("/posts/2"));
    String name = ReservationItem.idOfUsername("User 2");
    delete(users, name, name);
    String unused = ReservationItem.idOfUsername("Nobody");
    create(users, unused, unused, "username", Map.of("userId", unused, "ownerId", "u3"));
  }

  private void like(String postId, String id) {
    Map<String, Object> properties =
        Map.of("postId", postId, "userId", "u1", "userUsername", "User 1");
    create(posts, postId, id, "like", properties);
  }

  private static void create(
      CosmosContainer container,
      String partition,
      String id,
      String type,
      Map<String, Object> properties) {
    Map<String, Object> item = new HashMap<>(properties);
    item.put("id", id);
    item.put("type", type);
    container.createItem(item, new PartitionKey(partition), new CosmosItemRequestOptions());
  }

  private static void patch(
      CosmosContainer container, String partition, String id, CosmosPatchOperations operations) {
    container.patchItem(id, new PartitionKey(partition), operations, Map.class);
  }

  private static void delete(CosmosContainer container, String partition, String id) {
    container.deleteItem(id, new PartitionKey(partition), new CosmosItemRequestOptions());
  }
}
