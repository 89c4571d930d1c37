package dev.cosmoslocal;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureProperties;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/**
 * The data of the model's fit, and the article's requests on it: 70 physical partitions with ten
 * posts each, of which the newest hundred count for Q6; two users with 27 and 28 posts, so 27.5 on
 * average; 12.5 comments and 50 likes a post, and one post with 20 comments and 50 likes. Ids are
 * GUIDs, dates have 24 characters, content has 1,200 characters in a comment, 900 in a post and 100
 * in a summary.
 */
final class ArticleData {
  static final int PARTITIONS = 70;
  static final int FEED = 100;
  static final int USERS = 2;
  private static final int POSTS_IN_A_PARTITION = 10;
  private static final int POSTS = PARTITIONS * POSTS_IN_A_PARTITION;
  private static final int LIKES = 50;
  private static final String CALL =
      """
      function create(postId, reaction, count) {
        var c = getContext().getCollection();
        c.readDocument(c.getAltLink() + '/docs/' + postId, function (err, post) {
          if (err) throw err;
          post[count]++;
          c.replaceDocument(post._self, post, function (err) { if (err) throw err; });
          c.createDocument(c.getSelfLink(), reaction, function (err) { if (err) throw err; });
        });
      }
      """;

  private final Random random = new Random(30);
  private final List<String> authors = List.of(guid(), guid(), guid());
  private final CosmosContainer users;
  private final CosmosContainer first;
  private final CosmosContainer second;
  private final CosmosContainer copies;
  private final CosmosContainer feed;
  private final String read;
  private final String written;

  ArticleData(SdkEmulator emulator) {
    users = emulator.container(new CosmosContainerProperties("users", "/id"));
    first = emulator.container(new CosmosContainerProperties("posts1", "/postId"));
    second = emulator.container(new CosmosContainerProperties("posts2", "/postId"));
    copies = emulator.container(new CosmosContainerProperties("copies", "/userId"));
    feed = emulator.container(new CosmosContainerProperties("feed", "/type"));
    authors.forEach(id -> users.createItem(user(id)));
    List<String> ids = spread();
    read = ids.get(POSTS - 1);
    written = ids.get(POSTS - 2);
    for (int n = 0; n < FEED; n++) {
      react(ids.get(n), 12 + n % 2);
    }
    react(read, 20);
    second.getScripts().createStoredProcedure(procedure());
    for (int n = 0; n < FEED; n++) {
      feed.createItem(full(post(guid(), 2, n, 100)));
    }
    for (int user = 0; user < USERS; user++) {
      for (int n = 0; n < posts(user); n++) {
        copies.createItem(full(post(guid(), user, n, 100)));
      }
    }
  }

  private static CosmosStoredProcedureProperties procedure() {
    return new CosmosStoredProcedureProperties("create", CALL);
  }

  private static int posts(int user) {
    return 27 + user;
  }

  /**
   * Stores the same number of posts in each partition, found by the session token. Posts with lower
   * numbers are newer; the newest are those of the two users.
   */
  private List<String> spread() {
    Map<String, Integer> taken = new HashMap<>();
    List<String> ids = new ArrayList<>();
    while (ids.size() < POSTS) {
      String id = guid();
      ObjectNode post = post(id, author(ids.size()), POSTS - ids.size(), 900);
      String token = first.createItem(post).getSessionToken();
      if (taken.merge(token.substring(0, token.indexOf(':')), 1, Integer::sum)
          <= POSTS_IN_A_PARTITION) {
        ids.add(id);
        second.createItem(full(post));
      } else {
        first.deleteItem(id, new PartitionKey(id), new CosmosItemRequestOptions());
      }
    }
    return ids;
  }

  private static int author(int number) {
    return number < posts(0) ? 0 : number < posts(0) + posts(1) ? 1 : 2;
  }

  /** Reactions to a post. Only the second version includes their authors' names. */
  private void react(String post, int comments) {
    CosmosBatch before = CosmosBatch.createCosmosBatch(new PartitionKey(post));
    CosmosBatch after = CosmosBatch.createCosmosBatch(new PartitionKey(post));
    for (int n = 0; n < comments + LIKES; n++) {
      ObjectNode reaction = reaction(post, n < comments ? "comment" : "like");
      before.createItemOperation(reaction);
      after.createItemOperation(reaction.deepCopy().put("userUsername", "u".repeat(10)));
    }
    first.executeCosmosBatch(before);
    second.executeCosmosBatch(after);
  }

  private ObjectNode post(String id, int author, int number, int content) {
    ObjectNode post = JsonNodeFactory.instance.objectNode().put("id", id).put("type", "post");
    post.put("postId", id).put("userId", authors.get(author)).put("title", "t".repeat(30));
    post.put("content", "c".repeat(content));
    return post.put("creationDate", "2026-01-01T00:00:%07.3fZ".formatted(number / 1000.0));
  }

  private static ObjectNode full(ObjectNode post) {
    return post.put("userUsername", "u".repeat(10)).put("commentCount", 12).put("likeCount", 50);
  }

  private ObjectNode reaction(String postId, String type) {
    ObjectNode reaction = JsonNodeFactory.instance.objectNode().put("id", guid()).put("type", type);
    reaction.put("postId", postId).put("userId", authors.get(2));
    if (type.equals("comment")) {
      reaction.put("content", "c".repeat(1200));
    }
    return reaction.put("creationDate", "2026-01-01T00:00:00.000Z");
  }

  private static ObjectNode user(String id) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put("username", "u".repeat(10));
  }

  private String guid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  CosmosContainer first() {
    return first;
  }

  CosmosContainer second() {
    return second;
  }

  void createUser() {
    users.createItem(user(guid()));
  }

  void readUser() {
    read(users, authors.get(0));
  }

  void createPost() {
    first.createItem(post(guid(), 2, 0, 900));
  }

  void post() {
    read(second, read);
  }

  void postWithCounts() {
    read(first, read);
    readUser();
    count(read);
  }

  void create(String type) {
    first.createItem(reaction(written, type));
  }

  void call(String type) {
    ObjectNode reaction = reaction(written, type).put("userUsername", "u".repeat(10));
    new SdkScripts(second).execute(written, "create", written, reaction, type + "Count");
  }

  List<ObjectNode> reactions(CosmosContainer posts, String type) {
    return rows(
        posts, "SELECT * FROM c WHERE c.postId = @a AND c.type = @b", read, List.of(read, type));
  }

  /** Queries the name of each author. */
  void reactionsWithUsers(String type) {
    reactions(first, type).forEach(reaction -> read(users, reaction.path("userId").asText()));
  }

  List<ObjectNode> postsOfUsers(CosmosContainer posts) {
    List<ObjectNode> rows = new ArrayList<>();
    for (int user = 0; user < USERS; user++) {
      rows.addAll(
          rows(
              posts,
              "SELECT * FROM c WHERE c.userId = @a AND c.type = @b",
              null,
              List.of(authors.get(user), "post")));
    }
    return rows;
  }

  void shortPostsOfUsers() {
    for (int user = 0; user < USERS; user++) {
      String author = authors.get(user);
      rows(copies, "SELECT * FROM c WHERE c.type = @a", author, List.of("post"));
    }
  }

  List<ObjectNode> newest(CosmosContainer posts) {
    return rows(
        posts,
        "SELECT TOP 100 * FROM c WHERE c.type = @a ORDER BY c.creationDate DESC",
        null,
        List.of("post"));
  }

  void feed() {
    rows(
        feed,
        "SELECT TOP 100 * FROM c WHERE c.type = @a ORDER BY c.creationDate DESC",
        "post",
        List.of("post"));
  }

  /** Counts the comments and likes of each post. */
  void counted(List<ObjectNode> posts) {
    posts.forEach(post -> count(post.path("id").asText()));
  }

  private void count(String post) {
    for (String type : List.of("comment", "like")) {
      rows(
          first,
          "SELECT COUNT(1) AS n FROM c WHERE c.postId = @a AND c.type = @b",
          post,
          List.of(post, type));
    }
  }

  private static void read(CosmosContainer container, String id) {
    container.readItem(id, new PartitionKey(id), JsonNode.class);
  }

  private static List<ObjectNode> rows(
      CosmosContainer container, String text, String key, List<String> values) {
    List<SqlParameter> parameters = new ArrayList<>();
    for (int n = 0; n < values.size(); n++) {
      parameters.add(new SqlParameter("@" + (char) ('a' + n), values.get(n)));
    }
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    if (key != null) {
      options.setPartitionKey(new PartitionKey(key));
    }
    return container
        .queryItems(new SqlQuerySpec(text, parameters), options, ObjectNode.class)
        .stream()
        .toList();
  }
}
