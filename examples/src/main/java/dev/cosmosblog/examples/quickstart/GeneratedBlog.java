package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.examples.blog.Prose;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A blog of the article's distribution: 5 to 50 posts a user, up to 25 comments and up to 100 likes
 * a post, all equally likely. A user likes a post at most once, so a small blog has at most as many
 * likes a post as it has users. The same seed gives the same blog.
 */
final class GeneratedBlog {
  /** Begins the users' names. */
  static final String NAME = "Writer";

  private static final int LEAST_POSTS = 5;
  private static final int MOST_POSTS = 50;
  private static final int MOST_COMMENTS = 25;
  private static final int MOST_LIKES = 100;

  /** Characters of a post's and of a comment's content, as in the data behind the RU model. */
  private static final int POST_LENGTH = 900;

  private static final int COMMENT_LENGTH = 1_200;

  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");
  private static final long DAYS = 300;

  private final long seed;
  private final int users;
  private final List<PostPlan> plans = new ArrayList<>();

  GeneratedBlog(long seed, int users) {
    this.seed = seed;
    this.users = users;
    SplittableRandom random = new SplittableRandom(seed);
    for (int author = 0; author < users; author++) {
      int posts = random.nextInt(LEAST_POSTS, MOST_POSTS + 1);
      for (int i = 0; i < posts; i++) {
        plans.add(plan(author, random));
      }
    }
  }

  private PostPlan plan(int author, SplittableRandom random) {
    return new PostPlan(
        plans.size(),
        author,
        random.nextInt(MOST_COMMENTS + 1),
        random.nextInt(Math.min(MOST_LIKES, users) + 1),
        FIRST_DAY.plusMillis(random.nextLong(Duration.ofDays(DAYS).toMillis())));
  }

  List<PostPlan> plans() {
    return List.copyOf(plans);
  }

  int userCount() {
    return users;
  }

  int postCount() {
    return plans.size();
  }

  int commentCount() {
    return plans.stream().mapToInt(PostPlan::comments).sum();
  }

  int likeCount() {
    return plans.stream().mapToInt(PostPlan::likes).sum();
  }

  Stream<CreateUser> users() {
    return IntStream.range(0, users)
        .mapToObj(user -> CreateUser.named(NAME + " %04d".formatted(user)).withId(userId(user)));
  }

  Stream<CreatePost> posts() {
    return plans.stream().map(this::post);
  }

  private CreatePost post(PostPlan plan) {
    SplittableRandom random = randomOf(plan);
    return CreatePost.of(
            userId(plan.author()), "Post " + plan.index(), Prose.text(POST_LENGTH, random))
        .withId(postId(plan))
        .writtenAt(plan.creationDate());
  }

  Stream<CreateComment> comments() {
    return plans.stream()
        .flatMap(plan -> IntStream.range(0, plan.comments()).mapToObj(i -> comment(plan, i)));
  }

  private CreateComment comment(PostPlan plan, int index) {
    SplittableRandom random = new SplittableRandom(seed + 31L * plan.index() + index);
    return new CreateComment(
        Optional.of(CommentId.of("comment-%06d-%02d".formatted(plan.index(), index))),
        postId(plan),
        userId(random.nextInt(users)),
        Prose.text(COMMENT_LENGTH, random),
        Optional.of(plan.creationDate().plus(Duration.ofMinutes(index))));
  }

  /** Who likes a post: as many users as there are likes, beginning anywhere. */
  Stream<LikePost> likes() {
    return plans.stream()
        .flatMap(
            plan -> {
              int first = randomOf(plan).nextInt(users);
              return IntStream.range(0, plan.likes()).mapToObj(i -> like(plan, first + i, i));
            });
  }

  private LikePost like(PostPlan plan, int liker, int index) {
    Instant since = plan.creationDate().plus(Duration.ofMinutes(index));
    return LikePost.of(postId(plan), userId(liker % users)).since(since);
  }

  private SplittableRandom randomOf(PostPlan plan) {
    return new SplittableRandom(seed * 31 + plan.index());
  }

  static UserId userId(int index) {
    return UserId.of("user-%04d".formatted(index));
  }

  static PostId postId(PostPlan plan) {
    return PostId.of("post-%06d".formatted(plan.index()));
  }
}
