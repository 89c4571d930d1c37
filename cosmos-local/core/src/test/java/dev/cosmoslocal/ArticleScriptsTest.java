package dev.cosmoslocal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.TriggerOperation;
import com.azure.cosmos.models.TriggerType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Scripts in the style of Microsoft's article "How to model and partition data on Azure Cosmos DB
 * using a real-world example", with their errors fixed.
 */
class ArticleScriptsTest {
  private static final String CREATE_COMMENT =
      """
      function createComment(postId, comment) {
        var collection = getContext().getCollection();
        var accepted = collection.readDocument(`${collection.getAltLink()}/docs/${postId}`,
          function (err, post) {
            if (err) throw err;
            post.commentCount++;
            var replaced = collection.replaceDocument(post._self, post, {etag: post._etag},
              function (err) {
                if (err) throw err;
                comment.postId = postId;
                var created = collection.createDocument(collection.getSelfLink(), comment,
                  function (err) { if (err) throw err; });
                if (!created) throw new Error('out of time');
              });
            if (!replaced) throw new Error('out of time');
          });
        if (!accepted) throw new Error('out of time');
      }
      """;

  private static final String CREATE_LIKE =
      """
      function createLike(postId, like) {
        var collection = getContext().getCollection();
        like.id = 'like:' + like.userId;
        like.postId = postId;
        var accepted = collection.createDocument(collection.getSelfLink(), like, function (err) {
          if (err) throw err;
          var read = collection.readDocument(`${collection.getAltLink()}/docs/${postId}`,
            function (err, post) {
              if (err) throw err;
              post.likeCount++;
              if (!collection.replaceDocument(post._self, post)) throw new Error('out of time');
            });
          if (!read) throw new Error('out of time');
        });
        if (!accepted) throw new Error('out of time');
      }
      """;

  private static final String UPDATE_USERNAMES =
      """
      function updateUsernames(userId, username) {
        var collection = getContext().getCollection();
        var updated = 0;
        page();
        function page(continuation) {
          var accepted = collection.queryDocuments(collection.getSelfLink(),
            {query: 'SELECT * FROM p WHERE p.userId = @user',
             parameters: [{name: '@user', value: userId}]},
            {pageSize: 2, continuation: continuation},
            function (err, results, options) {
              if (err) throw err;
              for (const item of results) {
                item.userUsername = username;
                const replaced = collection.replaceDocument(item._self, item, (err) => {
                  if (err) throw err;
                  updated++;
                  getContext().getResponse().setBody({id: item.id, updated: updated});
                });
                if (!replaced) throw new Error('out of time');
              }
              if (options.continuation) page(options.continuation);
            });
          if (!accepted) throw new Error('out of time');
        }
      }
      """;

  private static final String TRUNCATE_FEED =
      """
      function truncateFeed() {
        const maxDocs = 3;
        var collection = getContext().getCollection();
        var accepted = collection.queryDocuments(collection.getSelfLink(),
          'SELECT VALUE COUNT(1) FROM f',
          function (err, results) {
            if (err) throw err;
            var surplus = results[0] + 1 - maxDocs;
            if (surplus > 0) removeOldest(surplus);
          });
        if (!accepted) throw new Error('out of time');
        function removeOldest(count) {
          var accepted = collection.queryDocuments(collection.getSelfLink(),
            {query: 'SELECT TOP @n * FROM f ORDER BY f.creationDate',
             parameters: [{name: '@n', value: count}]},
            function (err, results) {
              if (err) throw err;
              results.forEach(function (old) {
                if (!collection.deleteDocument(old._self)) throw new Error('out of time');
              });
            });
          if (!accepted) throw new Error('out of time');
        }
      }
      """;

  @RegisterExtension static final SdkEmulator cosmos = SdkEmulator.shared();

  private static CosmosContainer posts;
  private static SdkScripts scripts;

  @BeforeAll
  static void createContainer() {
    posts = cosmos.container(new CosmosContainerProperties("posts", "/postId"));
    scripts = new SdkScripts(posts);
  }

  @Test
  void aCommentIncrementsItsPostsCountAtomically() {
    post("p1");
    Map<String, Object> comment = Map.of("id", "c1", "type", "comment", "content", "first");
    double charge = scripts.call("p1", CREATE_COMMENT, "p1", comment).getRequestCharge();
    assertThat(charge).as("modelled request units").isBetween(10.0, 20.0);
    assertThat(read("p1", "p1").path("commentCount").intValue()).isEqualTo(1);
    CosmosException again = scripts.failure("p1", CREATE_COMMENT, "p1", comment);
    assertThat(again.getSubStatusCode()).isEqualTo(409);
    assertThat(read("p1", "p1").path("commentCount").intValue()).isEqualTo(1);
    assertThat(scripts.failure("none", CREATE_COMMENT, "none", comment).getSubStatusCode())
        .isEqualTo(404);
  }

  @Test
  void likingTwiceCountsOnce() {
    post("p3");
    scripts.call("p3", CREATE_LIKE, "p3", Map.of("userId", "u"));
    CosmosException again = scripts.failure("p3", CREATE_LIKE, "p3", Map.of("userId", "u"));
    assertThat(again.getSubStatusCode()).isEqualTo(409);
    scripts.call("p3", CREATE_LIKE, "p3", Map.of("userId", "v"));
    assertThat(read("p3", "p3").path("likeCount").intValue()).isEqualTo(2);
  }

  @Test
  void renamingAUserUpdatesEveryItemOfThePartition() {
    post("p2");
    for (int i = 0; i < 5; i++) {
      posts.createItem(item("c" + i, "p2").put("userId", "u").put("userUsername", "old"));
    }
    posts.createItem(item("other", "p2").put("userId", "v").put("userUsername", "old"));
    assertThat(scripts.call("p2", UPDATE_USERNAMES, "u", "new").getResponseAsString())
        .isEqualTo("{\"id\":\"c4\",\"updated\":5}");
    assertThat(
            rows(
                posts,
                "SELECT VALUE c.userUsername FROM c WHERE c.postId = 'p2' AND c.userId = 'u'"))
        .extracting(JsonNode::textValue)
        .containsOnly("new")
        .hasSize(5);
    assertThat(read("other", "p2").path("userUsername").textValue()).isEqualTo("old");
  }

  @Test
  void theFeedIsTruncatedToTheNewest() {
    CosmosContainer feed = cosmos.container(new CosmosContainerProperties("feed", "/type"));
    String truncate =
        new SdkScripts(feed).trigger(TriggerType.POST, TriggerOperation.ALL, TRUNCATE_FEED);
    for (int i = 0; i < 6; i++) {
      ObjectNode copy = SdkEmulator.item("p" + i, "").put("type", "post").put("creationDate", i);
      feed.upsertItem(
          copy, new CosmosItemRequestOptions().setPostTriggerInclude(List.of(truncate)));
    }
    assertThat(rows(feed, "SELECT VALUE f.id FROM f ORDER BY f.creationDate DESC"))
        .extracting(JsonNode::textValue)
        .containsExactly("p5", "p4", "p3");
  }

  private static void post(String id) {
    posts.createItem(item(id, id).put("type", "post").put("commentCount", 0).put("likeCount", 0));
  }

  private static ObjectNode item(String id, String postId) {
    return SdkEmulator.item(id, "").put("postId", postId);
  }

  private static List<JsonNode> rows(CosmosContainer container, String query) {
    return StreamSupport.stream(
            container
                .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
                .spliterator(),
            false)
        .toList();
  }

  private static ObjectNode read(String id, String postId) {
    return posts.readItem(id, new PartitionKey(postId), ObjectNode.class).getItem();
  }
}
