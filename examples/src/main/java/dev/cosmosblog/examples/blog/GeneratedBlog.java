package dev.cosmosblog.examples.blog;

import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Generates the commands that write a blog with the article's distribution: 5 to 50 posts per user,
 * up to 25 comments and up to 100 likes per post, uniformly distributed. A user likes a post at
 * most once, so posts of a small blog have at most as many likes as there are users. Equal seeds
 * generate equal blogs.
 */
public final class GeneratedBlog {
  /** The prefix of all usernames. */
  public static final String NAME = "Writer";

  private static final int LEAST_POSTS = 5;
  private static final int MAX_POSTS = 50;
  private static final int MAX_COMMENTS = 25;
  private static final int MAX_LIKES = 100;

  /** The length of posts and comments, as in the data to which the RU model was fitted. */
  private static final int POST_LENGTH = 900;

  private static final int COMMENT_LENGTH = 1_200;

  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");
  private static final long DAYS = 300;

  private static final String[] WORDS =
      ("a blog about partitions and the requests that they answer when one query finds all it needs"
              + " in one place while copies follow their sources through the change feed")
          .split(" ");

  private final long seed;
  private final int users;
  private final List<Post> posts = new ArrayList<>();

  /** A post, and the numbers of its comments and likes. */
  private record Post(int index, int author, int comments, int likes, Instant creationDate) {
    PostId id() {
      return PostId.of("post-%06d".formatted(index));
    }
  }

  /**
   * Plans a blog.
   *
   * @param seed determines the blog
   * @param users the number of its users
   */
  public GeneratedBlog(long seed, int users) {
    this.seed = seed;
    this.users = users;
    SplittableRandom random = new SplittableRandom(seed);
    for (int author = 0; author < users; author++) {
      int count = random.nextInt(LEAST_POSTS, MAX_POSTS + 1);
      for (int i = 0; i < count; i++) {
        posts.add(
            new Post(
                posts.size(),
                author,
                random.nextInt(MAX_COMMENTS + 1),
                random.nextInt(Math.min(MAX_LIKES, users) + 1),
                FIRST_DAY.plusMillis(random.nextLong(Duration.ofDays(DAYS).toMillis()))));
      }
    }
  }

  /**
   * Returns a text of random words.
   *
   * @param length its length in characters
   * @param random chooses the words
   * @return the text
   */
  public static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder(length + 16);
    while (text.length() < length) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    text.setLength(length);
    return text.toString();
  }

  /**
   * Returns the command that creates the post with the most comments and likes.
   *
   * @return the command
   */
  public CreatePost liveliestPost() {
    return posts.stream()
        .max(Comparator.comparingInt(post -> post.comments() + post.likes()))
        .map(this::create)
        .orElseThrow();
  }

  /**
   * The numbers of users, posts, comments and likes.
   *
   * @param users the users
   * @param posts their posts
   * @param comments the comments on all posts
   * @param likes the likes of all posts
   */
  public record Size(int users, int posts, int comments, int likes) {}

  /**
   * Returns the size of the blog.
   *
   * @return the numbers of what is written
   */
  public Size size() {
    return new Size(
        users,
        posts.size(),
        posts.stream().mapToInt(Post::comments).sum(),
        posts.stream().mapToInt(Post::likes).sum());
  }

  /**
   * Returns the commands that create the users.
   *
   * @return one for each user
   */
  public Stream<CreateUser> users() {
    return IntStream.range(0, users)
        .mapToObj(user -> CreateUser.named(NAME + " %04d".formatted(user)).withId(userId(user)));
  }

  /**
   * Returns the commands that create the posts.
   *
   * @return one for each post
   */
  public Stream<CreatePost> posts() {
    return posts.stream().map(this::create);
  }

  private CreatePost create(Post post) {
    String content = text(POST_LENGTH, randomOf(post));
    return CreatePost.of(userId(post.author()), "Post " + post.index(), content)
        .withId(post.id())
        .writtenAt(post.creationDate());
  }

  /**
   * Returns the commands that create the comments.
   *
   * @return one for each comment
   */
  public Stream<CreateComment> comments() {
    return posts.stream()
        .flatMap(post -> IntStream.range(0, post.comments()).mapToObj(i -> comment(post, i)));
  }

  private CreateComment comment(Post post, int index) {
    SplittableRandom random = new SplittableRandom(seed + 31L * post.index() + index);
    UserId author = userId(random.nextInt(users));
    return CreateComment.of(post.id(), author, text(COMMENT_LENGTH, random))
        .withId(CommentId.of("comment-%06d-%02d".formatted(post.index(), index)))
        .writtenAt(post.creationDate().plus(Duration.ofMinutes(index)));
  }

  /**
   * Returns the commands that like the posts.
   *
   * @return one for each like; consecutive users like a post, beginning with any of them
   */
  public Stream<LikePost> likes() {
    return posts.stream().flatMap(this::likesOf);
  }

  private Stream<LikePost> likesOf(Post post) {
    int first = randomOf(post).nextInt(users);
    return IntStream.range(0, post.likes())
        .mapToObj(
            i ->
                LikePost.of(post.id(), userId((first + i) % users))
                    .since(post.creationDate().plus(Duration.ofMinutes(i))));
  }

  /**
   * Writes users, then posts, then comments and likes, with concurrent commands. Repeating it has
   * no effect.
   *
   * @param store where the blog is written
   * @param threads the number of commands at a time
   * @param screen where the progress is shown
   * @throws InterruptedException if the thread is interrupted
   */
  public void write(BlogStore store, int threads, Screen screen) throws InterruptedException {
    try (Workers workers = new Workers(threads)) {
      run(workers, new Progress("write users", users, screen), users(), store::createUser);
      run(workers, new Progress("write posts", posts.size(), screen), posts(), store::createPost);
      Size size = size();
      Progress comments = new Progress("write comments", size.comments(), screen);
      run(workers, comments, comments(), store::createComment);
      run(workers, new Progress("write likes", size.likes(), screen), likes(), store::likePost);
    }
  }

  private static <C> void run(
      Workers workers, Progress shown, Stream<C> commands, Function<C, ?> send)
      throws InterruptedException {
    try (Progress progress = shown) {
      workers.forEach(
          commands.iterator(),
          command -> {
            Workers.untilDone(() -> send.apply(command));
            progress.step();
          });
    }
  }

  private SplittableRandom randomOf(Post post) {
    return new SplittableRandom(seed * 31 + post.index());
  }

  private static UserId userId(int index) {
    return UserId.of("user-%04d".formatted(index));
  }
}
