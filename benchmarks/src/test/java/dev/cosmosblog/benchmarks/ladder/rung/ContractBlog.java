package dev.cosmosblog.benchmarks.ladder.rung;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** A small blog, and what the ten requests return. Bob had the name Robert when he wrote. */
final class ContractBlog {
  static final String OLD_NAME = "Robert";
  static final User ANN = new User(UserId.of("ann"), "Ann");
  static final User BOB = new User(UserId.of("bob"), "Bob");
  static final User EVE = new User(UserId.of("eve"), "Eve O'Brien");
  static final List<User> USERS = List.of(ANN, BOB, EVE);
  static final PostId EDITED = postId(1);

  private static final Instant START = Instant.parse("2026-03-01T08:00:00Z");
  private static final int POSTS = 6;
  private static final String LONG = "A sentence that the summary of a post cuts off somewhere. ";

  private ContractBlog() {}

  static PostId postId(int index) {
    return PostId.of("post-" + index);
  }

  /** The posts as they are in the end. */
  static List<Post> posts() {
    return IntStream.range(0, POSTS).mapToObj(ContractBlog::post).toList();
  }

  /** The first two posts are Bob's, so that his rename and an edit of his post meet. */
  private static Post post(int index) {
    User author = index < 2 ? BOB : USERS.get(index % 2);
    return new Post(
        postId(index),
        author.id(),
        author.username(),
        "Post " + index,
        LONG.repeat(3) + index,
        commentsOf(postId(index)).size(),
        likesOf(postId(index)).size(),
        START.plusSeconds(60L * index),
        0,
        START.plusSeconds(60L * index),
        PostStatus.PUBLISHED,
        null,
        CustomProperties.NONE,
        null,
        null,
        List.of(),
        false);
  }

  /** Returns as many comments as the post's number, by all users in turn; the newest first. */
  static List<Comment> commentsOf(PostId post) {
    List<Comment> comments = new ArrayList<>();
    for (int i = number(post) - 1; i >= 0; i--) {
      User author = USERS.get(i % USERS.size());
      comments.add(
          new Comment(
              CommentId.of(post + "-comment-" + i),
              post,
              author.id(),
              author.username(),
              "Comment " + i,
              START.plusSeconds(100_000L + i)));
    }
    return comments;
  }

  /** The newest first. */
  static List<Like> likesOf(PostId post) {
    List<Like> likes = new ArrayList<>();
    for (int i = number(post) % (USERS.size() + 1) - 1; i >= 0; i--) {
      User liker = USERS.get(i);
      likes.add(new Like(post, liker.id(), liker.username(), START.plusSeconds(200_000L + i)));
    }
    return likes;
  }

  static List<PostSummary> newest(int count) {
    return posts().stream()
        .sorted(Comparator.comparing(Post::creationDate).reversed())
        .limit(count)
        .map(Post::summary)
        .toList();
  }

  /** Sends the commands that create the blog, and a rename and an edit at the end. */
  static void write(Rung rung) {
    USERS.forEach(user -> rung.createUser(asAtFirst(user)));
    posts().forEach(post -> rung.createPost(asAtFirst(post)));
    for (Post post : posts()) {
      commentsOf(post.id()).forEach(comment -> rung.createComment(asAtFirst(comment)));
      likesOf(post.id()).forEach(like -> rung.likePost(asAtFirst(like)));
    }
    rung.drain();
    Post edited = post(number(EDITED));
    rung.renameUser(BOB);
    rung.editPost(EDITED, edited.title(), edited.content());
    rung.drain();
  }

  /** Loads the blog as it is in the end. */
  static void load(Rung rung) {
    rung.loadUsers(USERS);
    rung.loadNewest(posts());
    posts().forEach(p -> rung.loadReactions(p.id(), commentsOf(p.id()), likesOf(p.id())));
  }

  private static User asAtFirst(User user) {
    return new User(user.id(), nameAtFirst(user.username()));
  }

  private static Post asAtFirst(Post post) {
    boolean edited = post.id().equals(EDITED);
    return new Post(
        post.id(),
        post.userId(),
        nameAtFirst(post.userUsername()),
        edited ? "Draft" : post.title(),
        edited ? "To be written" : post.content(),
        post.creationDate());
  }

  private static Comment asAtFirst(Comment comment) {
    return new Comment(
        comment.id(),
        comment.postId(),
        comment.userId(),
        nameAtFirst(comment.userUsername()),
        comment.content(),
        comment.creationDate());
  }

  private static Like asAtFirst(Like like) {
    return new Like(
        like.postId(), like.userId(), nameAtFirst(like.userUsername()), like.creationDate());
  }

  private static String nameAtFirst(String name) {
    return name.equals(BOB.username()) ? OLD_NAME : name;
  }

  private static int number(PostId post) {
    return Integer.parseInt(post.value().substring("post-".length()));
  }
}
