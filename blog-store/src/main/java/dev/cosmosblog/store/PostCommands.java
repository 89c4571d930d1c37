package dev.cosmosblog.store;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.UserItem;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/** C2 to C4: looks up who writes, and writes a post, a comment or a like with the name found. */
final class PostCommands {
  private final Authors authors;
  private final PostRepository posts;
  private final Clock clock;

  PostCommands(Authors authors, PostRepository posts, Clock clock) {
    this.authors = authors;
    this.posts = posts;
    this.clock = clock;
  }

  CommandResult<Post> create(PostId id, CreatePost command, RequestMeter meter) {
    UserItem author = authors.get(command.userId(), meter);
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
    if (posts.create(post, author.version(), meter) == Write.DONE) {
      return CommandResult.done(post);
    }
    return posts
        .find(id, meter)
        .filter(found -> found.userId().equals(command.userId()))
        .map(CommandResult::alreadyDone)
        .orElseThrow(() -> new IdTakenException("post", id.value()));
  }

  CommandResult<Comment> comment(CommentId id, CreateComment command, RequestMeter meter) {
    UserItem author = authors.get(command.userId(), meter);
    Comment comment =
        new Comment(
            id,
            command.postId(),
            command.userId(),
            author.name().username(),
            command.content(),
            dateOf(command.creationDate()));
    if (posts.add(comment, author.version(), meter)) {
      return CommandResult.done(comment);
    }
    return posts
        .comment(command.postId(), id, meter)
        .filter(found -> found.userId().equals(command.userId()))
        .map(CommandResult::alreadyDone)
        .orElseThrow(() -> new IdTakenException("comment", id.value()));
  }

  CommandResult<Like> like(LikePost command, RequestMeter meter) {
    UserItem liker = authors.get(command.userId(), meter);
    Like like =
        new Like(
            command.postId(),
            command.userId(),
            liker.name().username(),
            dateOf(command.creationDate()));
    if (posts.add(like, liker.version(), meter)) {
      return CommandResult.done(like);
    }
    Like found = posts.like(command.postId(), command.userId(), meter).orElse(like);
    return CommandResult.alreadyDone(found);
  }

  private Instant dateOf(Optional<Instant> given) {
    return given.orElseGet(() -> CreationDate.of(clock.instant()));
  }
}
