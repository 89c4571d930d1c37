package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.SqlParameter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The container of posts as V2 and V3 have it: each item carries its author's name, and a post its
 * counts, which stored procedures move together with what they count.
 */
final class CountedPosts {
  private static final String LIST =
      "SELECT * FROM c WHERE c.postId = @post AND c.type = @type ORDER BY c.creationDate DESC";
  private static final String ALL_POSTS = "SELECT VALUE p.id FROM p WHERE p.type = 'post'";

  private final Items posts;
  private final Supplier<String> ids;

  private CountedPosts(Items posts, Supplier<String> ids) {
    this.posts = posts;
    this.ids = ids;
  }

  static CountedPosts provision(CosmosDatabase database, Supplier<String> ids) {
    Items posts = Items.provision(database, new CosmosContainerProperties("posts", "/postId"));
    ArticleScript.CREATE_COMMENT.registerAsProcedure(posts.container());
    ArticleScript.CREATE_LIKE.registerAsProcedure(posts.container());
    ArticleScript.UPDATE_USERNAMES.registerAsProcedure(posts.container());
    return new CountedPosts(posts, ids);
  }

  Items items() {
    return posts;
  }

  void create(Post post) {
    posts.create(post.id().value(), ArticleItems.post(post));
  }

  void edit(PostId id, String title, String content) {
    posts.patch(
        id.value(),
        id.value(),
        CosmosPatchOperations.create().set("/title", title).set("/content", content));
  }

  Optional<Post> find(PostId id) {
    return posts.read(id.value(), id.value()).map(Answers::post);
  }

  void comment(Comment comment) {
    String post = comment.postId().value();
    ArticleScript.CREATE_COMMENT.run(posts.container(), post, post, ArticleItems.comment(comment));
  }

  List<Comment> commentsOf(PostId post) {
    return list(post, "comment").stream().map(Answers::comment).toList();
  }

  void like(Like like) {
    String post = like.postId().value();
    ArticleScript.CREATE_LIKE.run(
        posts.container(), post, post, ArticleItems.like(like, ids.get()));
  }

  List<Like> likesOf(PostId post) {
    return list(post, "like").stream().map(Answers::like).toList();
  }

  /**
   * Writes a user's name into all that the user wrote. As in the article, the stored procedure runs
   * once in every logical partition of the container, whether the user wrote something there or
   * not.
   */
  void spreadName(User user) {
    for (String post : posts.valuesEverywhere(ALL_POSTS)) {
      ArticleScript.UPDATE_USERNAMES.run(
          posts.container(), post, user.id().value(), user.username());
    }
  }

  private List<ObjectNode> list(PostId post, String type) {
    return posts.listIn(
        post.value(),
        LIST,
        new SqlParameter("@post", post.value()),
        new SqlParameter("@type", type));
  }
}
