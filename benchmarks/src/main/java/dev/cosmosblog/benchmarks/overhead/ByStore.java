package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.benchmarks.overhead.Comparison.Round;
import dev.cosmosblog.benchmarks.overhead.InThisProcess.Caller;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import java.util.List;
import java.util.Optional;

/** The library's calls. */
final class ByStore implements Caller {
  private static final PageRequest PAGE = PageRequest.first(SampleBlog.PAGE);

  private final BlogStore store;

  ByStore(BlogStore store) {
    this.store = store;
  }

  @Override
  public String label() {
    return "ours";
  }

  @Override
  public User createUser(Round round) {
    return store.createUser(CreateUser.named(round.name()).withId(UserId.of(round.user()))).value();
  }

  @Override
  public User renameUser(Round round) {
    return store.renameUser(UserId.of(round.user()), round.newName()).value();
  }

  @Override
  public Optional<User> findUser(String user) {
    return store.findUser(UserId.of(user));
  }

  @Override
  public Post createPost(Round round) {
    return store
        .createPost(
            CreatePost.of(UserId.of(round.user()), SampleBlog.TITLE, SampleBlog.POST)
                .withId(PostId.of(round.post())))
        .value();
  }

  @Override
  public Post editPost(Round round) {
    return store.editPost(new EditPost(PostId.of(round.post()), "another.", SampleBlog.POST));
  }

  @Override
  public Optional<Post> findPost(String post) {
    return store.findPost(PostId.of(post));
  }

  @Override
  public List<PostSummary> postsOf(String user) {
    return store.postsOf(UserId.of(user), PAGE).items();
  }

  @Override
  public Comment createComment(Round round) {
    return store
        .createComment(
            CreateComment.of(PostId.of(round.post()), UserId.of(round.user()), SampleBlog.COMMENT)
                .withId(CommentId.of(round.comment())))
        .value();
  }

  @Override
  public List<Comment> commentsOf(String post) {
    return store.commentsOf(PostId.of(post), PAGE).items();
  }

  @Override
  public Like likePost(Round round) {
    return store.likePost(LikePost.of(PostId.of(round.post()), UserId.of(round.user()))).value();
  }

  @Override
  public List<Like> likesOf(String post) {
    return store.likesOf(PostId.of(post), PAGE).items();
  }

  @Override
  public List<PostSummary> recentPosts() {
    return store.recentPosts(SampleBlog.PAGE);
  }
}
