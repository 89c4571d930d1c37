package dev.cosmosblog.benchmarks.ladder;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The number of posts of each user, and of their comments and likes. The first two users, whose
 * posts Q3 lists, have 27 and 28, and of two that follow each other one is as far above the
 * averages as the other is below; the first post, which Q2, Q4 and Q5 ask for, has 20 comments and
 * 50 likes: the article's averages, and the entries that its charges are for. A user likes a post
 * at most once, so a blog of fewer users has fewer likes a post.
 *
 * @param users how many users there are
 * @param posts the posts, those of the first user first
 */
record BlogPlan(int users, List<PostPlan> posts) {
  static final int FRONT_PAGE = 100;
  static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");

  private static final int LEAST_POSTS = 5;
  private static final int MAX_POSTS = 50;
  private static final int MAX_COMMENTS = 25;
  private static final int MAX_LIKES = 100;
  private static final int ASKED_COMMENTS = 20;
  private static final int ASKED_LIKES = 50;
  private static final int[] ASKED_POSTS = {27, 28};
  private static final Duration TIME = Duration.ofDays(300);

  BlogPlan {
    posts = List.copyOf(posts);
  }

  /** The article's data set: 5 to 50 posts a user, up to 25 comments and 100 likes a post. */
  static BlogPlan uniform(long seed, int users) {
    SplittableRandom random = new SplittableRandom(seed);
    List<PostPlan> posts = new ArrayList<>();
    for (int author = 0; author < users; author++) {
      int count =
          author < ASKED_POSTS.length
              ? ASKED_POSTS[author]
              : random.nextInt(LEAST_POSTS, MAX_POSTS + 1);
      for (int i = 0; i < count; i++) {
        boolean second = author < ASKED_POSTS.length && i % 2 == 1;
        PostPlan first = second ? posts.get(posts.size() - 1) : null;
        int comments =
            first == null ? random.nextInt(MAX_COMMENTS + 1) : MAX_COMMENTS - first.comments();
        int likes = first == null ? random.nextInt(MAX_LIKES + 1) : MAX_LIKES - first.likes();
        Instant date = FIRST_DAY.plusMillis(random.nextLong(TIME.toMillis()));
        posts.add(post(users, new PostPlan(posts.size(), author, comments, likes, date)));
      }
    }
    return new BlogPlan(users, posts);
  }

  /**
   * The averages that the model of request units was fitted at: 27.5 posts a user, 12.5 comments
   * and 50 likes for each post that a request looks at. Posts that none looks at have neither.
   */
  static BlogPlan averages(int users) {
    int count = users / 2 * (ASKED_POSTS[0] + ASKED_POSTS[1]) + users % 2 * ASKED_POSTS[0];
    List<PostPlan> posts = new ArrayList<>();
    for (int author = 0; author < users; author++) {
      for (int i = 0; i < ASKED_POSTS[author % 2]; i++) {
        int index = posts.size();
        boolean lookedAt = author < ASKED_POSTS.length || index >= count - FRONT_PAGE;
        int comments = lookedAt ? MAX_COMMENTS / 2 + index % 2 : 0;
        int likes = lookedAt ? MAX_LIKES / 2 : 0;
        Instant date = FIRST_DAY.plus(Duration.ofMinutes(index));
        posts.add(post(users, new PostPlan(index, author, comments, likes, date)));
      }
    }
    return new BlogPlan(users, posts);
  }

  private static PostPlan post(int users, PostPlan plan) {
    boolean asked = plan.index() == 0;
    return new PostPlan(
        plan.index(),
        plan.author(),
        asked ? ASKED_COMMENTS : plan.comments(),
        Math.min(users, asked ? ASKED_LIKES : plan.likes()),
        plan.creationDate());
  }

  List<PostPlan> newest(int count) {
    return posts.stream()
        .sorted(Comparator.comparing(PostPlan::creationDate).reversed())
        .limit(count)
        .toList();
  }

  long comments() {
    return posts.stream().mapToLong(PostPlan::comments).sum();
  }

  long likes() {
    return posts.stream().mapToLong(PostPlan::likes).sum();
  }

  /**
   * A post to be loaded, and what is to be loaded about it.
   *
   * @param index the post's number
   * @param author the number of its author
   * @param comments how many comments it gets
   * @param likes how many users like it
   * @param creationDate when it was written
   */
  record PostPlan(int index, int author, int comments, int likes, Instant creationDate) {}
}
