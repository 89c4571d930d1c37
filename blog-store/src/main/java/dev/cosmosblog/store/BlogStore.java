package dev.cosmosblog.store;

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
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.FrontPageSizeExceededException;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.frontpage.FrontPageCopies;
import dev.cosmosblog.store.internal.post.PostRepository;
import dev.cosmosblog.store.internal.user.UserErasures;
import dev.cosmosblog.store.internal.user.UserRepository;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blog on Azure Cosmos DB for NoSQL: the ten requests of Microsoft's article, typed. Safe for use
 * by many threads. Counts are exact as long as the account writes in a single region: between
 * several, Cosmos DB merges patches of one path by "last writer wins".
 */
public final class BlogStore implements BlogCommands, BlogQueries {
  private final DatabaseAccess database;
  private final Operations operations;
  private final Supplier<String> ids;
  private final UserRepository users;
  private final PostRepository posts;
  private final FrontPageCopies frontPage;
  private final UserErasures erasures;

  BlogStore(
      DatabaseAccess database,
      WritePath writePath,
      Duration authorsKnownFor,
      Supplier<String> ids) {
    this.database = database;
    this.operations = database.operations();
    this.ids = ids;
    this.users =
        new UserRepository(
            database.users(),
            database.clock(),
            database.uniqueUsernames(),
            authorsKnownFor,
            database.timer().nanoTime());
    this.posts = new PostRepository(database.posts(), writePath, database.clock());
    this.frontPage = new FrontPageCopies(database.frontPage(), posts, database.clock());
    this.erasures = new UserErasures(database, users, posts, frontPage);
  }

  /**
   * {@return a store with every default} Nothing is sent.
   *
   * @param database the blog's database
   */
  public static BlogStore on(BlogDatabase database) {
    return builder(database).build();
  }

  /**
   * {@return a builder of a store with other settings than the defaults}
   *
   * @param database the blog's database
   */
  public static BlogStoreBuilder builder(BlogDatabase database) {
    return new BlogStoreBuilder(Objects.requireNonNull(database, "database"));
  }

  @Override
  public CommandResult<User> createUser(CreateUser command) {
    Objects.requireNonNull(command, "command");
    UserId id = command.id() == null ? UserId.of(ids.get()) : command.id();
    User user = new User(id, command.username());
    return operations.command(
        BlogOperation.CREATE_USER, id.value(), context -> users.create(user, context));
  }

  @Override
  public CommandResult<User> renameUser(UserId id, String username) {
    Objects.requireNonNull(id, "id");
    Username.check(username);
    try {
      return operations.command(
          BlogOperation.RENAME_USER, null, context -> users.rename(id, username, context));
    } finally {
      users.forgetAuthor(id);
    }
  }

  @Override
  public Optional<User> findUser(UserId id) {
    Objects.requireNonNull(id, "id");
    return operations.run(
        BlogOperation.FIND_USER,
        context -> users.find(id, context).map(found -> found.item().toUser()));
  }

  @Override
  public CommandResult<Post> createPost(CreatePost command) {
    Objects.requireNonNull(command, "command");
    PostId id = command.id() == null ? PostId.of(ids.get()) : command.id();
    return operations.command(
        BlogOperation.CREATE_POST,
        id.value(),
        context ->
            posts.create(
                id, command, author(command.userId(), command.author(), context), context));
  }

  private UserItem author(UserId id, @Nullable User given, OperationContext context) {
    return given == null ? users.author(id, context) : UserItem.of(given);
  }

  @Override
  public Post editPost(EditPost command) {
    Objects.requireNonNull(command, "command");
    return operations.run(BlogOperation.EDIT_POST, context -> posts.edit(command, context));
  }

  @Override
  public Optional<Post> findPost(PostId id) {
    Objects.requireNonNull(id, "id");
    return operations.run(BlogOperation.FIND_POST, context -> posts.find(id, context));
  }

  @Override
  public Page<PostSummary> postsOf(UserId userId, PageRequest page) {
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(page, "page");
    return operations.run(BlogOperation.POSTS_OF, context -> users.postsOf(userId, page, context));
  }

  @Override
  public CommandResult<Comment> createComment(CreateComment command) {
    Objects.requireNonNull(command, "command");
    CommentId id = command.id() == null ? CommentId.of(ids.get()) : command.id();
    return operations.command(
        BlogOperation.CREATE_COMMENT,
        id.value(),
        context ->
            posts.comment(
                id, command, author(command.userId(), command.author(), context), context));
  }

  @Override
  public Page<Comment> commentsOf(PostId postId, PageRequest page, CommentOrder order) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(page, "page");
    Objects.requireNonNull(order, "order");
    return operations.run(
        BlogOperation.COMMENTS_OF, context -> posts.commentsOf(postId, page, order, context));
  }

  @Override
  public CommandResult<Like> likePost(LikePost command) {
    Objects.requireNonNull(command, "command");
    return operations.command(
        BlogOperation.LIKE_POST,
        null,
        context ->
            posts.like(command, author(command.userId(), command.liker(), context), context));
  }

  @Override
  public Page<Like> likesOf(PostId postId, PageRequest page) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(page, "page");
    return operations.run(BlogOperation.LIKES_OF, context -> posts.likesOf(postId, page, context));
  }

  @Override
  public List<PostSummary> recentPosts(int count) {
    if (count < 1 || count > database.frontPageSize()) {
      throw new FrontPageSizeExceededException(count, database.frontPageSize());
    }
    return operations.run(BlogOperation.RECENT_POSTS, context -> frontPage.newest(count, context));
  }

  @Override
  public Optional<User> findUserByUsername(String username) {
    Username.check(username);
    if (!database.uniqueUsernames()) {
      throw new IllegalStateException(
          "This database does not reserve usernames, so none belongs to one user; build it with"
              + " uniqueUsernames(true).");
    }
    return operations.run(
        BlogOperation.FIND_USER_BY_USERNAME, context -> users.holder(username, context));
  }

  @Override
  public boolean unlikePost(PostId postId, UserId userId) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    return operations.removal(
        BlogOperation.UNLIKE_POST, context -> posts.removeLike(postId, userId, context));
  }

  @Override
  public Comment editComment(EditComment command) {
    Objects.requireNonNull(command, "command");
    return operations.run(BlogOperation.EDIT_COMMENT, context -> posts.edit(command, context));
  }

  @Override
  public boolean deleteComment(PostId postId, CommentId commentId) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    return operations.removal(
        BlogOperation.DELETE_COMMENT, context -> posts.removeComment(postId, commentId, context));
  }

  @Override
  public boolean deletePost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return operations.removal(
        BlogOperation.DELETE_POST,
        context -> posts.markDeleted(postId, database.deletedRetention(), context));
  }

  @Override
  public CommandResult<ErasureReport> eraseUser(EraseUser command) {
    Objects.requireNonNull(command, "command");
    try {
      return operations.command(
          BlogOperation.ERASE_USER, null, context -> erasures.erase(command, context));
    } finally {
      users.forgetAuthor(command.id());
    }
  }
}
