package dev.cosmosblog.maintenance;

import static java.time.Instant.ofEpochSecond;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;

/**
 * Three users with posts, comments and likes, a rename, a deletion and a removed user, all of it in
 * order.
 */
final class SmallBlog {
  static final int USERS = 3;

  /** The slug of the first post. */
  static final Slug SLUG = Slug.of("first");

  private static final UserId GONE = UserId.of("gone");

  private SmallBlog() {}

  static DamagedBlog with(TestBackend backend, int posts) {
    DamagedBlog blog = new DamagedBlog(backend);
    for (int user = 0; user < USERS; user++) {
      blog.store.createUser(CreateUser.named("Old " + user).withId(user(user)));
    }
    for (int post = 0; post < posts; post++) {
      PostId id = post(blog, "p" + post, post);
      for (int user = 0; user <= post % USERS; user++) {
        blog.store.likePost(LikePost.of(id, user(user)));
        CreateComment comment = CreateComment.of(id, user(user), "Hm");
        blog.store.createComment(comment.withId(CommentId.of("c" + user)));
      }
    }
    for (int user = 1; user < USERS; user++) {
      blog.store.renameUser(user(user), "User " + user);
    }
    blog.store.renameUser(user(0), "User 0");
    blog.store.createUser(CreateUser.named("Gone").withId(GONE));
    blog.store.eraseUser(EraseUser.remove(GONE));
    PostId deleted = post(blog, "deleted", 99);
    blog.store.likePost(LikePost.of(deleted, user(0)));
    blog.store.deletePost(deleted);
    blog.drain();
    return blog;
  }

  private static PostId post(DamagedBlog blog, String id, int number) {
    PostId post = PostId.of(id);
    CreatePost command = CreatePost.of(user(number % USERS), "Title", "Content " + number);
    CreatePost dated = command.withId(post).writtenAt(ofEpochSecond(number));
    blog.store.createPost(number == 0 ? dated.slug(SLUG) : dated);
    return post;
  }

  static UserId user(int number) {
    return UserId.of("u" + number);
  }
}
