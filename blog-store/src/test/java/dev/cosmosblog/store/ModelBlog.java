package dev.cosmosblog.store;

import dev.cosmosblog.store.command.Erasure;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A model of a blog in plain maps: the expected result and effect of each command. Users, posts and
 * comments are numbers. There is no change feed, so the items of a deleted post stay until they are
 * removed.
 */
final class ModelBlog {
  static final String DONE = "done";
  static final String ALREADY_DONE = "already done";
  private static final String NO_USER = "UserNotFoundException";
  private static final String NO_POST = "PostNotFoundException";
  private static final String ID_TAKEN = "IdTakenException";

  /** The users by name. */
  final Map<Integer, String> names = new HashMap<>();

  final Map<Integer, Erasure> erased = new HashMap<>();
  final Map<Integer, PostState> posts = new HashMap<>();

  /** A post, and who commented and liked. */
  static final class PostState {
    final int author;
    final Map<Integer, Integer> comments = new HashMap<>();
    final Set<Integer> likers = new HashSet<>();
    boolean live = true;
    boolean closed;

    PostState(int author) {
      this.author = author;
    }
  }

  /** Names are compared without case. */
  private boolean isTaken(String name, int user) {
    return names.entrySet().stream()
        .anyMatch(held -> held.getKey() != user && normal(held.getValue()).equals(normal(name)));
  }

  private static String normal(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  String createUser(int user, String name) {
    if (isTaken(name, user)) {
      return "UsernameTakenException";
    }
    if (names.containsKey(user)) {
      return name.equals(names.get(user)) ? ALREADY_DONE : ID_TAKEN;
    }
    if (erased.containsKey(user)) {
      return ID_TAKEN;
    }
    names.put(user, name);
    return DONE;
  }

  String rename(int user, String name) {
    if (!names.containsKey(user)) {
      return NO_USER;
    }
    if (name.equals(names.get(user))) {
      return ALREADY_DONE;
    }
    if (isTaken(name, user)) {
      return "UsernameTakenException";
    }
    names.put(user, name);
    return DONE;
  }

  String erase(int user, Erasure erasure) {
    Erasure before = erased.get(user);
    if (before == null && !names.containsKey(user)) {
      return NO_USER;
    }
    if (before == Erasure.REMOVE || before == erasure) {
      return ALREADY_DONE;
    }
    names.remove(user);
    erased.put(user, erasure);
    if (erasure == Erasure.REMOVE) {
      for (PostState post : posts.values()) {
        post.live &= post.author != user;
        post.likers.remove(user);
        post.comments.values().removeIf(author -> author == user);
      }
    }
    return DONE;
  }

  String createPost(int post, int user) {
    if (!names.containsKey(user)) {
      return NO_USER;
    }
    PostState there = posts.get(post);
    if (there == null) {
      posts.put(post, new PostState(user));
      return DONE;
    }
    return there.live && there.author == user ? ALREADY_DONE : ID_TAKEN;
  }

  String editPost(int post) {
    return isLive(post) ? DONE : NO_POST;
  }

  String deletePost(int post) {
    if (!isLive(post)) {
      return ALREADY_DONE;
    }
    posts.get(post).live = false;
    return DONE;
  }

  String comment(int post, int comment, int user) {
    if (!names.containsKey(user)) {
      return NO_USER;
    }
    PostState there = posts.get(post);
    Integer author = there == null ? null : there.comments.get(comment);
    if (author != null) {
      return author == user ? ALREADY_DONE : ID_TAKEN;
    }
    if (!isLive(post)) {
      return NO_POST;
    }
    if (there.closed) {
      return "CommentsClosedException";
    }
    there.comments.put(comment, user);
    return DONE;
  }

  String setCommentsClosed(int post, boolean closed) {
    if (!isLive(post)) {
      return NO_POST;
    }
    PostState there = posts.get(post);
    boolean before = there.closed;
    there.closed = closed;
    return before == closed ? ALREADY_DONE : DONE;
  }

  String editComment(int post, int comment) {
    PostState there = posts.get(post);
    boolean found = there != null && there.comments.containsKey(comment);
    return found ? DONE : "CommentNotFoundException";
  }

  String deleteComment(int post, int comment) {
    PostState there = posts.get(post);
    if (there == null || !there.comments.containsKey(comment)) {
      return ALREADY_DONE;
    }
    return taken(there, () -> there.comments.remove(comment));
  }

  String like(int post, int user) {
    if (!names.containsKey(user)) {
      return NO_USER;
    }
    PostState there = posts.get(post);
    if (there != null && there.likers.contains(user)) {
      return ALREADY_DONE;
    }
    if (!isLive(post)) {
      return NO_POST;
    }
    there.likers.add(user);
    return DONE;
  }

  String unlike(int post, int user) {
    PostState there = posts.get(post);
    if (there == null || !there.likers.contains(user)) {
      return ALREADY_DONE;
    }
    return taken(there, () -> there.likers.remove(user));
  }

  private static String taken(PostState post, Runnable take) {
    if (!post.live) {
      return NO_POST;
    }
    take.run();
    return DONE;
  }

  private boolean isLive(int post) {
    return posts.containsKey(post) && posts.get(post).live;
  }
}
