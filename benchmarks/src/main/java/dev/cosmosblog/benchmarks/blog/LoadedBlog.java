package dev.cosmosblog.benchmarks.blog;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.benchmarks.ladder.rung.Rung;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.GeneratedBlog;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmoslocal.Distance;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A blog in its own in-process emulator: users, and posts by them, with their copies. Posts and
 * users are chosen with a long tail: the n-th most popular one with a weight of 1/n to the power of
 * the skew. Commands are prepared by one thread, and may be sent by any.
 */
final class LoadedBlog implements AutoCloseable {
  private static final String DATABASE = "blog";
  private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");

  /** As in the data that the model of request units was fitted at. */
  private static final int TITLE_LENGTH = 8;

  private static final int POST_LENGTH = 900;
  private static final int COMMENT_LENGTH = 1_200;

  /** The comments and likes of a post in the article's data set, and the posts of a user. */
  static final double COMMENTS = 12.5;

  static final double LIKES = 50;
  private static final int CHUNK = 500;
  private static final int FRONT_PAGE = 100;

  /** The throughput of a physical partition. */
  private static final int PARTITION_RU = 10_000;

  private final Setting setting;
  private final RequestUnitCauses charges = new RequestUnitCauses();
  private final LocalCosmos emulator;
  private final List<BlogDatabase> connections = new ArrayList<>();
  private final Rung rung;
  private final BlogStore store;
  private final List<User> users;
  private final List<Post> posts;
  private final SplittableRandom random = new SplittableRandom(1);
  private final double[] popularity;
  private final double[] activity;

  /** Null until it is needed. Guarded by this. */
  private @Nullable CopyLag lag;

  /** The pairs of a post and a user who likes it; used by the thread that prepares. */
  private final Set<Long> liked = new HashSet<>();

  /** How many likes of the front page were prepared, by the same thread. */
  private int frontPageLikes;

  /** How many commands of the steady load were prepared, by the same thread. */
  private int steadyCommands;

  /**
   * The settings of a blog.
   *
   * @param kind V3 or this library
   * @param partitions physical partitions of posts and users; of each container for V3
   * @param distanceMs the latency that is added to each request, the median
   * @param users how many
   * @param posts how many
   * @param skew the exponent of the long tail in hundredths; 0 for a uniform choice
   * @param authorsById whether commands have ids of authors, which are looked up
   * @param limited whether a physical partition accepts 10,000 RU/s, as in the service, or any
   */
  record Setting(
      RungKind kind,
      int partitions,
      int distanceMs,
      int users,
      int posts,
      int skew,
      boolean authorsById,
      boolean listings,
      boolean limited) {
    Setting withListings() {
      return new Setting(
          kind, partitions, distanceMs, users, posts, skew, authorsById, true, limited);
    }
  }

  /** The commands of a load. */
  enum Load {
    LIKES("C4 like a post"),
    COMMENTS("C3 create a comment"),
    POSTS("C2 create a post"),
    /** Posts, comments and likes in the article's proportions. */
    MIX("1 post, 12.5 comments, 50 likes"),
    /**
     * Likes of the posts on the front page, one post after the other. The lag is the front page's.
     */
    FRONT_PAGE_LIKES("C4 like a post of the front page"),
    /**
     * Edits of the newer half of the posts, and likes of the older half, which are withdrawn later.
     * Only the copies of edits are measured. Begins with {@link LoadedBlog#likeEachOnce}.
     */
    STEADY("an edit, a like or an unlike");

    private final String request;

    Load(String request) {
      this.request = request;
    }

    String request() {
      return request;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A prepared command; returns the id of its post if the copy shows one more. */
  @FunctionalInterface
  interface PreparedCommand {
    Optional<String> send();
  }

  LoadedBlog(Setting setting) {
    this.setting = setting;
    Duration distance = Duration.ofMillis(setting.distanceMs());
    this.emulator =
        LocalCosmos.builder()
            .physicalPartitions(setting.kind() == RungKind.LIBRARY ? 0 : setting.partitions())
            .distance(
                distance.isZero() ? Distance.NONE : Distance.of(distance, distance.plusMillis(1)))
            .scriptTime(Duration.ofMinutes(1))
            .enforceThroughput(setting.limited())
            .listener(charges)
            .start();
    if (setting.kind() == RungKind.LIBRARY) {
      provision(connect(DATABASE), setting.partitions());
    }
    BlogDatabase writer = connect(RequestUnitCauses.WRITER);
    this.rung = setting.kind().provision(writer, () -> new UUID(random(), random()).toString());
    this.store = BlogStore.on(writer);
    this.popularity = tail(setting.posts());
    this.activity = tail(setting.users());
    this.users = IntStream.range(0, setting.users()).mapToObj(this::user).toList();
    this.posts = IntStream.range(0, setting.posts()).mapToObj(this::post).toList();
    load();
  }

  /**
   * Creates the containers of a new blog as the service does: posts and users with the throughput
   * that needs so many partitions, the front page and the leases with one.
   */
  static void provision(BlogDatabase connection, int partitions) {
    CosmosDatabase database = connection.provision().unwrap(CosmosDatabase.class);
    for (String name : List.of("posts", "users", "feed", "leases")) {
      CosmosContainer container = database.getContainer(name);
      CosmosContainerProperties properties = container.read().getProperties();
      container.delete();
      int ranges = name.equals("posts") || name.equals("users") ? partitions : 1;
      database.createContainer(
          properties, ThroughputProperties.createManualThroughput(ranges * PARTITION_RU));
    }
  }

  private void load() {
    int newest = Math.max(0, posts.size() - FRONT_PAGE);
    // V3's commands don't read users, and its function would run a script in each post for each
    // user.
    int stored = setting.kind() == RungKind.V3 ? 0 : users.size();
    for (int from = 0; from < stored; from += CHUNK) {
      rung.loadUsers(users.subList(from, Math.min(stored, from + CHUNK)));
    }
    rung.loadNewest(posts.subList(newest, posts.size()));
    for (int from = 0; from < newest; from += CHUNK) {
      rung.loadPosts(posts.subList(from, Math.min(newest, from + CHUNK)));
    }
  }

  /** Connects another client, which is closed with the blog. */
  BlogDatabase connect(String userAgent) {
    try {
      BlogDatabaseBuilder settings = BlogDatabase.builder();
      BlogDatabase connection =
          Endpoint.of(emulator)
              .connect(DATABASE, userAgent, setting.listings() ? settings.listings() : settings);
      connections.add(connection);
      return connection;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Setting setting() {
    return setting;
  }

  RequestUnitCauses charges() {
    return charges;
  }

  /** Returns the lag of the copies, which are observed from the first call on. */
  synchronized CopyLag lag(Load load) {
    if (lag == null) {
      CosmosDatabase observed = connect(RequestUnitCauses.OBSERVER).unwrap(CosmosDatabase.class);
      String copies = load == Load.FRONT_PAGE_LIKES ? "feed" : "users";
      CopyLag created = new CopyLag(observed.getContainer(copies));
      posts.forEach(post -> created.loaded(post.id().value()));
      created.take();
      lag = created;
    }
    return lag;
  }

  BlogStore store() {
    return store;
  }

  User anyone() {
    return users.get(0);
  }

  Rung rung() {
    return rung;
  }

  private long random() {
    synchronized (random) {
      return random.nextLong();
    }
  }

  private String id() {
    return new UUID(random(), random()).toString();
  }

  private User user(int index) {
    return new User(UserId.of(id()), "user%05d".formatted(index));
  }

  private Post post(int index) {
    User author = setting.skew() == 0 ? users.get(index % users.size()) : someone();
    return new Post(
        PostId.of(id()),
        author.id(),
        author.username(),
        text(TITLE_LENGTH),
        text(POST_LENGTH),
        FIRST_DAY.plusSeconds(index));
  }

  private String text(int length) {
    return GeneratedBlog.text(length, new SplittableRandom(random()));
  }

  /** Returns the cumulative weights of a long tail. */
  private double[] tail(int size) {
    double[] weights = new double[size];
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += Math.pow(i + 1.0, -setting.skew() / 100.0);
      weights[i] = sum;
    }
    return weights;
  }

  private int choose(double[] tail) {
    double point;
    synchronized (random) {
      point = random.nextDouble(tail[tail.length - 1]);
    }
    int found = Arrays.binarySearch(tail, point);
    return Math.min(tail.length - 1, found < 0 ? -found - 1 : found + 1);
  }

  private User someone() {
    return users.get(choose(activity));
  }

  /** Prepares the next command of a load. */
  PreparedCommand next(Load load) {
    return switch (load) {
      case LIKES -> like();
      case COMMENTS -> comment();
      case POSTS -> create();
      case FRONT_PAGE_LIKES -> likeOfFrontPage();
      case STEADY -> steady();
      case MIX -> {
        double point;
        synchronized (random) {
          point = random.nextDouble(1 + COMMENTS + LIKES);
        }
        yield point < 1 ? create() : point < 1 + COMMENTS ? comment() : like();
      }
    };
  }

  private PreparedCommand create() {
    User author = someone();
    String title = text(TITLE_LENGTH);
    String content = text(POST_LENGTH);
    if (setting.kind() == RungKind.LIBRARY) {
      CreatePost post =
          setting.authorsById()
              ? CreatePost.of(author.id(), title, content)
              : CreatePost.of(author, title, content);
      return () -> Optional.of(store.createPost(post).value().id().value());
    }
    PostId id = PostId.of(id());
    return () -> {
      Instant now = Instant.now();
      rung.createPost(new Post(id, author.id(), author.username(), title, content, now));
      return Optional.of(id.value());
    };
  }

  private PreparedCommand comment() {
    PostId post = posts.get(choose(popularity)).id();
    User author = someone();
    String content = text(COMMENT_LENGTH);
    if (setting.kind() == RungKind.LIBRARY) {
      CreateComment comment =
          setting.authorsById()
              ? CreateComment.of(post, author.id(), content)
              : CreateComment.of(post, author, content);
      return () -> {
        store.createComment(comment);
        return Optional.of(post.value());
      };
    }
    CommentId id = CommentId.of(id());
    return () -> {
      Instant now = Instant.now();
      rung.createComment(new Comment(id, post, author.id(), author.username(), content, now));
      return Optional.of(post.value());
    };
  }

  /** Prepares a like that wasn't sent before, because a second one would change nothing. */
  private PreparedCommand like() {
    int post = choose(popularity);
    int user = choose(activity);
    while (!liked.add((long) post * users.size() + user)) {
      // Once active users have liked all popular posts, anyone likes any post.
      synchronized (random) {
        post = random.nextInt(posts.size());
        user = random.nextInt(users.size());
      }
    }
    return like(posts.get(post).id(), users.get(user));
  }

  private PreparedCommand likeOfFrontPage() {
    // The article's trigger removes the oldest post when it replaces another.
    int shown = Math.min(FRONT_PAGE - 1, posts.size());
    int number = frontPageLikes++;
    User liker = users.get(number / shown % users.size());
    return like(posts.get(posts.size() - shown + number % shown).id(), liker);
  }

  /** Likes each post of the older half, so that the steady load can withdraw as many likes. */
  void likeEachOnce() {
    for (int i = 0; i < posts.size() / 2; i++) {
      store.likePost(LikePost.of(likedPost(i), liker(i)));
    }
  }

  private PostId likedPost(int like) {
    return posts.get(like % (posts.size() / 2)).id();
  }

  private User liker(int like) {
    return users.get(like / (posts.size() / 2) % users.size());
  }

  private PreparedCommand steady() {
    int half = posts.size() / 2;
    int number = steadyCommands / 3;
    return switch (steadyCommands++ % 3) {
      case 0 -> {
        PostId id = posts.get(half + number % half).id();
        EditPost edit = EditPost.of(id).content(text(POST_LENGTH));
        yield () -> {
          store.editPost(edit);
          return Optional.of(id.value());
        };
      }
      case 1 -> {
        LikePost like = LikePost.of(likedPost(half + number), liker(half + number));
        yield () -> {
          store.likePost(like);
          return Optional.empty();
        };
      }
      default ->
          () -> {
            store.unlikePost(likedPost(number), liker(number).id());
            return Optional.empty();
          };
    };
  }

  /** Returns how many posts on the front page have another like count than their source. */
  int staleOnFrontPage() {
    return (int)
        rung.recentPosts(FRONT_PAGE).stream()
            .map(PostSummary.class::cast)
            .filter(
                shown ->
                    rung.findPost(shown.id())
                        .map(Post.class::cast)
                        .filter(post -> post.likeCount() == shown.likeCount())
                        .isEmpty())
            .count();
  }

  private PreparedCommand like(PostId id, User liker) {
    if (setting.kind() == RungKind.LIBRARY) {
      LikePost like = setting.authorsById() ? LikePost.of(id, liker.id()) : LikePost.of(id, liker);
      return () -> {
        store.likePost(like);
        return Optional.of(id.value());
      };
    }
    return () -> {
      rung.likePost(new Like(id, liker.id(), liker.username(), Instant.now()));
      return Optional.of(id.value());
    };
  }

  @Override
  public synchronized void close() {
    if (lag != null) {
      lag.close();
    }
    connections.forEach(BlogDatabase::close);
    emulator.close();
  }
}
