package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Any commands in any order, many of them repeated, against a model of what must come of them. */
@Tag("slow")
class CommandModelContractTest {
  private static final int USERS = 3;

  private static final LocalCosmosExtension COSMOS = Backend.partitions(2, Conditions.SERVICE);
  private static List<Blog> blogs;

  @BeforeContainer
  static void open() {
    COSMOS.open();
    Blog scripts = Blog.on(COSMOS, WritePath.SCRIPTS);
    blogs = List.of(scripts, scripts.writtenBy(WritePath.BATCH));
  }

  @AfterContainer
  static void close() {
    COSMOS.close();
  }

  private enum Kind {
    CREATE_USER,
    RENAME,
    REMOVE_USER,
    ANONYMISE_USER,
    CREATE,
    EDIT,
    DELETE,
    COMMENT,
    EDIT_COMMENT,
    DELETE_COMMENT,
    CLOSE_COMMENTS,
    OPEN_COMMENTS,
    LIKE,
    UNLIKE
  }

  /** One command: its kind, and which of a few users, posts and comments or names it is about. */
  private record Step(Kind kind, int user, int post, int third) {}

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> one = Arbitraries.integers().between(0, USERS - 1);
    Arbitrary<Kind> kind =
        Arbitraries.frequencyOf(
            Tuple.of(14, Arbitraries.of(Kind.class)),
            // An erasure removes a user permanently, so other commands come first.
            Tuple.of(8, Arbitraries.of(Kind.CREATE, Kind.COMMENT, Kind.LIKE)));
    return Combinators.combine(kind, one, one, one).as(Step::new).list().ofMinSize(5).ofMaxSize(40);
  }

  @Property(tries = 24, seed = "1", shrinking = ShrinkingMode.BOUNDED)
  void commandsBehaveLikeTheModel(
      @ForAll("steps") List<Step> steps, @ForAll boolean usersFirst, @ForAll boolean scripts) {
    Named named = new Named(Blog.unique("model"));
    BlogStore store = blogs.get(scripts ? 0 : 1).store();
    ModelBlog model = new ModelBlog();
    for (int user = 0; user < USERS && usersFirst; user++) {
      Step step = new Step(Kind.CREATE_USER, user, 0, user);
      assertThat(outcome(store, named, step)).isEqualTo(expected(model, named, step));
    }
    for (Step step : steps) {
      assertThat(outcome(store, named, step))
          .as("%s of %s", step, steps)
          .isEqualTo(expected(model, named, step));
    }
    model.posts.forEach((number, post) -> isAsInTheModel(store, named.post(number), named, post));
    for (int user = 0; user < USERS; user++) {
      isAsInTheModel(store, named, model, user);
    }
  }

  /** The ids and names of one run, which are the only ones that it queries. */
  private record Named(String run) {
    UserId user(int number) {
      return UserId.of(run + "-user-" + number);
    }

    PostId post(int number) {
      return PostId.of(run + "-post-" + number);
    }

    static CommentId comment(int number) {
      return CommentId.of("comment-" + number);
    }

    /** As many as users, and each of them in two ways to write it. */
    String name(int number, boolean loud) {
      String name = run + " name " + number;
      return loud ? name.toUpperCase(Locale.ROOT) : name;
    }
  }

  private static String expected(ModelBlog model, Named named, Step step) {
    String name = named.name(step.third(), step.post() == 0);
    return switch (step.kind()) {
      case CREATE_USER -> model.createUser(step.user(), name);
      case RENAME -> model.rename(step.user(), name);
      case REMOVE_USER -> model.erase(step.user(), Erasure.REMOVE);
      case ANONYMISE_USER -> model.erase(step.user(), Erasure.ANONYMISE);
      case CREATE -> model.createPost(step.post(), step.user());
      case EDIT -> model.editPost(step.post());
      case DELETE -> model.deletePost(step.post());
      case COMMENT -> model.comment(step.post(), step.third(), step.user());
      case EDIT_COMMENT -> model.editComment(step.post(), step.third());
      case DELETE_COMMENT -> model.deleteComment(step.post(), step.third());
      case CLOSE_COMMENTS -> model.setCommentsClosed(step.post(), true);
      case OPEN_COMMENTS -> model.setCommentsClosed(step.post(), false);
      case LIKE -> model.like(step.post(), step.user());
      case UNLIKE -> model.unlike(step.post(), step.user());
    };
  }

  private static String outcome(BlogStore store, Named named, Step step) {
    PostId post = named.post(step.post());
    UserId user = named.user(step.user());
    CommentId comment = Named.comment(step.third());
    String name = named.name(step.third(), step.post() == 0);
    return switch (step.kind()) {
      case CREATE_USER -> told(() -> store.createUser(CreateUser.named(name).withId(user)));
      case RENAME -> told(() -> store.renameUser(user, name));
      case REMOVE_USER -> told(() -> store.eraseUser(EraseUser.remove(user)));
      case ANONYMISE_USER -> told(() -> store.eraseUser(EraseUser.anonymize(user)));
      case CREATE -> told(() -> store.createPost(CreatePost.of(user, "t", "c").withId(post)));
      case EDIT -> told(() -> store.editPost(new EditPost(post, "e", "e")));
      case LIKE -> told(() -> store.likePost(LikePost.of(post, user)));
      case COMMENT ->
          told(() -> store.createComment(CreateComment.of(post, user, "?").withId(comment)));
      case EDIT_COMMENT -> told(() -> store.editComment(new EditComment(post, comment, "e")));
      case CLOSE_COMMENTS -> told(() -> store.closeComments(post));
      case OPEN_COMMENTS -> told(() -> store.openComments(post));
      case DELETE -> told(() -> store.deletePost(post));
      case DELETE_COMMENT -> told(() -> store.deleteComment(post, comment));
      case UNLIKE -> told(() -> store.unlikePost(post, user));
    };
  }

  private static String told(Supplier<CommandResult<?>> command) {
    try {
      return command.get().alreadyDone() ? ModelBlog.ALREADY_DONE : ModelBlog.DONE;
    } catch (BlogException e) {
      return e.getClass().getSimpleName();
    }
  }

  private static void isAsInTheModel(
      BlogStore store, PostId id, Named named, ModelBlog.PostState state) {
    if (!state.live) {
      assertThat(store.findPost(id)).isEmpty();
      return;
    }
    Post post = store.findPost(id).orElseThrow();
    assertThat(post.userId()).isEqualTo(named.user(state.author));
    assertThat(post.likeCount()).isEqualTo(state.likers.size());
    assertThat(post.commentCount()).isEqualTo(state.comments.size());
    assertThat(post.commentsClosed()).isEqualTo(state.closed);
    PageRequest page = PageRequest.first(100);
    assertThat(store.likesOf(id, page).items())
        .extracting(like -> like.userId())
        .containsExactlyInAnyOrderElementsOf(state.likers.stream().map(named::user).toList());
    assertThat(store.commentsOf(id, page).items())
        .extracting(comment -> comment.id())
        .containsExactlyInAnyOrderElementsOf(
            state.comments.keySet().stream().map(Named::comment).toList());
  }

  private static void isAsInTheModel(BlogStore store, Named named, ModelBlog model, int user) {
    UserId id = named.user(user);
    assertThat(store.findUser(id).map(User::username))
        .isEqualTo(Optional.ofNullable(model.names.get(user)));
    String name = named.name(user, false);
    Optional<UserId> holder =
        model.names.entrySet().stream()
            .filter(held -> held.getValue().equalsIgnoreCase(name))
            .map(held -> named.user(held.getKey()))
            .findFirst();
    assertThat(store.findUserByUsername(name).map(User::id)).as(name).isEqualTo(holder);
  }
}
