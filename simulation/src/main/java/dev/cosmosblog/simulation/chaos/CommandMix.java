package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.simulation.chaos.Command.Target;
import dev.cosmosblog.simulation.chaos.Command.Verb;
import dev.cosmosblog.simulation.chaos.CommandLog.Outcome;
import dev.cosmosblog.store.command.Erasure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The commands of one writer: all kinds, chosen at random, on its own users, posts, comments and
 * likes, and on the posts of all. Only their author changes or removes things, so that the order of
 * the commands about a thing is known.
 */
final class CommandMix {
  private static final int USERS = 3;

  /** So few names that writers compete for them. */
  private static final int NAMES = 60;

  /** Two posts in ten are older than all others; the front page must not show them. */
  private static final int OLD_IN_TEN = 2;

  private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

  private final int writer;
  private final KnownPosts shelf;
  private final SplittableRandom random;
  private final List<String> users = new ArrayList<>();
  private final List<Target> posts = new ArrayList<>();
  private final List<Target> comments = new ArrayList<>();
  private final List<Target> likes = new ArrayList<>();
  private int made;

  CommandMix(int writer, KnownPosts shelf, SplittableRandom random) {
    this.writer = writer;
    this.shelf = shelf;
    this.random = random;
  }

  Command next() {
    if (users.isEmpty()) {
      return createUser();
    }
    int chance = random.nextInt(100);
    if (chance < 4) {
      return users.size() < USERS ? createUser() : rename();
    }
    if (chance < 8) {
      return rename();
    }
    if (chance < 9) {
      return erase();
    }
    if (chance < 40) {
      return onOwnPosts(chance - 9);
    }
    return onPosts(chance - 40);
  }

  private Command onOwnPosts(int chance) {
    if (chance < 16 || posts.isEmpty()) {
      return createPost();
    }
    Target post = any(posts);
    return chance < 24
        ? Command.of(Verb.EDIT_POST, post, anyUser(), mark())
        : Command.of(Verb.DELETE_POST, post, anyUser(), "");
  }

  private Command onPosts(int chance) {
    if (chance < 8 && !comments.isEmpty()) {
      return Command.of(Verb.EDIT_COMMENT, any(comments), anyUser(), mark());
    }
    if (chance < 14 && !comments.isEmpty()) {
      return Command.of(Verb.DELETE_COMMENT, any(comments), anyUser(), "");
    }
    if (chance < 22 && !likes.isEmpty()) {
      Target like = any(likes);
      return Command.of(Verb.UNLIKE_POST, like, like.id(), "");
    }
    Optional<String> post = shelf.any(random);
    if (post.isEmpty()) {
      return createPost();
    }
    String user = anyUser();
    return chance < 40
        ? Command.of(Verb.LIKE_POST, Target.like(post.get(), user), user, "liked")
        : Command.of(Verb.CREATE_COMMENT, Target.comment(post.get(), id("comment")), user, mark());
  }

  private Command createUser() {
    String id = id("user");
    return Command.of(Verb.CREATE_USER, Target.user(id), id, name());
  }

  private Command rename() {
    String id = anyUser();
    return Command.of(Verb.RENAME_USER, Target.user(id), id, name());
  }

  private Command erase() {
    String id = anyUser();
    Erasure erasure = random.nextBoolean() ? Erasure.REMOVE : Erasure.ANONYMISE;
    return Command.of(Verb.ERASE_USER, Target.user(id), id, erasure.name());
  }

  private Command createPost() {
    Command post = Command.of(Verb.CREATE_POST, Target.post(id("post")), anyUser(), mark());
    return random.nextInt(10) < OLD_IN_TEN
        ? post.writtenAt(LONG_AGO.plusSeconds(random.nextInt(1_000_000)))
        : post;
  }

  /** Names that differ only in case are one name. */
  private String name() {
    String name = "name " + random.nextInt(NAMES);
    return random.nextBoolean() ? name : name.toUpperCase(Locale.ROOT);
  }

  private String id(String kind) {
    return kind + "-" + writer + "-" + made++;
  }

  private String mark() {
    return "w" + writer + "n" + made++;
  }

  private String anyUser() {
    return users.get(random.nextInt(users.size()));
  }

  private Target any(List<Target> targets) {
    return targets.get(random.nextInt(targets.size()));
  }

  /** Learns a command's outcome. Targets in an unknown state are not used again. */
  void learn(Command command, Outcome outcome) {
    Target target = command.target();
    if (command.verb() == Verb.ERASE_USER) {
      users.remove(target.id());
    } else if (command.verb().effect() == Verb.Effect.CREATE) {
      if (outcome.acknowledged()) {
        created(target);
      } else if (outcome == Outcome.REFUSED && target.kind() != Target.Kind.USER) {
        shelf.take(target.partition());
      }
    } else if (command.verb() != Verb.RENAME_USER && removed(command, outcome)) {
      listOf(target).remove(target);
    }
  }

  private static boolean removed(Command command, Outcome outcome) {
    return command.verb().effect() == Verb.Effect.REMOVE || outcome == Outcome.REFUSED;
  }

  private void created(Target target) {
    switch (target.kind()) {
      case USER -> users.add(target.id());
      case POST -> {
        posts.add(target);
        shelf.put(target.id());
      }
      default -> {
        if (!listOf(target).contains(target)) {
          listOf(target).add(target);
        }
      }
    }
  }

  private List<Target> listOf(Target target) {
    return switch (target.kind()) {
      case COMMENT -> comments;
      case LIKE -> likes;
      default -> posts;
    };
  }

  /** The posts that all writers know; the newest are chosen most often. */
  static final class KnownPosts {
    /** Guarded by this. */
    private final List<String> posts = new ArrayList<>();

    synchronized void put(String postId) {
      posts.add(postId);
    }

    synchronized void take(String postId) {
      posts.remove(postId);
    }

    synchronized Optional<String> any(SplittableRandom random) {
      if (posts.isEmpty()) {
        return Optional.empty();
      }
      double nearTheEnd = Math.pow(random.nextDouble(), 3);
      int place = posts.size() - 1 - (int) (posts.size() * nearTheEnd);
      return Optional.of(posts.get(Math.max(place, 0)));
    }
  }
}
