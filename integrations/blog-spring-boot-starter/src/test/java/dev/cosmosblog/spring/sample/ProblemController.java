package dev.cosmosblog.spring.sample;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.StatusChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.SlugTakenException;
import dev.cosmosblog.store.error.StatusConflictException;
import dev.cosmosblog.store.error.StoreException.Failure;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ResponseStatusException;

/** Requests that fail with each of the library's exceptions. */
@RestController
@RequestMapping("/problems")
class ProblemController {
  private static final PostId POST = PostId.of("p1");

  private final BlogStore blog;

  ProblemController(BlogStore blog) {
    this.blog = blog;
  }

  record Command(PostId postId) {}

  @PostMapping
  PostId command(@RequestBody Command command) {
    return command.postId();
  }

  @GetMapping("/posts/{id}")
  PostId post(@PathVariable("id") PostId id) {
    return id;
  }

  @GetMapping("/comments")
  List<Comment> comments(@RequestParam("token") ContinuationToken token) {
    return blog.commentsOf(POST, PageRequest.first(5).after(token)).items();
  }

  @GetMapping("/users/{name}")
  UserId user(@PathVariable("name") String name) {
    return blog.createUser(name).value().id();
  }

  @GetMapping("/replaced")
  void replaced() {
    throw new ResponseStatusException(HttpStatus.GONE, "gone", new PostNotFoundException(POST));
  }

  @GetMapping("/of/{kind}")
  void fail(@PathVariable("kind") String kind) {
    throw failure(kind);
  }

  private static BlogException failure(String kind) {
    RuntimeException cause = new IllegalStateException("secret cause");
    Failure failure =
        new Failure("read in posts at https://secret", 503, 7, cause, true, false, "c1");
    return switch (kind) {
      case "post" -> new PostNotFoundException(POST);
      case "user" -> new UserNotFoundException(UserId.of("ann"));
      case "comment" -> new CommentNotFoundException(POST, CommentId.of("c1"));
      case "slug" -> new SlugTakenException(Slug.of("hello"));
      case "id" -> new IdTakenException("post", "p1");
      case "closed" -> new CommentsClosedException(POST);
      case "status" -> new StatusConflictException(POST, StatusChange.PUBLISH, PostStatus.HIDDEN);
      case "version" -> new VersionConflictException("post", "p1", 3, 4);
      case "throttled" -> new ThrottledException(failure, Duration.ofMillis(1_200));
      case "throttled-now" -> new ThrottledException(failure, Duration.ZERO);
      case "unavailable" -> new StoreUnavailableException(failure);
      case "denied" -> new AccessDeniedException(failure);
      default -> new MalformedItemException("secret", "secret");
    };
  }

  /** A handler of the application. */
  @RestControllerAdvice
  @ConditionalOnBooleanProperty("sample.own-advice")
  static class OwnAdvice {
    @ExceptionHandler
    ResponseEntity<String> handle(BlogException e) {
      return ResponseEntity.status(HttpStatus.CONFLICT).body(e.getClass().getSimpleName());
    }
  }
}
