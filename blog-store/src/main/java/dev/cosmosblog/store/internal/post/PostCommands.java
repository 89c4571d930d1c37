package dev.cosmosblog.store.internal.post;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.user.UserRepository;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** C2 to C4: looks up who writes, and writes a post, a comment or a like with the name found. */
public final class PostCommands {
  private final UserRepository users;
  private final PostRepository posts;
  private final Clock clock;

  public PostCommands(UserRepository users, PostRepository posts, Clock clock) {
    this.users = users;
    this.posts = posts;
    this.clock = clock;
  }

  public CommandResult<Post> create(PostId id, CreatePost command, OperationContext context) {
    UserItem author = users.author(command.userId(), context);
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
    if (posts.create(post, author.version(), context) == WriteResult.DONE) {
      return CommandResult.done(post);
    }
    return posts
        .find(id, context)
        .filter(found -> found.userId().equals(command.userId()))
        .map(CommandResult::alreadyDone)
        .orElseThrow(() -> new IdTakenException("post", id.value()));
  }

  public CommandResult<Comment> comment(
      CommentId id, CreateComment command, OperationContext context) {
    UserItem author = users.author(command.userId(), context);
    Comment comment =
        new Comment(
            id,
            command.postId(),
            command.userId(),
            author.name().username(),
            command.content(),
            dateOf(command.creationDate()));
    if (posts.add(comment, author.version(), context)) {
      return CommandResult.done(comment);
    }
    return posts
        .comment(command.postId(), id, context)
        .filter(found -> found.userId().equals(command.userId()))
        .map(CommandResult::alreadyDone)
        .orElseThrow(() -> new IdTakenException("comment", id.value()));
  }

  public CommandResult<Like> like(LikePost command, OperationContext context) {
    UserItem liker = users.author(command.userId(), context);
    Like like =
        new Like(
            command.postId(),
            command.userId(),
            liker.name().username(),
            dateOf(command.creationDate()));
    if (posts.add(like, liker.version(), context)) {
      return CommandResult.done(like);
    }
    return CommandResult.alreadyDone(
        posts.like(command.postId(), command.userId(), context).orElse(like));
  }

  private Instant dateOf(Optional<Instant> given) {
    return given.orElseGet(() -> CreationDate.of(clock.instant()));
  }
}
