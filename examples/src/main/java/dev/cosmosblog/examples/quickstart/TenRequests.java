package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import java.util.List;

/** The ten requests on a blog, the commands before the queries that would show what they wrote. */
final class TenRequests {
  private static final PageRequest PAGE = PageRequest.first(100);

  private final BlogStore store;
  private final UserId reader;
  private final PostId post;

  /** The queries ask for this user and post; the commands write users and posts of their own. */
  TenRequests(BlogStore store, UserId reader, PostId post) {
    this.store = store;
    this.reader = reader;
    this.post = post;
  }

  List<BlogRequest> all() {
    return List.of(
        new BlogRequest("C1", "create a user: reserve the name, then write the user", this::user),
        new BlogRequest("Q1", "retrieve a user: a point read", i -> store.findUser(reader)),
        new BlogRequest("C2", "create a post: read its author, write it", this::post),
        new BlogRequest("Q2", "retrieve a post: a point read", i -> store.findPost(post)),
        new BlogRequest("Q3", "list a user's posts: one query", i -> store.postsOf(reader, PAGE)),
        new BlogRequest("C3", "comment: read who, then one batch with the count", this::comment),
        new BlogRequest("Q4", "list a post's comments: one query", i -> comments()),
        new BlogRequest("C4", "like: read who, then one batch with the count", this::like),
        new BlogRequest("Q5", "list a post's likes: one query", i -> store.likesOf(post, PAGE)),
        new BlogRequest("Q6", "list the newest posts: a point read", i -> newest()));
  }

  private void user(int i) {
    store.createUser(CreateUser.named("Newcomer " + i).withId(newcomer(i)));
  }

  private void post(int i) {
    store.createPost(CreatePost.of(newcomer(i), "Hello", "I am new here.").withId(hello(i)));
  }

  private void comment(int i) {
    store.createComment(CreateComment.of(hello(0), newcomer(i), "Welcome!"));
  }

  private void like(int i) {
    store.likePost(LikePost.of(hello(0), newcomer(i)));
  }

  private void comments() {
    store.commentsOf(post, PAGE, CommentOrder.NEWEST_FIRST);
  }

  private void newest() {
    store.recentPosts(store.feedSize());
  }

  private static UserId newcomer(int i) {
    return UserId.of("newcomer-" + i);
  }

  private static PostId hello(int i) {
    return PostId.of("hello-" + i);
  }
}
