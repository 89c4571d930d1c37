package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.benchmarks.ladder.BlogPlan.PostPlan;
import dev.cosmosblog.examples.blog.GeneratedBlog;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The blog of a plan, each entry made when it is asked for and the same each time. Ids are GUIDs, a
 * post's content has 900 characters, a comment's 1,200, as in the data that the model of request
 * units was fitted at.
 */
final class LadderBlog {
  private static final int TITLE_LENGTH = 8;
  private static final int POST_LENGTH = 900;
  private static final int COMMENT_LENGTH = 1_200;

  /** More than a post has. */
  private static final int COMMENTS = 64;

  private final BlogPlan plan;
  private final Guids guids;
  private final long seed;

  LadderBlog(BlogPlan plan, long seed) {
    this.plan = plan;
    this.guids = new Guids(seed);
    this.seed = seed;
  }

  /** Returns the blog with only some of its posts. */
  LadderBlog withPosts(int max) {
    List<PostPlan> posts = plan.posts();
    return new LadderBlog(
        new BlogPlan(plan.users(), posts.subList(0, Math.min(max, posts.size()))), seed);
  }

  BlogPlan plan() {
    return plan;
  }

  List<User> users() {
    return IntStream.range(0, plan.users()).mapToObj(this::user).toList();
  }

  /** The users whose posts Q3 lists, in turn. */
  User reader(int round) {
    return user(round % 2 % plan.users());
  }

  /** The post that Q2, Q4 and Q5 ask for. */
  PostId discussed() {
    return postId(0);
  }

  /** A user of the blog, or, beyond the plan, one to be created. */
  User user(int index) {
    return new User(UserId.of(guids.of(Guids.Kind.USER, index)), "user" + fiveDigits(index));
  }

  /** Returns a user with another name of the same length. */
  User renamed(User user) {
    return new User(user.id(), user.username().replace("user", "name"));
  }

  /** Called for every like, for which a format would take too long. */
  private static String fiveDigits(int index) {
    String digits = String.valueOf(index);
    return "0".repeat(Math.max(0, 5 - digits.length())) + digits;
  }

  Post post(PostPlan planned) {
    return post(planned, List.of());
  }

  Post post(PostPlan planned, List<Tag> tags) {
    User author = user(planned.author());
    SplittableRandom random = new SplittableRandom(seed * 31 + planned.index());
    return new Post(
        postId(planned.index()),
        author.id(),
        author.username(),
        GeneratedBlog.text(TITLE_LENGTH, random),
        GeneratedBlog.text(POST_LENGTH, random),
        planned.comments(),
        planned.likes(),
        planned.creationDate(),
        0,
        planned.creationDate(),
        PostStatus.PUBLISHED,
        null,
        CustomProperties.NONE,
        null,
        null,
        tags,
        false);
  }

  /** A post to be created; it is older than all others, so that no list of the newest shows it. */
  Post newPost(int round, User author) {
    PostPlan shape =
        new PostPlan(
            plan.posts().size() + round,
            0,
            0,
            0,
            BlogPlan.FIRST_DAY.minus(Duration.ofMinutes(round + 1L)));
    Post post = post(shape);
    return new Post(
        post.id(),
        author.id(),
        author.username(),
        post.title(),
        post.content(),
        post.creationDate());
  }

  List<Comment> comments(PostPlan planned) {
    Post post = post(planned);
    return IntStream.range(0, planned.comments()).mapToObj(i -> comment(post, planned, i)).toList();
  }

  private Comment comment(Post post, PostPlan planned, int index) {
    long number = (long) planned.index() * COMMENTS + index;
    return comment(number, post, user(someone(planned, index)));
  }

  Comment comment(long number, Post post, User author) {
    return new Comment(
        CommentId.of(guids.of(Guids.Kind.COMMENT, number)),
        post.id(),
        author.id(),
        author.username(),
        GeneratedBlog.text(COMMENT_LENGTH, new SplittableRandom(seed + 31 * number)),
        post.creationDate().plus(Duration.ofMinutes(number % COMMENTS)));
  }

  List<Like> likes(PostPlan planned) {
    Post post = post(planned);
    return IntStream.range(0, planned.likes())
        .mapToObj(i -> like(post, user(someone(planned, i)), i))
        .toList();
  }

  Like like(Post post, User liker, int minutes) {
    return new Like(
        post.id(),
        liker.id(),
        liker.username(),
        post.creationDate().plus(Duration.ofMinutes(minutes)));
  }

  /** An id as the article's likes have it. */
  String likeId(long number) {
    return guids.of(Guids.Kind.LIKE, number);
  }

  /** Returns as many users as needed, starting with any of them. */
  private int someone(PostPlan planned, int index) {
    int first = new SplittableRandom(seed * 37 + planned.index()).nextInt(plan.users());
    return (first + index) % plan.users();
  }

  private PostId postId(int index) {
    return PostId.of(guids.of(Guids.Kind.POST, index));
  }

  /** A number for a comment on a post to be created. */
  long newCommentNumber(int round) {
    return (plan.posts().size() + (long) round) * COMMENTS;
  }

  /** Ids of 36 characters, the same for the same seed. */
  static final class Guids {
    /** Numbers of one kind, which must not reach into the next one's. */
    private static final long KIND = 1L << 40;

    private final long seed;

    Guids(long seed) {
      this.seed = seed;
    }

    enum Kind {
      USER,
      POST,
      COMMENT,
      LIKE
    }

    String of(Kind kind, long number) {
      SplittableRandom random =
          new SplittableRandom(
              new SplittableRandom(seed).nextLong() + kind.ordinal() * KIND + number);
      return new UUID(random.nextLong(), random.nextLong()).toString();
    }
  }
}
