package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.SqlParameter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.benchmarks.ladder.rung.Rung.Loading;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The article's first version: users by their ids, and posts with their comments and likes by the
 * post's id. An item refers to its author by id alone; names are looked up (a point read each,
 * which is what the article's charges of Q4 and Q5 tell: 1 RU for each entry) and counts are
 * counted.
 */
final class FirstRung implements Rung {
  private static final String COUNT =
      "SELECT VALUE COUNT(1) FROM c WHERE c.postId = @post AND c.type = @type";
  private static final String LIST =
      "SELECT * FROM c WHERE c.postId = @post AND c.type = @type ORDER BY c.creationDate DESC";
  static final String POSTS_OF = "SELECT * FROM p WHERE p.type = 'post' AND p.userId = @user";

  private final LoneUsers users;
  private final Items posts;
  private final Supplier<String> ids;

  private FirstRung(LoneUsers users, Items posts, Supplier<String> ids) {
    this.users = users;
    this.posts = posts;
    this.ids = ids;
  }

  static FirstRung provision(CosmosDatabase database, Supplier<String> ids) {
    return new FirstRung(
        LoneUsers.provision(database),
        Items.provision(database, new CosmosContainerProperties("posts", "/postId")),
        ids);
  }

  @Override
  public void createUser(User user) {
    users.create(user);
  }

  @Override
  public void renameUser(User user) {
    users.rename(user);
  }

  @Override
  public Optional<User> findUser(UserId id) {
    return users.find(id);
  }

  @Override
  public void createPost(Post post) {
    posts.create(post.id().value(), ArticleItems.normalized(ArticleItems.post(post)));
  }

  @Override
  public void editPost(PostId id, String title, String content) {
    posts.patch(
        id.value(),
        id.value(),
        CosmosPatchOperations.create().set("/title", title).set("/content", content));
  }

  @Override
  public Optional<Post> findPost(PostId id) {
    return posts.read(id.value(), id.value()).map(post -> Answers.post(withCounts(withName(post))));
  }

  @Override
  public List<PostSummary> postsOf(UserId user) {
    List<ObjectNode> found =
        posts.listEverywhere(POSTS_OF, new SqlParameter("@user", user.value()));
    String name = users.name(user.value());
    found.forEach(post -> withCounts(post.put("userUsername", name)));
    return Answers.newestFirst(Answers.shortForms(found));
  }

  @Override
  public void createComment(Comment comment) {
    posts.create(comment.postId().value(), ArticleItems.normalized(ArticleItems.comment(comment)));
  }

  @Override
  public List<Comment> commentsOf(PostId post) {
    return list(post, "comment").stream().map(this::withName).map(Answers::comment).toList();
  }

  @Override
  public void likePost(Like like) {
    posts.create(
        like.postId().value(), ArticleItems.normalized(ArticleItems.like(like, ids.get())));
  }

  @Override
  public List<Like> likesOf(PostId post) {
    return list(post, "like").stream().map(this::withName).map(Answers::like).toList();
  }

  @Override
  public List<PostSummary> recentPosts(int count) {
    List<ObjectNode> found = new NewestEverywhere(posts).list(count);
    found.forEach(post -> withCounts(withName(post)));
    return Answers.shortForms(found);
  }

  @Override
  public void drain() {
    // There are no copies.
  }

  @Override
  public Loading loading() {
    return new ArticleLoading(users, posts, ArticleItems::normalized, ids);
  }

  private List<ObjectNode> list(PostId post, String type) {
    return posts.listIn(post.value(), LIST, of(post.value(), type));
  }

  private ObjectNode withName(ObjectNode item) {
    return item.put("userUsername", users.name(item.path("userId").textValue()));
  }

  private ObjectNode withCounts(ObjectNode post) {
    String id = post.path("postId").textValue();
    return post.put("commentCount", posts.countIn(id, COUNT, of(id, "comment")))
        .put("likeCount", posts.countIn(id, COUNT, of(id, "like")));
  }

  private static SqlParameter[] of(String post, String type) {
    return new SqlParameter[] {new SqlParameter("@post", post), new SqlParameter("@type", type)};
  }
}
