package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Any commands in any order, many of them repeated, against a model of what must come of them. */
class CommandModelContractTest {
  private static Backend backend;
  private static Blog blog;
  private static List<UserId> users;

  @BeforeContainer
  static void open() {
    backend = Backend.open(2);
    blog = Blog.on(backend);
    users = List.of(blog.newUser(), blog.newUser(), blog.newUser());
  }

  @AfterContainer
  static void close() {
    backend.close();
  }

  private enum Kind {
    CREATE,
    EDIT,
    DELETE,
    COMMENT,
    EDIT_COMMENT,
    DELETE_COMMENT,
    LIKE,
    UNLIKE
  }

  /** One command: its kind, and which of a few users, posts and comments it is about. */
  private record Step(Kind kind, int user, int post, int comment) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> one = Arbitraries.integers().between(0, 2);
    return Combinators.combine(Arbitraries.of(Kind.class), one, one, one)
        .as(Step::new)
        .list()
        .ofMinSize(5)
        .ofMaxSize(40);
  }

  @Property(tries = 12, shrinking = ShrinkingMode.BOUNDED)
  void commandsDoWhatTheModelSays(@ForAll("steps") List<Step> steps) {
    Model model = new Model(Blog.unique("model"));
    for (Step step : steps) {
      assertThat(outcome(model, step)).as("%s of %s", step, steps).isEqualTo(model.apply(step));
    }
    model.authors.forEach((post, author) -> hasWhatTheModelSays(model, post, author));
  }

  private static String outcome(Model model, Step step) {
    BlogStore store = blog.store();
    PostId post = model.post(step.post());
    UserId user = users.get(step.user());
    return switch (step.kind()) {
      case CREATE -> told(() -> store.createPost(CreatePost.of(user, "t", "c").withId(post)));
      case EDIT -> told(() -> CommandResult.done(store.editPost(new EditPost(post, "e", "e"))));
      case LIKE -> told(() -> store.likePost(LikePost.of(post, user)));
      case COMMENT ->
          told(
              () ->
                  store.createComment(
                      CreateComment.of(post, user, "?").withId(Model.comment(step))));
      case EDIT_COMMENT ->
          told(
              () ->
                  CommandResult.done(
                      store.editComment(new EditComment(post, Model.comment(step), "e"))));
      case DELETE -> removed(() -> store.deletePost(post));
      case DELETE_COMMENT -> removed(() -> store.deleteComment(post, Model.comment(step)));
      case UNLIKE -> removed(() -> store.unlikePost(post, user));
    };
  }

  private static String removed(BooleanSupplier command) {
    return told(
        () -> command.getAsBoolean() ? CommandResult.done(true) : CommandResult.alreadyDone(false));
  }

  private static String told(Supplier<CommandResult<?>> command) {
    try {
      return command.get().alreadyDone() ? "already done" : "done";
    } catch (BlogException e) {
      return e.getClass().getSimpleName();
    }
  }

  private static void hasWhatTheModelSays(Model model, int number, int author) {
    PostId id = model.post(number);
    if (model.deleted.contains(number)) {
      assertThat(blog.store().findPost(id)).isEmpty();
      return;
    }
    Post post = blog.store().findPost(id).orElseThrow();
    int likes = model.likers.getOrDefault(number, Set.of()).size();
    int comments = model.comments.getOrDefault(number, Map.of()).size();
    assertThat(post.userId()).isEqualTo(users.get(author));
    assertThat(post.likeCount()).isEqualTo(likes);
    assertThat(post.commentCount()).isEqualTo(comments);
    PageRequest page = PageRequest.first(100);
    assertThat(blog.store().likesOf(id, page).items()).hasSize(likes);
    assertThat(blog.store().commentsOf(id, page).items()).hasSize(comments);
  }

  /** What is there after the commands so far. */
  private static final class Model {
    private static final String NO_POST = "PostNotFoundException";

    private final String name;
    private final Map<Integer, Integer> authors = new HashMap<>();
    private final Set<Integer> deleted = new HashSet<>();
    private final Map<Integer, Set<Integer>> likers = new HashMap<>();
    private final Map<Integer, Map<Integer, Integer>> comments = new HashMap<>();

    Model(String name) {
      this.name = name;
    }

    PostId post(int number) {
      return PostId.of(name + "-" + number);
    }

    static CommentId comment(Step step) {
      return CommentId.of("comment-" + step.comment());
    }

    String apply(Step step) {
      Set<Integer> liking = likers.computeIfAbsent(step.post(), post -> new HashSet<>());
      Map<Integer, Integer> commenting =
          comments.computeIfAbsent(step.post(), post -> new HashMap<>());
      boolean live = authors.containsKey(step.post()) && !deleted.contains(step.post());
      return switch (step.kind()) {
        case CREATE -> create(step);
        case EDIT -> live ? "done" : NO_POST;
        case DELETE -> live && deleted.add(step.post()) ? "done" : "already done";
        case LIKE -> added(live, !liking.contains(step.user()), () -> liking.add(step.user()));
        case UNLIKE -> taken(live, liking.contains(step.user()), () -> liking.remove(step.user()));
        case COMMENT -> comment(live, step, commenting);
        case EDIT_COMMENT ->
            commenting.containsKey(step.comment()) ? "done" : "CommentNotFoundException";
        case DELETE_COMMENT ->
            taken(
                live,
                commenting.containsKey(step.comment()),
                () -> commenting.remove(step.comment()));
      };
    }

    private String create(Step step) {
      return deleted.contains(step.post())
          ? "IdTakenException"
          : first(authors.putIfAbsent(step.post(), step.user()), step.user());
    }

    private static String comment(boolean live, Step step, Map<Integer, Integer> commenting) {
      Integer there = commenting.get(step.comment());
      return there == null
          ? added(live, true, () -> commenting.put(step.comment(), step.user()))
          : first(there, step.user());
    }

    /** What is there already is so until the change feed has taken it away behind a deleted post. */
    private static String added(boolean live, boolean isNew, Runnable add) {
      if (!isNew) {
        return "already done";
      }
      return done(live, add);
    }

    private static String taken(boolean live, boolean there, Runnable take) {
      return there ? done(live, take) : "already done";
    }

    private static String done(boolean live, Runnable change) {
      if (!live) {
        return NO_POST;
      }
      change.run();
      return "done";
    }

    private static String first(Integer there, int user) {
      if (there == null) {
        return "done";
      }
      return there == user ? "already done" : "IdTakenException";
    }
  }
}
