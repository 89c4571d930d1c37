package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.List;
import java.util.function.Supplier;

/**
 * The article's second version: items have usernames and counts, so that a list is one query.
 * Stored procedures write comments and likes together with their counts. Two lists still ask every
 * physical partition.
 */
class ArticleV2 extends ArticleV1 {
  private static final String ALL_POSTS = "SELECT VALUE p.id FROM p WHERE p.type = 'post'";

  private final ChangeFeedFunction names;

  ArticleV2(RungContainer users, RungContainer posts, Supplier<String> likeIds) {
    super(users, posts, likeIds);
    ArticleScript.CREATE_COMMENT.registerAsProcedure(posts.container());
    ArticleScript.CREATE_LIKE.registerAsProcedure(posts.container());
    ArticleScript.UPDATE_USERNAMES.registerAsProcedure(posts.container());
    this.names =
        new ChangeFeedFunction(users.container(), user -> propagateName(ArticleItems.user(user)));
  }

  static ArticleV2 provision(CosmosDatabase database, Supplier<String> likeIds) {
    return new ArticleV2(usersById(database), postsById(database), likeIds);
  }

  /**
   * Writes a username into all that its user wrote. As in the article, the stored procedure runs
   * once in every logical partition, even if the user wrote nothing there.
   */
  final void propagateName(User user) {
    for (String post : posts.valuesEverywhere(ALL_POSTS)) {
      ArticleScript.UPDATE_USERNAMES.run(
          posts.container(), post, user.id().value(), user.username());
    }
  }

  @Override
  ObjectNode stored(ObjectNode item) {
    return item;
  }

  @Override
  ObjectNode withName(ObjectNode item) {
    return item;
  }

  @Override
  ObjectNode withCounts(ObjectNode post) {
    return post;
  }

  @Override
  List<ObjectNode> ofAuthor(UserId user, List<ObjectNode> found) {
    return found;
  }

  @Override
  public void createComment(Comment comment) {
    String post = comment.postId().value();
    ArticleScript.CREATE_COMMENT.run(posts.container(), post, post, ArticleItems.of(comment));
  }

  @Override
  public void likePost(Like like) {
    String post = like.postId().value();
    ArticleScript.CREATE_LIKE.run(
        posts.container(), post, post, ArticleItems.of(like, likeIds.get()));
  }

  @Override
  public void drain() {
    names.drain();
  }
}
