package dev.cosmosblog.benchmarks.springdata;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The data that the requests read, with the article's averages: a reader with 28 posts, one of
 * which has 20 comments and 50 likes, and posts by others.
 */
final class SpringSample {
  static final String READER = id("user", "0");
  static final String DISCUSSED = id("post", "0");
  static final String TITLE = "a title.";
  static final String POST = "a post of 900 characters. ".repeat(35).substring(0, 900);
  static final String COMMENT = "a comment of 1200 characters. ".repeat(40).substring(0, 1_200);

  private static final int READERS_POSTS = 28;
  private static final int COMMENTS = 20;
  private static final int LIKES = 50;
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private SpringSample() {}

  /** Returns a GUID that is always the same for a number. */
  static String id(String kind, String number) {
    byte[] name = (kind + number).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }

  static void fill(BlogUserRepository users, BlogPostRepository posts, int count) {
    List<BlogPost> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int author = i < READERS_POSTS ? 0 : i;
      boolean discussed = i == 0;
      all.add(
          new BlogPost(
              id("post", String.valueOf(i)),
              id("user", String.valueOf(author)),
              name(author),
              TITLE,
              POST,
              discussed ? COMMENTS : 0,
              discussed ? LIKES : 0,
              date(i)));
    }
    posts.saveAll(all);
    users.save(new BlogUser(READER, name(0)));
  }

  static void fill(BlogCommentRepository comments, BlogLikeRepository likes) {
    for (int i = 0; i < COMMENTS; i++) {
      String id = id("comment", String.valueOf(i));
      comments.save(new BlogComment(id, DISCUSSED, user(i), name(i), COMMENT, date(i)));
    }
    for (int i = 0; i < LIKES; i++) {
      likes.save(new BlogLike(user(i), DISCUSSED, name(i), date(i)));
    }
  }

  private static String user(int index) {
    return id("user", String.valueOf(index));
  }

  private static String name(int index) {
    return "user%05d".formatted(index);
  }

  private static String date(int second) {
    return SpringBlog.DATE.format(START.plusSeconds(second));
  }
}
