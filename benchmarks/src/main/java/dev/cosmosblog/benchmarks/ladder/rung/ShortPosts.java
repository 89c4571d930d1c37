package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.SqlParameter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import java.util.List;

/** V3's copies of posts in short form: beside their authors, and on the front page. */
final class ShortPosts {
  private static final String POSTS_OF =
      "SELECT * FROM u WHERE u.type = 'post' ORDER BY u.creationDate DESC";
  private static final String NEWEST = "SELECT TOP @count * FROM f ORDER BY f.creationDate DESC";

  private final Items users;
  private final Items feed;

  private ShortPosts(Items users, Items feed) {
    this.users = users;
    this.feed = feed;
  }

  static ShortPosts provision(CosmosDatabase database) {
    Items users =
        Items.provision(
            database,
            new CosmosContainerProperties("users", "/userId").setIndexingPolicy(usersIndex()));
    Items feed = Items.provision(database, new CosmosContainerProperties("feed", "/type"));
    ArticleScript.TRUNCATE_FEED.registerAsPostTrigger(feed.container());
    return new ShortPosts(users, feed);
  }

  /**
   * The article says nothing of indexes, and the other containers have the service's default, which
   * is every path. But it has C1 at 5.71 RU in V3 as in V1, though the user has two properties
   * more; by the model that comes true (5.76, against 6.23) if the partition key, which no query
   * needs an index of, has none.
   */
  private static IndexingPolicy usersIndex() {
    IndexingPolicy policy = new IndexingPolicy();
    policy.setIncludedPaths(List.of(new IncludedPath("/*")));
    policy.setExcludedPaths(List.of(new ExcludedPath("/userId/?")));
    return policy;
  }

  Items users() {
    return users;
  }

  Items feed() {
    return feed;
  }

  /** Writes both copies of a post that is new or has changed. */
  void write(Post post) {
    ObjectNode copy = ArticleItems.shortPost(post);
    users.upsert(post.userId().value(), copy, new CosmosItemRequestOptions());
    feed.upsert(
        ItemType.POST,
        copy,
        new CosmosItemRequestOptions()
            .setPostTriggerInclude(List.of(ArticleScript.TRUNCATE_FEED.id())));
  }

  List<PostSummary> of(UserId user) {
    return Answers.shortForms(users.listIn(user.value(), POSTS_OF));
  }

  List<PostSummary> newest(int count) {
    return Answers.shortForms(
        feed.listIn(ItemType.POST, NEWEST, new SqlParameter("@count", count)));
  }
}
