package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.maintenance.LibraryView;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** This library. Each command reads its author, as the article's commands do. */
public class Library implements Rung {
  private static final PageRequest FIRST_PAGE = PageRequest.first(100);

  /** The version of a user who was never renamed. */
  private static final long FIRST_VERSION = 0;

  private static final Instant RESERVED = Instant.parse("2026-01-01T00:00:00Z");

  private final BlogDatabase database;
  private final BlogStore store;
  private final SteppedChangeFeed copies;
  private final RungContainer users;
  private final RungContainer posts;

  /** Provisions a database, whose settings decide whether usernames are unique. */
  public Library(BlogDatabase database) {
    this.database = database.provision();
    this.store = BlogStore.builder(database).authorCacheTtl(Duration.ZERO).build();
    this.copies = BlogChangeFeed.builder(database).buildStepped();
    CosmosDatabase containers = database.unwrap(CosmosDatabase.class);
    this.users = new RungContainer(containers.getContainer(database.containerNames().users()));
    this.posts = new RungContainer(containers.getContainer(database.containerNames().posts()));
  }

  @Override
  public void createUser(User user) {
    store.createUser(CreateUser.named(user.username()).withId(user.id()));
  }

  @Override
  public void renameUser(User user) {
    store.renameUser(user.id(), user.username());
  }

  @Override
  public Optional<?> findUser(UserId id) {
    return store.findUser(id);
  }

  @Override
  public void createPost(Post post) {
    store.createPost(
        CreatePost.of(post.userId(), post.title(), post.content())
            .withId(post.id())
            .writtenAt(post.creationDate()));
  }

  @Override
  public void editPost(PostId id, String title, String content) {
    store.editPost(new EditPost(id, title, content));
  }

  @Override
  public Optional<?> findPost(PostId id) {
    return store.findPost(id);
  }

  @Override
  public List<?> postsOf(UserId user) {
    return all(page -> store.postsOf(user, page));
  }

  @Override
  public void createComment(Comment comment) {
    store.createComment(
        CreateComment.of(comment.postId(), comment.userId(), comment.content())
            .withId(comment.id())
            .writtenAt(comment.creationDate()));
  }

  @Override
  public List<?> commentsOf(PostId post) {
    return all(page -> store.commentsOf(post, page));
  }

  @Override
  public void likePost(Like like) {
    store.likePost(LikePost.of(like.postId(), like.userId()).since(like.creationDate()));
  }

  @Override
  public List<?> likesOf(PostId post) {
    return all(page -> store.likesOf(post, page));
  }

  @Override
  public List<?> recentPosts(int count) {
    return store.recentPosts(count);
  }

  private static <T> List<T> all(Function<PageRequest, Page<T>> list) {
    Page<T> page = list.apply(FIRST_PAGE);
    if (page.next().isEmpty()) {
      return page.items();
    }
    List<T> all = new ArrayList<>(page.items());
    while (page.next().isPresent()) {
      page = list.apply(FIRST_PAGE.after(page.next().get()));
      all.addAll(page.items());
    }
    return all;
  }

  @Override
  public void drain() {
    copies.drain();
  }

  @Override
  public void loadUsers(List<User> added) {
    users.createEverywhere(added, user -> user.id().value(), UserItem::of);
    users.createEverywhere(
        added,
        user -> ReservationItem.idOfUsername(user.username()),
        user -> ReservationItem.ofUsername(user.username(), user.id(), RESERVED));
  }

  /** Creates the front page while there are no other posts to read. */
  @Override
  public void loadNewest(List<Post> newest) {
    loadPosts(newest);
    try {
      ViewRebuild.builder(database)
          .views(Set.of(LibraryView.FRONT_PAGE))
          .requestUnitsPerSecond(1_000_000)
          .build()
          .rebuild();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the front page was created", e);
    }
  }

  @Override
  public void loadPosts(List<Post> added) {
    posts.createEverywhere(
        added, post -> post.id().value(), post -> PostItem.of(post, FIRST_VERSION));
    users.createEverywhere(
        added, post -> post.userId().value(), post -> PostItem.of(post, FIRST_VERSION).summary());
  }

  @Override
  public void loadReactions(PostId post, List<Comment> comments, List<Like> likes) {
    posts.createAll(
        post.value(),
        Stream.concat(
                comments.stream().map(comment -> (Object) CommentItem.of(comment, FIRST_VERSION)),
                likes.stream().map(like -> LikeItem.of(like, FIRST_VERSION)))
            .toList());
  }
}
