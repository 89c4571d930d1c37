package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.SqlParameter;
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
import java.util.function.UnaryOperator;

/**
 * The article's second version: items carry names and counts, so a list is one query. Two of the
 * lists still ask every physical partition.
 */
final class SecondRung implements Rung {
  private final LoneUsers users;
  private final CountedPosts posts;
  private final Supplier<String> ids;
  private final Changes names;

  private SecondRung(LoneUsers users, CountedPosts posts, Supplier<String> ids) {
    this.users = users;
    this.posts = posts;
    this.ids = ids;
    this.names =
        new Changes(users.items().container(), user -> posts.spreadName(Answers.user(user)));
  }

  static SecondRung provision(CosmosDatabase database, Supplier<String> ids) {
    return new SecondRung(
        LoneUsers.provision(database), CountedPosts.provision(database, ids), ids);
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
    posts.create(post);
  }

  @Override
  public void editPost(PostId id, String title, String content) {
    posts.edit(id, title, content);
  }

  @Override
  public Optional<Post> findPost(PostId id) {
    return posts.find(id);
  }

  @Override
  public List<PostSummary> postsOf(UserId user) {
    return Answers.newestFirst(
        Answers.shortForms(
            posts
                .items()
                .listEverywhere(FirstRung.POSTS_OF, new SqlParameter("@user", user.value()))));
  }

  @Override
  public void createComment(Comment comment) {
    posts.comment(comment);
  }

  @Override
  public List<Comment> commentsOf(PostId post) {
    return posts.commentsOf(post);
  }

  @Override
  public void likePost(Like like) {
    posts.like(like);
  }

  @Override
  public List<Like> likesOf(PostId post) {
    return posts.likesOf(post);
  }

  @Override
  public List<PostSummary> recentPosts(int count) {
    return Answers.shortForms(new NewestEverywhere(posts.items()).list(count));
  }

  @Override
  public void drain() {
    names.drain();
  }

  @Override
  public Loading loading() {
    return new ArticleLoading(users, posts.items(), UnaryOperator.identity(), ids);
  }
}
