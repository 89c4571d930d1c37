package dev.cosmosblog.examples.upgrade;

import dev.cosmosblog.examples.blog.BlogConnection;
import dev.cosmosblog.examples.ladder.rung.Rung;
import dev.cosmosblog.examples.ladder.rung.RungKind;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.config.ContainerNames;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** A small blog as the article's application of one of its versions leaves it. */
final class FormerBlog {
  static final int USERS = 6;
  static final int POSTS = 18;
  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");

  private FormerBlog() {}

  /** Where the blog's containers are: the users of V1 and V2 need another one. */
  static ContainerNames names(RungKind version) {
    return hasFormerUsers(version)
        ? new ContainerNames("members", "posts", "feed", "leases")
        : ContainerNames.DEFAULT;
  }

  static boolean hasFormerUsers(RungKind version) {
    return version == RungKind.V1 || version == RungKind.V2;
  }

  /** Writes the blog; one user likes a post twice, and one is renamed. */
  static void write(RungKind version, BlogConnection connection) {
    AtomicInteger likes = new AtomicInteger();
    Rung rung = version.provision(connection, () -> "like-" + likes.incrementAndGet());
    for (int user = 0; user < USERS; user++) {
      rung.createUser(new User(user(user), "User " + user));
    }
    for (int number = 0; number < POSTS; number++) {
      PostId post = post(number);
      Instant date = FIRST_DAY.plus(Duration.ofDays(number));
      int author = number % USERS;
      rung.createPost(
          new Post(post, user(author), "User " + author, "Title", "Content", 0, 0, date));
      for (int reader = 0; reader <= number % USERS; reader++) {
        CommentId id = CommentId.of("c" + number + "-" + reader);
        String name = "User " + reader;
        rung.createComment(new Comment(id, post, user(reader), name, "Comment", date));
        rung.likePost(new Like(post, user(reader), name, date));
      }
    }
    rung.likePost(new Like(post(0), user(0), "User 0", FIRST_DAY));
    rung.drain();
    rung.renameUser(new User(user(1), "Renamed"));
    rung.drain();
  }

  static UserId user(int number) {
    return UserId.of("u" + number);
  }

  static PostId post(int number) {
    return PostId.of("p" + number);
  }
}
