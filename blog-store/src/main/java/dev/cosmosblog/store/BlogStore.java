package dev.cosmosblog.store;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
public final class BlogStore {
  private final BlogStoreConfig config;
  private final Operations operations;
  private final UserRepository users;
  private final UserCommands userCommands;
  private final PostRepository posts;
  private final FeedRepository feed;
  private final BlogCopies copies;

  BlogStore(Containers containers, BlogStoreConfig config) {
    this.config = config;
    this.operations = new Operations(config.listeners(), config.nanoTime());
    this.users = new UserRepository(containers.users());
    this.userCommands =
        new UserCommands(
            users,
            new UsernameReservations(containers.users(), users, config.clock()),
            config.uniqueUsernames());
    this.posts = new PostRepository(containers.posts());
    this.feed = new FeedRepository(containers.feed());
    this.copies = new BlogCopies(operations, containers);
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
   * How many posts the feed holds.
   *
   * @return the most that {@link #recentPosts} gives
   */
  public int feedSize() {
    return config.feedSize();
  }

  /**
   * C1. Creates a user: one write, and one before it that reserves the name unless {@link
   * BlogStoreBuilder#uniqueUsernames} is off. Repeated with the same id and name it is already done.
   *
   * @param command the user
   * @return the user
   * @throws UsernameTakenException if another user holds the name
   * @throws IdTakenException if the id belongs to a user with another name
   * @throws StoreException if Cosmos DB failed or refused
   */
  public CommandResult<User> createUser(CreateUser command) {
    UserId id = command.id().orElseGet(() -> UserId.of(config.ids().get()));
    User user = new User(id, command.username());
    return operations.command(BlogOperation.CREATE_USER, meter -> userCommands.create(user, meter));
  }

  /**
   * C1. Gives a user another name: a point read and a patch; with unique usernames also the new
   * name's reservation before and the old one's release after (a point read and a delete). The
   * copies of the name follow by the change feed. Repeated with the same name it is already done. A
   * process that dies on the way blocks one of the two names for at most five minutes.
   *
   * @param id the user
   * @param username the name from now on
   * @return the user as it is now
   * @throws dev.cosmosblog.model.InvalidUsernameException if it can't be a username
   * @throws UserNotFoundException if there is no such user
   * @throws UsernameTakenException if another user holds the name
   * @throws StoreException if Cosmos DB failed or refused
   */
  public CommandResult<User> renameUser(UserId id, String username) {
    Username.check(username);
    return operations.command(
        BlogOperation.RENAME_USER, meter -> userCommands.rename(id, username, meter));
  }

  /**
   * Q1. Finds a user: one point read.
   *
   * @param id the user's id
   * @return the user, or empty
   * @throws StoreException if Cosmos DB failed or refused
   */
  public Optional<User> findUser(UserId id) {
    return operations.run(
        BlogOperation.FIND_USER,
        meter -> users.find(id, meter).map(Versioned::item).map(UserItem::toUser));
  }

  /**
   * C2. Creates a post: a point read of its author and one write. Repeated with the same id it is
   * already done, and what is stored stays as it is.
   *
   * @param command the post
   * @return the post as it is stored
   * @throws UserNotFoundException if there is no such author
   * @throws IdTakenException if the id belongs to another author's post
   * @throws StoreException if Cosmos DB failed or refused
   */
  public CommandResult<Post> createPost(CreatePost command) {
    PostId id = command.id().orElseGet(() -> PostId.of(config.ids().get()));
    return operations.command(BlogOperation.CREATE_POST, meter -> create(id, command, meter));
  }

  private CommandResult<Post> create(PostId id, CreatePost command, RequestMeter meter) {
    UserItem author = users.get(command.userId(), meter);
    Post post =
        new Post(
            id,
            command.userId(),
            author.name().username(),
            command.title(),
            command.content(),
            0,
            0,
            dateOf(command.creationDate()));
    if (posts.create(post, author.version(), meter) == Write.DONE) {
      return CommandResult.done(post);
    }
    return posts
        .find(id, meter)
        .filter(found -> found.userId().equals(command.userId()))
        .map(CommandResult::alreadyDone)
        .orElseThrow(() -> new IdTakenException("post", id.value()));
  }

  /**
   * C2. Gives a post another title and content: one patch, which leaves the counts alone. Repeated
   * it writes the same again.
   *
   * @param command the edit
   * @return the post as it is stored now
   * @throws PostNotFoundException if there is no such post
   * @throws StoreException if Cosmos DB failed or refused
   */
  public Post editPost(EditPost command) {
    return operations.run(BlogOperation.EDIT_POST, meter -> posts.edit(command, meter));
  }

  /**
   * Q2. Finds a post with its author's name and its counts: one point read.
   *
   * @param id the post's id
   * @return the post, or empty
   * @throws StoreException if Cosmos DB failed or refused
   */
  public Optional<Post> findPost(PostId id) {
    return operations.run(BlogOperation.FIND_POST, meter -> posts.find(id, meter));
  }

  /**
   * Q3. Lists a user's posts in short form, the newest first: one query in one partition for each
   * page. The list follows the posts within the change feed's lag.
   *
   * @param userId the user; of one that is not there the list is empty
   * @param page which page
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  public Page<PostSummary> postsOf(UserId userId, PageRequest page) {
    return operations.run(BlogOperation.POSTS_OF, meter -> users.postsOf(userId, page, meter));
  }

  /**
   * C3. Creates a comment: a point read of its author, and one batch that writes the comment and
   * counts it, both or neither. Repeated with the same id it is already done and is not counted
   * again.
   *
   * @param command the comment
   * @return the comment as it is stored
   * @throws UserNotFoundException if there is no such author
   * @throws PostNotFoundException if there is no such post
   * @throws IdTakenException if the id belongs to another author's comment, or to another item of
   *     the post
   * @throws StoreException if Cosmos DB failed or refused
   */
  public CommandResult<Comment> createComment(CreateComment command) {
    CommentId id = command.id().orElseGet(() -> CommentId.of(config.ids().get()));
    return operations.command(BlogOperation.CREATE_COMMENT, meter -> create(id, command, meter));
  }

  private CommandResult<Comment> create(CommentId id, CreateComment command, RequestMeter meter) {
    UserItem author = users.get(command.userId(), meter);
    Comment comment =
        new Comment(
            id,
            command.postId(),
            command.userId(),
            author.name().username(),
            command.content(),
            dateOf(command.creationDate()));
    if (posts.add(comment, author.version(), meter)) {
      return CommandResult.done(comment);
    }
    return posts
        .comment(command.postId(), id, meter)
        .filter(found -> found.userId().equals(command.userId()))
        .map(CommandResult::alreadyDone)
        .orElseThrow(() -> new IdTakenException("comment", id.value()));
  }

  /**
   * Q4. Lists a post's comments with their authors' names, the newest first: one query in one
   * partition for each page.
   *
   * @param postId the post; of one that is not there the list is empty
   * @param page which page
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  public Page<Comment> commentsOf(PostId postId, PageRequest page) {
    return commentsOf(postId, page, CommentOrder.NEWEST_FIRST);
  }

  /**
   * Q4. Lists a post's comments with their authors' names: one query in one partition for each
   * page.
   *
   * @param postId the post; of one that is not there the list is empty
   * @param page which page
   * @param order which comments come first; a token belongs to the order that it was made in
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  public Page<Comment> commentsOf(PostId postId, PageRequest page, CommentOrder order) {
    return operations.run(
        BlogOperation.COMMENTS_OF, meter -> posts.commentsOf(postId, page, order, meter));
  }

  /**
   * C4. Likes a post: a point read of who likes, and one batch that writes the like and counts it,
   * both or neither. A user likes a post at most once: a second like is already done, and costs one
   * point read more.
   *
   * @param command the like
   * @return the like as it is stored
   * @throws UserNotFoundException if there is no such user
   * @throws PostNotFoundException if there is no such post
   * @throws StoreException if Cosmos DB failed or refused
   */
  public CommandResult<Like> likePost(LikePost command) {
    return operations.command(BlogOperation.LIKE_POST, meter -> like(command, meter));
  }

  private CommandResult<Like> like(LikePost command, RequestMeter meter) {
    UserItem liker = users.get(command.userId(), meter);
    Like like =
        new Like(
            command.postId(),
            command.userId(),
            liker.name().username(),
            dateOf(command.creationDate()));
    if (posts.add(like, liker.version(), meter)) {
      return CommandResult.done(like);
    }
    Like found = posts.like(command.postId(), command.userId(), meter).orElse(like);
    return CommandResult.alreadyDone(found);
  }

  /**
   * Q5. Lists a post's likes with the likers' names, the newest first: one query in one partition
   * for each page.
   *
   * @param postId the post; of one that is not there the list is empty
   * @param page which page
   * @return the page
   * @throws InvalidContinuationTokenException if the token is not of this list
   * @throws StoreException if Cosmos DB failed or refused
   */
  public Page<Like> likesOf(PostId postId, PageRequest page) {
    return operations.run(BlogOperation.LIKES_OF, meter -> posts.likesOf(postId, page, meter));
  }

  /**
   * Q6. The newest posts of all users in short form, the newest first: one query in one partition.
   * The feed follows the posts within the change feed's lag.
   *
   * @param count how many, 1 to {@link #feedSize}
   * @return as many posts, or fewer where there are no more
   * @throws FeedSizeExceededException if the feed does not hold as many
   * @throws StoreException if Cosmos DB failed or refused
   */
  public List<PostSummary> recentPosts(int count) {
    if (count < 1 || count > config.feedSize()) {
      throw new FeedSizeExceededException(count, config.feedSize());
    }
    return operations.run(BlogOperation.RECENT_POSTS, meter -> feed.newest(count, meter));
  }

  private Instant dateOf(Optional<Instant> given) {
    return given.orElseGet(() -> CreationDate.of(config.clock().instant()));
  }
}
