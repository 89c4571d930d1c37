package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.benchmarks.ladder.rung.Rung.Loading;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The article's third version: posts are copied in short form beside their authors and into a feed
 * of the newest 100, so that every list is one query in one partition.
 */
final class ThirdRung implements Rung {
  private final CountedPosts posts;
  private final ShortPosts copies;
  private final Supplier<String> ids;
  private final Changes userChanges;
  private final Changes postChanges;

  private ThirdRung(CountedPosts posts, ShortPosts copies, Supplier<String> ids) {
    this.posts = posts;
    this.copies = copies;
    this.ids = ids;
    this.userChanges = new Changes(copies.users().container(), this::userChanged);
    this.postChanges = new Changes(posts.items().container(), this::postChanged);
  }

  static ThirdRung provision(CosmosDatabase database, Supplier<String> ids) {
    return new ThirdRung(
        CountedPosts.provision(database, ids), ShortPosts.provision(database), ids);
  }

  @Override
  public void createUser(User user) {
    copies.users().create(user.id().value(), ArticleItems.user(user));
  }

  @Override
  public void renameUser(User user) {
    String id = user.id().value();
    copies.users().replace(id, id, ArticleItems.user(user));
  }

  @Override
  public Optional<User> findUser(UserId id) {
    return copies.users().read(id.value(), id.value()).map(Answers::user);
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
    return copies.of(user);
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
    return copies.newest(count);
  }

  @Override
  public void drain() {
    int changes;
    do {
      changes = userChanges.drain() + postChanges.drain();
    } while (changes > 0);
  }

  private void userChanged(JsonNode item) {
    if (Answers.isUser(item)) {
      posts.spreadName(Answers.user(item));
    }
  }

  private void postChanged(JsonNode item) {
    if (Answers.isPost(item)) {
      copies.write(Answers.post(item));
    }
  }

  @Override
  public Loading loading() {
    return new ThirdLoading(posts.items(), copies, ids);
  }

  /** Loads V3's containers, the copies as its change feed would have left them. */
  static final class ThirdLoading implements Loading {
    private final Items posts;
    private final ShortPosts copies;
    private final Supplier<String> ids;

    ThirdLoading(Items posts, ShortPosts copies, Supplier<String> ids) {
      this.posts = posts;
      this.copies = copies;
      this.ids = ids;
    }

    @Override
    public void users(List<User> added) {
      copies.users().createEverywhere(added, user -> user.id().value(), ArticleItems::user);
    }

    @Override
    public void posts(List<Post> added) {
      posts.createEverywhere(added, post -> post.id().value(), ArticleItems::post);
      copies
          .users()
          .createEverywhere(added, post -> post.userId().value(), ArticleItems::shortPost);
    }

    @Override
    public void newest(List<Post> newest) {
      posts(newest);
      copies.feed().createAll(ItemType.POST, newest.stream().map(ArticleItems::shortPost).toList());
    }

    @Override
    public void reactions(PostId post, List<Comment> comments, List<Like> likes) {
      posts.createAll(
          post.value(),
          Stream.concat(
                  comments.stream().map(ArticleItems::comment),
                  likes.stream().map(like -> ArticleItems.like(like, ids.get())))
              .toList());
    }
  }
}
