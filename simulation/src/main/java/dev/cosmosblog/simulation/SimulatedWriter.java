package dev.cosmosblog.simulation;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.simulation.Faults.Exhausted;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.ChangeStatus;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.query.Visibility;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sends commands of one application. All writers share a few users, posts and names, so that they
 * conflict. After a failure that left the outcome open, the writer repeats the command with the
 * same ids, as its caller should.
 */
final class SimulatedWriter {
  private static final int MAX_COMMANDS = 9;
  private static final int POSTS = 4;
  static final List<String> NAMES = List.of("Ann", "Bob", "ANN", "Cy");
  private static final List<Slug> SLUGS = List.of(Slug.of("one"), Slug.of("two"), Slug.of("three"));

  private static final List<Tag> TAGS = List.of(Tag.of("red"), Tag.of("green"));

  private final Simulation simulation;
  private final Choices choices;
  private final BlogStore store;
  private final BlogStore other;
  private final int index;
  private final String name;

  /** Users as this writer has last seen them, perhaps long before a rename or an erasure. */
  private final Map<UserId, User> signedIn = new HashMap<>();

  private int comments;

  /**
   * A caller of an application.
   *
   * @param store the application's, which its callers share
   * @param other the store of another host, which reads in the caller's sessions
   * @param index the application's number
   * @param name the name of the caller
   */
  SimulatedWriter(Simulation simulation, BlogStore store, BlogStore other, int index, String name) {
    this.simulation = simulation;
    this.choices = simulation.choices();
    this.store = store;
    this.other = other;
    this.index = index;
    this.name = name;
  }

  void run() {
    send("createUser u" + index, () -> createUser(index));
    send("createPost p" + index, () -> createPost("p" + index, index));
    if (choices.chance(150)) {
      discuss();
    }
    int count = choices.below(MAX_COMMANDS);
    for (int i = 0; i < count; i++) {
      command();
      if (choices.chance(200)) {
        simulation.scheduler().sleep(Duration.ofSeconds(1 + choices.below(30)));
      }
    }
  }

  /**
   * Comments on one post now and then, so that hosts postpone writes of the front page; often after
   * the front page was compared with the posts that are new.
   */
  private void discuss() {
    PostId post = PostId.of("p" + index);
    simulation.scheduler().sleep(Duration.ofSeconds(choices.below(150)));
    int count = 3 + choices.below(6);
    for (int i = 0; i < count; i++) {
      createComment(post, user(choices.below(2)));
      simulation.scheduler().sleep(Duration.ofSeconds(1 + choices.below(6)));
    }
  }

  /** Creates all posts that don't exist. */
  void createPosts() {
    for (int number = 0; number < POSTS; number++) {
      String post = "p" + number;
      UserId author = user(number % 2);
      send(
          "createPost " + post,
          () ->
              store.createPost(CreatePost.of(author, "title", "content").withId(PostId.of(post))));
    }
  }

  /** Reacts to one or two posts, to which the application's other callers react at the time. */
  void react() {
    if (choices.chance(200)) {
      moderateRepeatedly();
      return;
    }
    int count = 1 + choices.below(MAX_COMMANDS);
    for (int i = 0; i < count; i++) {
      UserId author = user(choices.below(2));
      PostId post = PostId.of("p" + (choices.chance(800) ? index : choices.below(2)));
      switch (choices.below(7)) {
        case 0, 1, 2 -> createComment(post, author);
        case 3 -> like(post, author);
        case 4 -> unlike(post, author);
        case 5 -> deleteComment(post, ownComment());
        default -> setCommentsClosed(post, choices.chance(500));
      }
    }
  }

  /** Hides and shows a comment of another caller, who may delete it at the time. */
  private void moderateRepeatedly() {
    PostId post = PostId.of("p" + index);
    int caller = 1 + choices.below(3);
    CommentId comment = CommentId.of("c-writer-%d-%d-0".formatted(index, caller));
    int count = 4 + choices.below(12);
    for (int i = 0; i < count; i++) {
      moderate(post, comment, i % 2 == 0);
    }
  }

  private String ownComment() {
    return "c-" + name + "-" + choices.below(3);
  }

  private void createComment(PostId post, UserId author) {
    CommentId mine = CommentId.of("c-" + name + "-" + comments++);
    CreateComment command = comment(post, author).withId(mine);
    CreateComment sent = choices.chance(300) ? command.asPending() : command;
    react(
        "createComment " + mine.value() + " to " + post.value(),
        new ItemKey(mine.value(), post.value()),
        true,
        () -> store.createComment(sent));
  }

  private void like(PostId post, UserId author) {
    react(
        "likePost " + post.value() + " by " + author.value(),
        new ItemKey(LikeItem.idOf(author), post.value()),
        true,
        () -> store.likePost(likeOf(post, author)));
  }

  private void unlike(PostId post, UserId author) {
    react(
        "unlikePost " + post.value() + " by " + author.value(),
        new ItemKey(LikeItem.idOf(author), post.value()),
        false,
        () -> store.unlikePost(post, author));
  }

  private void deleteComment(PostId post, String comment) {
    react(
        "deleteComment " + comment + " of " + post.value(),
        new ItemKey(comment, post.value()),
        false,
        () -> store.deleteComment(post, CommentId.of(comment)));
  }

  /** Sends a reaction; once it returned, its item existed, or not, during the call. */
  private void react(String text, ItemKey item, boolean exists, Runnable command) {
    send(
        text,
        () -> {
          long begin = simulation.scheduler().nanoTime();
          command.run();
          simulation.invariants().checkAnswer(item, exists, begin);
        });
  }

  private void command() {
    int user = choices.below(2);
    String post = post();
    PostId id = PostId.of(post);
    UserId author = user(user);
    String comment = ownComment();
    switch (choices.below(20)) {
      case 0, 1 -> createComment(id, author);
      case 2, 3 -> like(id, author);
      case 4 -> unlike(id, author);
      case 5, 6 -> send("createPost " + post, () -> createPost(post, user));
      case 7 -> editPost(id);
      case 8 -> send("deletePost " + post, () -> store.deletePost(id));
      case 9 -> deleteComment(id, comment);
      case 10 ->
          send(
              "editComment " + comment + " of " + post,
              () -> store.editComment(new EditComment(id, CommentId.of(comment), "edited")));
      case 11 -> editNames(id);
      case 12 -> send("editUser u" + user, () -> store.editUser(property(EditUser.of(author))));
      case 13, 14 -> {
        String name = choices.of(NAMES);
        send(
            "renameUser u" + user + " to " + name,
            () -> signedIn.put(author, store.renameUser(author, name).value()));
      }
      case 15, 16, 17 -> changeStatus(id);
      case 18 -> {
        if (choices.chance(700)) {
          moderate(id, CommentId.of(comment), choices.chance(600));
        } else {
          setCommentsClosed(id, choices.chance(600));
        }
      }
      default -> {
        if (choices.chance(500)) {
          send("createUser u" + user, () -> createUser(user));
        } else {
          EraseUser erasure =
              choices.chance(500) ? EraseUser.anonymize(author) : EraseUser.remove(author);
          send(
              "eraseUser u" + user + " (" + erasure.erasure() + ")",
              () -> store.eraseUser(erasure));
        }
      }
    }
  }

  private void editPost(PostId post) {
    if (choices.chance(500)) {
      send("editPost " + post, () -> store.editPost(edit(post, choices.below(3))));
      return;
    }
    List<Tag> tags = tags();
    send(
        "editPost " + post + " (tags " + tags + ")",
        () -> store.editPost(EditPost.of(post).tags(tags)));
  }

  /** Edits the slug or a property, for which the store reads the post first. */
  private void editNames(PostId post) {
    if (choices.chance(500)) {
      Slug slug = slug();
      send(
          "editPost " + post + " (slug " + slug + ")",
          () -> store.editPost(EditPost.of(post).slug(slug)));
    } else {
      send(
          "editPost " + post + " (property)",
          () -> store.editPost(property(EditPost.of(post), choices.below(4))));
    }
  }

  private void changeStatus(PostId post) {
    ChangeStatus change =
        switch (choices.below(6)) {
          case 0, 1 -> ChangeStatus.hide(post);
          case 2 -> ChangeStatus.show(post);
          case 3 -> ChangeStatus.publish(post);
          case 4 -> ChangeStatus.schedule(post, soon());
          default -> ChangeStatus.unschedule(post);
        };
    send(change.change() + " " + post, () -> store.changeStatus(change));
  }

  private void moderate(PostId post, CommentId comment, boolean hides) {
    String text = (hides ? "hideComment " : "showComment ") + comment + " of " + post;
    send(
        text,
        () -> {
          if (hides) {
            store.hideComment(post, comment);
          } else if (choices.chance(500)) {
            store.showComment(post, comment);
          } else {
            store.approveComment(post, comment);
          }
        });
  }

  private void setCommentsClosed(PostId post, boolean closes) {
    String text = (closes ? "closeComments of " : "openComments of ") + post;
    send(
        text,
        () -> {
          if (closes) {
            store.closeComments(post);
          } else {
            store.openComments(post);
          }
        });
  }

  /** A time that may be over already by this application's clock. */
  private Instant soon() {
    return simulation.now().plusSeconds(choices.below(120));
  }

  /** An edit; some expect the version of the first edit, and fail before it and after another. */
  private static EditPost edit(PostId post, int number) {
    EditPost edit = EditPost.of(post).title("title " + number);
    return number == 2 ? edit.ifVersion(1) : edit.content("content").excerpt("excerpt " + number);
  }

  /** An edit of the property that is this writer's, which may remove it. */
  private EditPost property(EditPost edit, int number) {
    String own = PreservedProperties.property(index);
    return number == 3 ? edit.withoutProperty(own) : edit.property(own, number);
  }

  private EditUser property(EditUser edit) {
    return edit.property(PreservedProperties.property(index), choices.below(4));
  }

  private List<Tag> tags() {
    return TAGS.stream().filter(tag -> choices.chance(500)).toList();
  }

  private Slug slug() {
    return choices.of(SLUGS);
  }

  /** A post's id; sometimes it is its author's. */
  private String post() {
    int number = choices.below(POSTS + 1);
    return number == POSTS ? "u0" : "p" + number;
  }

  private static UserId user(int number) {
    return UserId.of("u" + number);
  }

  private void createUser(int user) {
    User created =
        store.createUser(new CreateUser(user(user), NAMES.get(user % NAMES.size()))).value();
    signedIn.put(created.id(), created);
  }

  private void createPost(String post, int user) {
    User author = seen(user(user));
    CreatePost command =
        author == null
            ? CreatePost.of(user(user), "title", "content")
            : CreatePost.of(author, "title", "content");
    CustomProperties own = CustomProperties.NONE.with("topics", List.of(post));
    if (choices.chance(400)) {
      command = command.slug(slug());
    }
    if (choices.chance(500)) {
      command = command.tags(tags());
    }
    CreatePost created =
        switch (choices.below(8)) {
          case 6 -> command.draft();
          case 7 -> command.publishAt(soon());
          default -> command;
        };
    ItemKey key = ItemKey.of(post);
    long before = simulation.service().partition(BlogContainer.POSTS, post).lsn();
    CommandResult<Post> result = store.createPost(created.withId(PostId.of(post)).properties(own));
    if (!result.alreadyDone() && choices.chance(300)) {
      BlogStore session = other.withSession(result.sessionToken());
      boolean isFound = session.findPost(result.value().id(), Visibility.ALL).isPresent();
      simulation.invariants().checkSession(key, before, isFound);
    }
  }

  private CreateComment comment(PostId post, UserId user) {
    User author = seen(user);
    return author == null
        ? CreateComment.of(post, user, "text")
        : CreateComment.of(post, author, "text");
  }

  private LikePost likeOf(PostId post, UserId user) {
    User liker = seen(user);
    return liker == null ? LikePost.of(post, user) : LikePost.of(post, liker);
  }

  /** Returns a user whom the writer has seen in every other case, so that none is read. */
  private @Nullable User seen(UserId user) {
    return choices.chance(500) ? signedIn.get(user) : null;
  }

  private void send(String text, Runnable command) {
    for (int attempt = 0; attempt < 2; attempt++) {
      simulation.faults().tell(() -> "  " + name + " sends " + text);
      try {
        command.run();
        simulation.faults().tell(() -> "  " + name + " has done " + text);
        return;
      } catch (StoreException | Exhausted e) {
        simulation.faults().tell(() -> "  " + name + " does not know: " + e.getMessage());
      } catch (BlogException e) {
        simulation.faults().tell(() -> "  " + name + " is refused: " + e.getMessage());
        return;
      }
    }
  }
}
