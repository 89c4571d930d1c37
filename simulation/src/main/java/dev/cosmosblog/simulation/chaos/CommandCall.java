package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.simulation.chaos.Command.Texts;
import dev.cosmosblog.simulation.chaos.Command.Verb;
import dev.cosmosblog.simulation.chaos.CommandLog.Outcome;
import dev.cosmosblog.store.BlogCommands;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import java.util.Set;
import java.util.regex.Pattern;

/** Runs a command on a blog. */
final class CommandCall {
  /**
   * Exceptions of rejected commands; after any other exception, the command may have been applied.
   */
  private static final Set<Class<? extends BlogException>> REFUSALS =
      Set.of(
          CommentNotFoundException.class,
          CommentsClosedException.class,
          IdTakenException.class,
          PostNotFoundException.class,
          UserNotFoundException.class,
          UsernameTakenException.class);

  private static final Pattern MISSING = Pattern.compile("(User|Post|Comment)NotFoundException:");

  private final BlogCommands blog;

  CommandCall(BlogCommands blog) {
    this.blog = blog;
  }

  /** The outcome, and the exception's text. */
  record Ended(Outcome outcome, String detail) {
    /** Returns whether the command was rejected because something that it needs was not found. */
    boolean missesSomething() {
      return outcome == Outcome.REFUSED && MISSING.matcher(detail).lookingAt();
    }
  }

  Ended give(Command command) {
    try {
      return new Ended(did(command) ? Outcome.DONE : Outcome.ALREADY_DONE, "");
    } catch (BlogException e) {
      boolean refused = REFUSALS.contains(e.getClass()) || e instanceof InvalidInputException;
      String detail = e.getClass().getSimpleName() + ": " + e.getMessage();
      return new Ended(refused ? Outcome.REFUSED : Outcome.UNKNOWN, detail);
    }
  }

  /** Gives the command; returns whether there was something to do. */
  private boolean did(Command command) {
    return switch (command.target().kind()) {
      case USER -> user(command);
      case POST -> post(command);
      case COMMENT -> comment(command);
      case LIKE -> like(command);
    };
  }

  private boolean user(Command command) {
    UserId id = UserId.of(command.userId());
    return switch (command.verb()) {
      case CREATE_USER ->
          !blog.createUser(CreateUser.named(command.value()).withId(id)).alreadyDone();
      case ERASE_USER -> {
        EraseUser erase =
            command.removesAllOfUser() ? EraseUser.remove(id) : EraseUser.anonymize(id);
        yield !blog.eraseUser(erase).alreadyDone();
      }
      default -> !blog.renameUser(id, command.value()).alreadyDone();
    };
  }

  private boolean post(Command command) {
    PostId id = PostId.of(command.target().id());
    String content = Texts.content(command.value());
    switch (command.verb()) {
      case CREATE_POST -> {
        UserId author = UserId.of(command.userId());
        CreatePost post = CreatePost.of(author, command.value(), content).withId(id);
        return !blog.createPost(command.date().map(post::writtenAt).orElse(post)).alreadyDone();
      }
      case EDIT_POST -> {
        blog.editPost(new EditPost(id, command.value(), content));
        return true;
      }
      default -> {
        return !blog.deletePost(id).alreadyDone();
      }
    }
  }

  private boolean comment(Command command) {
    PostId post = PostId.of(command.target().partition());
    CommentId id = CommentId.of(command.target().id());
    String content = Texts.content(command.value());
    switch (command.verb()) {
      case CREATE_COMMENT -> {
        UserId author = UserId.of(command.userId());
        return !blog.createComment(CreateComment.of(post, author, content).withId(id))
            .alreadyDone();
      }
      case EDIT_COMMENT -> {
        blog.editComment(new EditComment(post, id, content));
        return true;
      }
      default -> {
        return !blog.deleteComment(post, id).alreadyDone();
      }
    }
  }

  private boolean like(Command command) {
    PostId post = PostId.of(command.target().partition());
    UserId liker = UserId.of(command.userId());
    return command.verb() == Verb.LIKE_POST
        ? !blog.likePost(LikePost.of(post, liker)).alreadyDone()
        : !blog.unlikePost(post, liker).alreadyDone();
  }
}
