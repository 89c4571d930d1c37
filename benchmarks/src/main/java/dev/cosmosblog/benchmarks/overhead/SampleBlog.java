package dev.cosmosblog.benchmarks.overhead;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.examples.blog.GeneratedBlog;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The data that the queries find: a reader with 28 posts, one of which has 20 comments and 50
 * likes, and as many posts of others as fill the front page. These are the article's averages;
 * texts are as long as in the data that the model of request units was fitted at.
 */
final class SampleBlog {
  static final String READER = id("user", "0");
  static final String DISCUSSED = id("post", "0");
  static final String TITLE = "a title.";
  static final String POST = GeneratedBlog.text(900, new SplittableRandom(1));
  static final String COMMENT = GeneratedBlog.text(1_200, new SplittableRandom(2));

  /** The entries of a page that is asked for, and of the front page. */
  static final int PAGE = 100;

  private static final int READERS_POSTS = 28;
  private static final int USERS = PAGE;
  private static final int COMMENTS = 20;
  private static final int LIKES = 50;

  private SampleBlog() {}

  /** A GUID, the same for the same number. */
  static String id(String kind, String number) {
    byte[] name = (kind + number).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }

  static void fill(BlogDatabase connection) {
    BlogStore store = BlogStore.on(connection);
    SteppedChangeFeed copies = BlogChangeFeed.builder(connection).buildStepped();
    for (int i = 0; i < USERS; i++) {
      store.createUser(CreateUser.named("user%05d".formatted(i)).withId(user(i)));
    }
    for (int i = 0; i < PAGE; i++) {
      UserId author = user(i < READERS_POSTS ? 0 : i);
      store.createPost(CreatePost.of(author, TITLE, POST).withId(post(i)));
    }
    for (int i = 0; i < COMMENTS; i++) {
      store.createComment(CreateComment.of(post(0), user(i), COMMENT));
    }
    for (int i = 0; i < LIKES; i++) {
      store.likePost(LikePost.of(post(0), user(i)));
    }
    copies.drain();
  }

  private static UserId user(int index) {
    return UserId.of(id("user", String.valueOf(index)));
  }

  private static PostId post(int index) {
    return PostId.of(id("post", String.valueOf(index)));
  }
}
