package dev.cosmosblog.store;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A blog on Azure Cosmos DB for NoSQL: the ten requests of Microsoft's article, typed.
 *
 * <p>Every method blocks, sends nothing before its arguments are known to be good, and is safe for
 * use by many threads. A command that returned is durable. One that threw a {@link
 * StoreUnavailableException} may or may not have been done and can be repeated with the same ids,
 * which does nothing twice. Counts are exact as long as the account writes in a single region:
 * between several write regions Cosmos DB merges patches of one path by "last writer wins".
 *
 * <p>The host's client stays the host's: the store never closes it.
 */
public final class BlogStore implements BlogCommands, BlogQueries {
  private final BlogStoreConfig config;
  private final Operations operations;
  private final UserRepository users;
  private final UserCommands userCommands;
  private final PostRepository posts;
  private final Authors authors;
  private final PostCommands postCommands;
  private final FeedRepository feed;
  private final UserErasures erasures;
  private final BlogCopies copies;
  private final Containers containers;

  private final @Nullable CosmosDatabase database;

  BlogStore(Containers containers, BlogStoreConfig config, @Nullable CosmosDatabase database) {
    this.database = database;
    this.config = config;
    this.containers = containers;
    this.operations = new Operations(config.listeners(), config.retryPolicy(), config.waiting());
    this.users = new UserRepository(containers.users());
    UsernameReservations names =
        new UsernameReservations(containers.users(), users, config.clock());
    this.userCommands = new UserCommands(users, names, config.uniqueUsernames());
    this.posts =
        new PostRepository(containers.posts(), containers.countedWrites(config.writePath()));
    this.authors = new Authors(users, config.authorsKnownFor(), config.waiting().nanoTime());
    this.postCommands = new PostCommands(authors, posts, config.clock());
    this.feed = new FeedRepository(containers.feed());
    Duration retention = config.deletedRetention();
    this.erasures =
        new UserErasures(users, names, new ErasureSweep(containers, posts, retention), retention);
    this.copies = new BlogCopies(operations, containers, erasures);
  }

  /**
   * Starts to build a store.
   *
   * @return a builder; it needs a database or three containers
   */
  public static BlogStoreBuilder builder() {
    return new BlogStoreBuilder();
  }

  /**
   * The writes that keep the copies right, for change handlers.
   *
   * @return the copies of this store's containers
   */
  public BlogCopies copies() {
    return copies;
  }

  /**
   * The same writes, for who has to know what each costs.
   *
   * @param listener hears of each of their operations, beside the store's own listeners
   * @return the copies of this store's containers
   */
  public BlogCopies copies(OperationListener listener) {
    return new BlogCopies(operations.with(listener), containers, erasures);
  }

  /**
   * The items as they are stored, for programs that go through all of them.
   *
   * @param listener hears of each of their operations, beside the store's own listeners
   * @return the items of this store's containers
   */
  public BlogItems items(OperationListener listener) {
    return new BlogItems(operations.with(listener), containers);
  }

  /**
   * The writes that set right what has drifted.
   *
   * @param listener hears of each of them, beside the store's own listeners
   * @return the writes to this store's containers
   */
  public BlogMends mends(OperationListener listener) {
    return new BlogMends(operations.with(listener), containers, config.clock());
  }

  /**
   * The writes that bring items of other writers into this library's form.
   *
   * @param listener hears of each operation, on the caller's thread
   * @return the writes
   */
  public BlogAdoption adoption(OperationListener listener) {
    return new BlogAdoption(operations(listener), containers);
  }

  /**
   * The documents that the change feed keeps in the container of leases.
   *
   * @param names what the containers are called
   * @return the documents
   */
  public KeptItems kept(ContainerNames names) {
    if (database == null) {
      throw new IllegalStateException("Give the store a client or a database.");
    }
    return new KeptItems(new ItemContainer(database.getContainer(names.leases())), operations);
  }

  Operations operations(OperationListener listener) {
    return operations.with(listener);
  }

  /**
   * Whether a username belongs to one user in this store.
   *
   * @return whether it reserves names
   */
  public boolean uniqueUsernames() {
    return config.uniqueUsernames();
  }

  /**
   * How many posts the feed holds.
   *
   * @return the most that {@link #recentPosts} gives
   */
  public int feedSize() {
    return config.feedSize();
  }

  @Override
  public CommandResult<User> createUser(CreateUser command) {
    UserId id = command.id().orElseGet(() -> UserId.of(config.ids().get()));
    User user = new User(id, command.username());
    return operations.command(
        BlogOperation.CREATE_USER, id.value(), meter -> userCommands.create(user, meter));
  }

  @Override
  public CommandResult<User> renameUser(UserId id, String username) {
    Username.check(username);
    try {
      return operations.command(
          BlogOperation.RENAME_USER, meter -> userCommands.rename(id, username, meter));
    } finally {
      authors.forget(id);
    }
  }

  @Override
  public Optional<User> findUser(UserId id) {
    return operations.run(
        BlogOperation.FIND_USER,
        meter -> users.find(id, meter).map(Versioned::item).map(UserItem::toUser));
  }

  @Override
  public CommandResult<Post> createPost(CreatePost command) {
    PostId id = command.id().orElseGet(() -> PostId.of(config.ids().get()));
    return operations.command(
        BlogOperation.CREATE_POST, id.value(), meter -> postCommands.create(id, command, meter));
  }

  @Override
  public Post editPost(EditPost command) {
    return operations.run(BlogOperation.EDIT_POST, meter -> posts.edit(command, meter));
  }

  @Override
  public Optional<Post> findPost(PostId id) {
    return operations.run(BlogOperation.FIND_POST, meter -> posts.find(id, meter));
  }

  @Override
  public Page<PostSummary> postsOf(UserId userId, PageRequest page) {
    return operations.run(BlogOperation.POSTS_OF, meter -> users.postsOf(userId, page, meter));
  }

  @Override
  public CommandResult<Comment> createComment(CreateComment command) {
    CommentId id = command.id().orElseGet(() -> CommentId.of(config.ids().get()));
    return operations.command(
        BlogOperation.CREATE_COMMENT,
        id.value(),
        meter -> postCommands.comment(id, command, meter));
  }

  @Override
  public Page<Comment> commentsOf(PostId postId, PageRequest page) {
    return commentsOf(postId, page, CommentOrder.NEWEST_FIRST);
  }

  @Override
  public Page<Comment> commentsOf(PostId postId, PageRequest page, CommentOrder order) {
    return operations.run(
        BlogOperation.COMMENTS_OF, meter -> posts.commentsOf(postId, page, order, meter));
  }

  @Override
  public CommandResult<Like> likePost(LikePost command) {
    return operations.command(BlogOperation.LIKE_POST, meter -> postCommands.like(command, meter));
  }

  @Override
  public Page<Like> likesOf(PostId postId, PageRequest page) {
    return operations.run(BlogOperation.LIKES_OF, meter -> posts.likesOf(postId, page, meter));
  }

  @Override
  public List<PostSummary> recentPosts(int count) {
    if (count < 1 || count > config.feedSize()) {
      throw new FeedSizeExceededException(count, config.feedSize());
    }
    return operations.run(BlogOperation.RECENT_POSTS, meter -> feed.newest(count, meter));
  }

  @Override
  public Optional<User> findUserByUsername(String username) {
    Username.check(username);
    if (!config.uniqueUsernames()) {
      throw new IllegalStateException(
          "This store does not reserve usernames, so none belongs to one user; build it with"
              + " uniqueUsernames(true).");
    }
    return operations.run(
        BlogOperation.FIND_USER_BY_USERNAME, meter -> userCommands.holder(username, meter));
  }

  @Override
  public boolean unlikePost(PostId postId, UserId userId) {
    return operations.removal(
        BlogOperation.UNLIKE_POST, meter -> posts.removeLike(postId, userId, meter));
  }

  @Override
  public Comment editComment(EditComment command) {
    return operations.run(BlogOperation.EDIT_COMMENT, meter -> posts.edit(command, meter));
  }

  @Override
  public boolean deleteComment(PostId postId, CommentId commentId) {
    return operations.removal(
        BlogOperation.DELETE_COMMENT, meter -> posts.removeComment(postId, commentId, meter));
  }

  @Override
  public boolean deletePost(PostId postId) {
    return operations.removal(
        BlogOperation.DELETE_POST,
        meter -> posts.markDeleted(postId, config.deletedRetention(), meter));
  }

  @Override
  public CommandResult<ErasureReport> eraseUser(EraseUser command) {
    try {
      return operations.command(BlogOperation.ERASE_USER, meter -> erasures.erase(command, meter));
    } finally {
      authors.forget(command.id());
    }
  }
}
