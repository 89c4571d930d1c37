package dev.cosmosblog.store;

import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.Username;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.ChangeStatus;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.command.PropertiesEdit;
import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.InvalidScheduleException;
import dev.cosmosblog.store.error.ListingsDisabledException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.repository.BucketLists;
import dev.cosmosblog.store.internal.repository.CachedFrontPage;
import dev.cosmosblog.store.internal.repository.Edits;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.store.internal.repository.ListQuery;
import dev.cosmosblog.store.internal.repository.ListingPages;
import dev.cosmosblog.store.internal.repository.Posts;
import dev.cosmosblog.store.internal.repository.Reactions;
import dev.cosmosblog.store.internal.repository.StatusChanges;
import dev.cosmosblog.store.internal.repository.UserErasures;
import dev.cosmosblog.store.internal.repository.Users;
import dev.cosmosblog.store.internal.session.SessionProgress;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.SessionToken;
import dev.cosmosblog.store.query.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes a blog on Azure Cosmos DB for NoSQL: a typed API for the requests of Microsoft's
 * article. Thread-safe.
 *
 * <p>Counts are exact only with a single write region, because Cosmos DB resolves conflicting
 * patches of several regions by "last writer wins".
 */
public final class BlogStore implements BlogCommands, BlogQueries {
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
  private static final Duration MAX_TIMEOUT = Duration.ofDays(1);

  private final DatabaseAccess database;
  private final Operations operations;
  private final Supplier<String> ids;
  private final ItemContainer usersLists;
  private final ItemContainer postsLists;
  // Empty in a blog without listings.
  private final Optional<ListingPages> listings;
  private final Users users;
  private final Posts posts;
  private final Posts readPosts;
  private final Reactions reactions;
  private final Edits edits;
  private final StatusChanges statusChanges;
  private final FrontPage readFrontPage;
  // Null where it is read each time.
  private final @Nullable CachedFrontPage cachedFrontPage;
  private final UserErasures erasures;

  BlogStore(
      DatabaseAccess database,
      WritePath writePath,
      Duration authorCacheTtl,
      Duration frontPageCacheTtl,
      Supplier<String> ids) {
    this.database = database;
    this.operations = database.operations();
    this.ids = ids;
    this.usersLists = database.cachedFor(CachedRead.LISTS).users();
    this.postsLists = database.cachedFor(CachedRead.LISTS).posts();
    this.listings =
        database
            .cachedFor(CachedRead.LISTS)
            .listings()
            .map(entries -> new ListingPages(entries, new BucketLists(database, entries)));
    this.users = new Users(database, authorCacheTtl);
    this.posts = new Posts(database);
    this.readPosts = new Posts(database.cachedFor(CachedRead.POSTS));
    this.reactions = new Reactions(database, writePath);
    this.edits = new Edits(database);
    this.statusChanges = new StatusChanges(database);
    this.readFrontPage = new FrontPage(database.cachedFor(CachedRead.FRONT_PAGE), posts);
    this.cachedFrontPage =
        frontPageCacheTtl.isZero()
            ? null
            : new CachedFrontPage(
                frontPageCacheTtl,
                database.environment().timer().nanoTime(),
                call -> readFrontPage.newest(database.settings().frontPageSize(), call));
    this.erasures =
        new UserErasures(database, users, posts, reactions, new FrontPage(database, posts));
  }

  /** Creates a view of a store, which shares everything but the operations. */
  private BlogStore(BlogStore store, Operations operations) {
    this.database = store.database;
    this.operations = operations;
    this.ids = store.ids;
    this.usersLists = store.usersLists;
    this.postsLists = store.postsLists;
    this.listings = store.listings;
    this.users = store.users;
    this.posts = store.posts;
    this.readPosts = store.readPosts;
    this.reactions = store.reactions;
    this.edits = store.edits;
    this.statusChanges = store.statusChanges;
    this.readFrontPage = store.readFrontPage;
    this.cachedFrontPage = store.cachedFrontPage;
    this.erasures = store.erasures;
  }

  /**
   * {@return a view of this store for one user's session} Its reads show at least the writes of the
   * token, on every host, and those of this view: posts, users, comments and likes, but not lists
   * that the change feed maintains (a user's posts, the front page, the archive, tags and pending
   * comments), which are as old as its lag. Reads that a cache serves may be older, too: {@link
   * BlogDatabaseBuilder#integratedCache}, {@link BlogStoreBuilder#frontPageCacheTtl}.
   *
   * <p>Sends nothing, and a read costs the same. If no replica of the region has the writes, a read
   * is repeated up to twice by the retry policy, and then sent without the token, and so are later
   * reads of the container by this view. A token from another account, a restored backup or an
   * attacker therefore costs at most these requests and freshness. Create a view for each request
   * of a user, and pass {@link #sessionToken} on.
   *
   * @param token the token of an earlier request
   */
  public BlogStore withSession(SessionToken token) {
    Objects.requireNonNull(token, "token");
    return new BlogStore(this, operations.with(token));
  }

  /**
   * {@return the token for all that this view has read and written; empty for a store without a
   * session}
   */
  public SessionToken sessionToken() {
    SessionProgress session = operations.config().session();
    return session == null ? SessionToken.EMPTY : new SessionToken(session.text());
  }

  /**
   * {@return a view of this store, each of whose calls ends within a time, with its retries}
   *
   * <p>A call that isn't done by then throws a {@link StoreUnavailableException}; a command may
   * have been applied, and can be repeated. Without this method, the SDK's timeouts and {@link
   * BlogDatabaseBuilder#retryPolicy} apply.
   *
   * @param timeout one millisecond to one day
   * @throws InvalidInputException if the timeout is out of bounds
   */
  public BlogStore withTimeout(Duration timeout) {
    Objects.requireNonNull(timeout, "timeout");
    checkTimeout(timeout);
    return withTimeout(() -> Optional.of(timeout));
  }

  /**
   * {@return a view of this store, each of whose calls ends within a time that depends on the
   * caller, as with {@link #withTimeout(Duration)}}
   *
   * <p>A server can so answer a user's request soon during an outage, while work in the background
   * is patient.
   *
   * @param timeout returns one millisecond to one day, or empty for no timeout; called at the start
   *     of each call, on its thread, which otherwise gets an {@link InvalidInputException}
   */
  public BlogStore withTimeout(Supplier<Optional<Duration>> timeout) {
    Objects.requireNonNull(timeout, "timeout");
    return new BlogStore(
        this,
        operations.within(
            () -> {
              Optional<Duration> time = timeout.get();
              time.ifPresent(BlogStore::checkTimeout);
              return time;
            }));
  }

  private static void checkTimeout(Duration timeout) {
    if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
      throw new InvalidInputException(
          "timeout",
          "timeout must be between %s and %s, but was %s."
              .formatted(MIN_TIMEOUT, MAX_TIMEOUT, timeout));
    }
  }

  /**
   * {@return a store with default settings} This method doesn't send requests.
   *
   * @param database the blog's database
   */
  public static BlogStore on(BlogDatabase database) {
    return builder(database).build();
  }

  /**
   * {@return a builder for a store with other settings}
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
    User user = new User(id, command.username()).with(command.properties());
    return settled()
        .command(BlogOperation.CREATE_USER, id.value(), call -> users.create(user, call));
  }

  @Override
  public CommandResult<User> renameUser(UserId id, String username) {
    Objects.requireNonNull(id, "id");
    Username.check(username);
    try {
      return settled()
          .command(BlogOperation.RENAME_USER, null, call -> users.rename(id, username, call));
    } finally {
      users.forgetAuthor(id);
    }
  }

  @Override
  public CommandResult<User> editUser(EditUser command) {
    Objects.requireNonNull(command, "command");
    if (command.properties() == null) {
      throw emptyEdit("user", command.id().value());
    }
    return operations.command(BlogOperation.EDIT_USER, null, call -> edits.edit(command, call));
  }

  /** Returns the operations of a command that depends on settings which all hosts must share. */
  private Operations settled() {
    database.stored().checkCommands(operations);
    return operations;
  }

  private static InvalidInputException emptyEdit(String kind, String id) {
    return new InvalidInputException(
        "command",
        "The edit of the %s '%s' is empty. Set a text or a property.".formatted(kind, id));
  }

  @Override
  public Optional<User> findUser(UserId id) {
    Objects.requireNonNull(id, "id");
    return operations.run(
        BlogOperation.FIND_USER, call -> users.find(id, call).map(found -> found.item().toUser()));
  }

  @Override
  public CommandResult<Post> createPost(CreatePost command) {
    Objects.requireNonNull(command, "command");
    Optional<InvalidScheduleException> tooLate = tooLate(command.publishAt());
    if (tooLate.isPresent() && command.id() == null) {
      throw tooLate.get();
    }
    command.properties().checkSummary(database.settings().summaryRule().properties());
    PostId id = command.id() == null ? PostId.of(ids.get()) : command.id();
    if (tooLate.isPresent()) {
      return settled()
          .command(
              BlogOperation.CREATE_POST,
              id.value(),
              call ->
                  statusChanges
                      .findCreated(id, command.userId(), call)
                      .map(CommandResult::doneBefore)
                      .orElseThrow(tooLate::get));
    }
    return settled()
        .command(
            BlogOperation.CREATE_POST,
            id.value(),
            call ->
                posts.create(id, command, author(command.userId(), command.author(), call), call));
  }

  private UserItem author(UserId id, @Nullable User given, Call call) {
    return given == null ? users.author(id, call) : UserItem.of(given);
  }

  @Override
  public CommandResult<Post> editPost(EditPost command) {
    Objects.requireNonNull(command, "command");
    PropertiesEdit properties = command.properties();
    if (command.title() == null
        && command.content() == null
        && command.excerpt() == null
        && command.slug() == null
        && command.tags() == null
        && properties == null) {
      throw emptyEdit("post", command.id().value());
    }
    if (properties != null && properties.replacement() != null) {
      properties.replacement().checkSummary(database.settings().summaryRule().properties());
    }
    return settled().command(BlogOperation.EDIT_POST, null, call -> edits.edit(command, call));
  }

  @Override
  public CommandResult<Post> changeStatus(ChangeStatus command) {
    Objects.requireNonNull(command, "command");
    Optional<InvalidScheduleException> tooLate = tooLate(command.publishAt());
    return operations.command(
        BlogOperation.CHANGE_STATUS,
        null,
        call ->
            tooLate.isPresent()
                ? statusChanges
                    .findScheduled(command, call)
                    .map(CommandResult::doneBefore)
                    .orElseThrow(tooLate::get)
                : statusChanges.apply(command, call));
  }

  private Optional<InvalidScheduleException> tooLate(@Nullable Instant publishAt) {
    Instant now = database.environment().clock().instant();
    return Optional.ofNullable(publishAt)
        .filter(time -> !time.isAfter(now))
        .map(time -> new InvalidScheduleException(time, now));
  }

  @Override
  public Optional<Post> findPost(PostId id, Visibility visibility) {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(visibility, "visibility");
    return operations.run(BlogOperation.FIND_POST, call -> readPosts.find(id, visibility, call));
  }

  @Override
  public Optional<Post> findPostBySlug(Slug slug, Visibility visibility) {
    Objects.requireNonNull(slug, "slug");
    Objects.requireNonNull(visibility, "visibility");
    return operations.run(
        BlogOperation.FIND_POST_BY_SLUG, call -> readPosts.find(slug, visibility, call));
  }

  @Override
  public Page<PostSummary> postsOf(UserId userId, PageRequest page, Visibility visibility) {
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(page, "page");
    Objects.requireNonNull(visibility, "visibility");
    ListQuery<?, PostSummary> list = ListQuery.posts(userId, visibility);
    return operations.page(BlogOperation.POSTS_OF, call -> list.page(usersLists, page, call));
  }

  @Override
  public CommandResult<Comment> createComment(CreateComment command) {
    Objects.requireNonNull(command, "command");
    CommentId id = command.id() == null ? CommentId.of(ids.get()) : command.id();
    return operations.command(
        BlogOperation.CREATE_COMMENT,
        id.value(),
        call ->
            reactions.comment(id, command, author(command.userId(), command.author(), call), call));
  }

  @Override
  public Page<Comment> commentsOf(
      PostId postId, PageRequest page, CommentOrder order, Visibility visibility) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(page, "page");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(visibility, "visibility");
    ListQuery<?, Comment> list = ListQuery.comments(postId, order, visibility);
    return operations.page(BlogOperation.COMMENTS_OF, call -> list.page(postsLists, page, call));
  }

  @Override
  public CommandResult<Like> likePost(LikePost command) {
    Objects.requireNonNull(command, "command");
    return operations.command(
        BlogOperation.LIKE_POST,
        null,
        call -> reactions.like(command, author(command.userId(), command.liker(), call), call));
  }

  @Override
  public Optional<Comment> findComment(PostId postId, CommentId commentId, Visibility visibility) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    Objects.requireNonNull(visibility, "visibility");
    return operations.run(
        BlogOperation.FIND_COMMENT,
        call -> reactions.findComment(postId, commentId, visibility, call));
  }

  @Override
  public Page<Like> likesOf(PostId postId, PageRequest page) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(page, "page");
    ListQuery<?, Like> list = ListQuery.likes(postId);
    return operations.page(BlogOperation.LIKES_OF, call -> list.page(postsLists, page, call));
  }

  @Override
  public Optional<Like> findLike(PostId postId, UserId userId) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    return operations.run(
        BlogOperation.FIND_LIKE, call -> reactions.findLike(postId, userId, call));
  }

  @Override
  public Set<PostId> likedPosts(UserId userId, Collection<PostId> postIds) {
    Objects.requireNonNull(userId, "userId");
    Objects.requireNonNull(postIds, "postIds");
    Set<PostId> asked = new LinkedHashSet<>(postIds);
    asked.forEach(id -> Objects.requireNonNull(id, "a post's id"));
    if (asked.size() > PageRequest.MAX_SIZE) {
      throw new InvalidInputException(
          "postIds",
          "likedPosts takes at most %,d posts, but got %,d. Ask for the rest in another call."
              .formatted(PageRequest.MAX_SIZE, asked.size()));
    }
    operations.config().client().checkOpen();
    return asked.isEmpty()
        ? Set.of()
        : operations.run(BlogOperation.LIKED_POSTS, call -> reactions.likedBy(userId, asked, call));
  }

  @Override
  public List<PostSummary> recentPosts(int count) {
    if (count < 1 || count > database.settings().frontPageSize()) {
      throw new InvalidInputException(
          "count",
          ("recentPosts returns 1 to %,d posts, but %,d were asked for. Change the count, or set"
                  + " BlogDatabaseBuilder.frontPageSize in all hosts.")
              .formatted(database.settings().frontPageSize(), count));
    }
    return operations.run(
        BlogOperation.RECENT_POSTS,
        call ->
            cachedFrontPage == null
                ? readFrontPage.newest(count, call)
                : cachedFrontPage.posts(call).stream().limit(count).toList());
  }

  @Override
  public Page<ListedPost> archive(PageRequest page) {
    Objects.requireNonNull(page, "page");
    return archivePage(null, page);
  }

  @Override
  public Page<ListedPost> archive(YearMonth month, PageRequest page) {
    Objects.requireNonNull(month, "month");
    Objects.requireNonNull(page, "page");
    return archivePage(month, page);
  }

  private Page<ListedPost> archivePage(@Nullable YearMonth month, PageRequest page) {
    ListingPages pages = listings.orElseThrow(ListingsDisabledException::new);
    return operations.page(BlogOperation.ARCHIVE, call -> pages.archive(month, page, call));
  }

  @Override
  public Page<ListedPost> postsByTag(Tag tag, PageRequest page) {
    Objects.requireNonNull(tag, "tag");
    Objects.requireNonNull(page, "page");
    ListingPages pages = listings.orElseThrow(ListingsDisabledException::new);
    return operations.page(BlogOperation.POSTS_BY_TAG, call -> pages.postsByTag(tag, page, call));
  }

  @Override
  public Page<ListedTag> tags(PageRequest page) {
    Objects.requireNonNull(page, "page");
    ListingPages pages = listings.orElseThrow(ListingsDisabledException::new);
    return operations.page(BlogOperation.TAGS, call -> pages.tags(page, call));
  }

  @Override
  public Page<ArchivedMonth> archiveMonths(PageRequest page) {
    Objects.requireNonNull(page, "page");
    if (page.size() > MAX_ARCHIVE_MONTHS) {
      throw new InvalidInputException(
          "size",
          "A page of archiveMonths has 1 to %d months, but %,d were asked for. Ask for fewer."
              .formatted(MAX_ARCHIVE_MONTHS, page.size()));
    }
    ListingPages pages = listings.orElseThrow(ListingsDisabledException::new);
    return operations.page(BlogOperation.ARCHIVE_MONTHS, call -> pages.months(page, call));
  }

  @Override
  public Optional<User> findUserByUsername(String username) {
    Username.checkStored(username);
    if (!database.settings().uniqueUsernames()) {
      throw new IllegalStateException(
          "This database does not reserve usernames, so none belongs to one user; build it with"
              + " uniqueUsernames(true).");
    }
    return operations.run(
        BlogOperation.FIND_USER_BY_USERNAME, call -> users.holder(username, call));
  }

  @Override
  public CommandResult<PostId> unlikePost(PostId postId, UserId userId) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(userId, "userId");
    return operations.change(
        BlogOperation.UNLIKE_POST, postId, call -> reactions.removeLike(postId, userId, call));
  }

  @Override
  public CommandResult<Comment> editComment(EditComment command) {
    Objects.requireNonNull(command, "command");
    if (command.content() == null && command.properties() == null) {
      throw emptyEdit("comment", command.commentId().value());
    }
    return operations.command(BlogOperation.EDIT_COMMENT, null, call -> edits.edit(command, call));
  }

  @Override
  public CommandResult<CommentId> hideComment(PostId postId, CommentId commentId) {
    return moderate(BlogOperation.HIDE_COMMENT, postId, commentId, Moderation.HIDE, false);
  }

  @Override
  public CommandResult<CommentId> showComment(PostId postId, CommentId commentId) {
    return moderate(BlogOperation.SHOW_COMMENT, postId, commentId, Moderation.APPROVE, false);
  }

  @Override
  public CommandResult<CommentId> approveComment(PostId postId, CommentId commentId) {
    return moderate(BlogOperation.APPROVE_COMMENT, postId, commentId, Moderation.APPROVE, true);
  }

  private CommandResult<CommentId> moderate(
      BlogOperation operation,
      PostId postId,
      CommentId commentId,
      Moderation decision,
      boolean pending) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    return operations.change(
        operation, commentId, call -> moderate(postId, commentId, decision, pending, call));
  }

  private boolean moderate(
      PostId post, CommentId comment, Moderation decision, boolean pending, Call call) {
    return switch (decision) {
      case APPROVE -> reactions.setHidden(post, comment, false, pending, call);
      case HIDE -> reactions.setHidden(post, comment, true, pending, call);
      case DELETE -> reactions.removeComment(post, comment, call);
    };
  }

  @Override
  public CommandResult<List<Comment>> moderateComments(
      Moderation decision, Collection<Comment> comments) {
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(comments, "comments");
    List<Comment> all = List.copyOf(comments);
    if (all.size() > PageRequest.MAX_SIZE) {
      throw new InvalidInputException(
          "comments",
          "moderateComments takes up to %,d comments, but %,d were given. Pass them in parts."
              .formatted(PageRequest.MAX_SIZE, all.size()));
    }
    return operations.command(
        BlogOperation.MODERATE_COMMENTS,
        null,
        call -> {
          List<Comment> done = all.stream().filter(one -> moderate(one, decision, call)).toList();
          return done.isEmpty() ? CommandResult.doneBefore(done) : CommandResult.done(done);
        });
  }

  private boolean moderate(Comment comment, Moderation decision, Call call) {
    call.restartRetries();
    PostId post = comment.postId();
    if (comment.pending()) {
      // Another moderator may have decided on it since the queue was read.
      return reactions.decide(post, comment.id(), decision, call);
    }
    try {
      return moderate(post, comment.id(), decision, false, call);
    } catch (CommentNotFoundException | PostNotFoundException e) {
      return false;
    }
  }

  @Override
  public Page<Comment> pendingComments(PageRequest page) {
    Objects.requireNonNull(page, "page");
    ListingPages pages = listings.orElseThrow(ListingsDisabledException::new);
    return operations.page(
        BlogOperation.PENDING_COMMENTS, call -> pages.pendingComments(page, call));
  }

  @Override
  public CommandResult<PostId> closeComments(PostId postId) {
    return setCommentsClosed(BlogOperation.CLOSE_COMMENTS, postId, true);
  }

  @Override
  public CommandResult<PostId> openComments(PostId postId) {
    return setCommentsClosed(BlogOperation.OPEN_COMMENTS, postId, false);
  }

  private CommandResult<PostId> setCommentsClosed(
      BlogOperation operation, PostId postId, boolean closed) {
    Objects.requireNonNull(postId, "postId");
    return operations.change(
        operation, postId, call -> posts.setCommentsClosed(postId, closed, call));
  }

  @Override
  public CommandResult<CommentId> deleteComment(PostId postId, CommentId commentId) {
    Objects.requireNonNull(postId, "postId");
    Objects.requireNonNull(commentId, "commentId");
    return operations.change(
        BlogOperation.DELETE_COMMENT,
        commentId,
        call -> reactions.removeComment(postId, commentId, call));
  }

  @Override
  public CommandResult<PostId> deletePost(PostId postId) {
    Objects.requireNonNull(postId, "postId");
    return settled().change(BlogOperation.DELETE_POST, postId, call -> posts.delete(postId, call));
  }

  @Override
  public CommandResult<ErasureReport> eraseUser(EraseUser command) {
    Objects.requireNonNull(command, "command");
    try {
      database.stored().checkErasure(operations);
      return operations.command(
          BlogOperation.ERASE_USER, null, call -> erasures.erase(command, call));
    } finally {
      users.forgetAuthor(command.id());
      if (cachedFrontPage != null) {
        cachedFrontPage.forget();
      }
    }
  }
}
