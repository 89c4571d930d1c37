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
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The article's first version: users by their ids, and posts with their comments and likes by the
 * post's id. An item names its author by id alone. Usernames are looked up by one point read each,
 * because the article's charges of Q4 and Q5 contain 1 RU for each entry; counts are counted.
 */
class ArticleV1 implements Rung {
  private static final String COUNT =
      "SELECT VALUE COUNT(1) FROM c WHERE c.postId = @post AND c.type = @type";
  private static final String LIST =
      "SELECT * FROM c WHERE c.postId = @post AND c.type = @type ORDER BY c.creationDate DESC";
  private static final String POSTS_OF =
      "SELECT * FROM p WHERE p.type = 'post' AND p.userId = @user";

  final RungContainer users;
  final RungContainer posts;
  final Supplier<String> likeIds;

  ArticleV1(RungContainer users, RungContainer posts, Supplier<String> likeIds) {
    this.users = users;
    this.posts = posts;
    this.likeIds = likeIds;
  }

  static ArticleV1 provision(CosmosDatabase database, Supplier<String> likeIds) {
    return new ArticleV1(usersById(database), postsById(database), likeIds);
  }

  static RungContainer usersById(CosmosDatabase database) {
    return RungContainer.provision(database, new CosmosContainerProperties("users", "/id"));
  }

  static RungContainer postsById(CosmosDatabase database) {
    return RungContainer.provision(database, new CosmosContainerProperties("posts", "/postId"));
  }

  /** Returns a user as it is stored: the only items of their container need no type. */
  ObjectNode userItem(User user) {
    return ArticleItems.of(user).retain("id", "username");
  }

  /** Returns an item as it is stored, without what other items have already. */
  ObjectNode stored(ObjectNode item) {
    return item.remove(List.of("userUsername", "commentCount", "likeCount"));
  }

  /** Adds the author's username to an item that was read. */
  ObjectNode withName(ObjectNode item) {
    return item.put("userUsername", username(item.path("userId").textValue()));
  }

  private String username(String id) {
    return findUser(UserId.of(id)).map(User::username).orElse("");
  }

  /** Adds the counts to a post that was read. */
  ObjectNode withCounts(ObjectNode post) {
    String id = post.path("postId").textValue();
    return post.put("commentCount", posts.countIn(id, COUNT, parameters(id, ItemType.COMMENT)))
        .put("likeCount", posts.countIn(id, COUNT, parameters(id, ItemType.LIKE)));
  }

  private static SqlParameter[] parameters(String post, String type) {
    return new SqlParameter[] {new SqlParameter("@post", post), new SqlParameter("@type", type)};
  }

  @Override
  public void createUser(User user) {
    users.create(user.id().value(), userItem(user));
  }

  @Override
  public void renameUser(User user) {
    users.replace(user.id().value(), user.id().value(), userItem(user));
  }

  @Override
  public Optional<User> findUser(UserId id) {
    return users.read(id.value(), id.value()).map(ArticleItems::user);
  }

  @Override
  public void createPost(Post post) {
    posts.create(post.id().value(), stored(ArticleItems.of(post)));
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
    return posts
        .read(id.value(), id.value())
        .map(post -> ArticleItems.post(withCounts(withName(post))));
  }

  /**
   * Sorts what a query found that asks all partitions. The query itself isn't ordered, because the
   * article's isn't: it is charged 2.8 RU for each partition, and an ordered one 5.3.
   */
  @Override
  public List<PostSummary> postsOf(UserId user) {
    List<ObjectNode> found =
        posts.listEverywhere(POSTS_OF, new SqlParameter("@user", user.value()));
    return summaries(ofAuthor(user, found)).stream()
        .sorted(Comparator.comparing(PostSummary::creationDate).reversed())
        .toList();
  }

  /** Completes the posts of one author. */
  List<ObjectNode> ofAuthor(UserId user, List<ObjectNode> found) {
    String name = username(user.value());
    found.forEach(post -> withCounts(post.put("userUsername", name)));
    return found;
  }

  static List<PostSummary> summaries(List<ObjectNode> items) {
    return items.stream().map(item -> ArticleItems.post(item).summary()).toList();
  }

  @Override
  public void createComment(Comment comment) {
    posts.create(comment.postId().value(), stored(ArticleItems.of(comment)));
  }

  @Override
  public List<Comment> commentsOf(PostId post) {
    return list(post, ItemType.COMMENT).map(ArticleItems::comment).toList();
  }

  @Override
  public void likePost(Like like) {
    posts.create(like.postId().value(), stored(ArticleItems.of(like, likeIds.get())));
  }

  @Override
  public List<Like> likesOf(PostId post) {
    return list(post, ItemType.LIKE).map(ArticleItems::like).toList();
  }

  private Stream<ObjectNode> list(PostId post, String type) {
    return posts.listIn(post.value(), LIST, parameters(post.value(), type)).stream()
        .map(this::withName);
  }

  @Override
  public List<PostSummary> recentPosts(int count) {
    List<ObjectNode> found = new NewestEverywhere(posts).list(count);
    found.forEach(post -> withCounts(withName(post)));
    return summaries(found);
  }

  @Override
  public void drain() {
    // There are no copies.
  }

  @Override
  public void loadUsers(List<User> added) {
    users.createEverywhere(added, user -> user.id().value(), this::userItem);
  }

  @Override
  public void loadNewest(List<Post> newest) {
    loadPosts(newest);
  }

  @Override
  public void loadPosts(List<Post> added) {
    posts.createEverywhere(added, post -> post.id().value(), post -> stored(ArticleItems.of(post)));
  }

  @Override
  public void loadReactions(PostId post, List<Comment> comments, List<Like> likes) {
    posts.createAll(
        post.value(),
        Stream.concat(
                comments.stream().map(ArticleItems::of),
                likes.stream().map(like -> ArticleItems.of(like, likeIds.get())))
            .map(this::stored)
            .toList());
  }
}
