package dev.cosmosblog.spring;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.SlugTakenException;
import dev.cosmosblog.store.error.StatusConflictException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.error.VersionConflictException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Responds to exceptions of the library with their HTTP status: browsers get the application's
 * error page, other clients a problem detail (RFC 9457).
 *
 * <p>It has the lowest precedence, so that any handler of the application wins. It rethrows
 * exceptions that an operator must see, whose messages have endpoints: Spring logs them and
 * responds with 500.
 */
@RestControllerAdvice
final class BlogProblems {
  private static final String UNAVAILABLE = "The blog is not available. Repeat the request later.";

  BlogProblems() {}

  @ExceptionHandler(exception = BlogException.class, produces = MediaType.TEXT_HTML_VALUE)
  void page(Exception thrown, BlogException e, HttpServletResponse response) throws IOException {
    response.sendError(problem(thrown, e, response).getStatus());
  }

  @ExceptionHandler(BlogException.class)
  ProblemDetail problem(Exception thrown, BlogException e, HttpServletResponse response) {
    ProblemDetail problem = isOwn(thrown, e) ? problem(e) : null;
    if (problem == null) {
      throw e;
    }
    if (e instanceof ThrottledException throttled) {
      long seconds = throttled.retryAfter().plusMillis(999).toSeconds();
      response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(Math.max(1, seconds)));
    }
    return problem;
  }

  /**
   * Whether an exception is the library's. Spring passes the cause of others, too: arguments that
   * Spring converts count, but not an exception with which the application replaced the library's.
   */
  private static boolean isOwn(Exception thrown, BlogException e) {
    boolean isOfArgument =
        thrown instanceof TypeMismatchException
            || thrown instanceof HttpMessageNotReadableException;
    return thrown == e || isOfArgument && e instanceof InvalidInputException;
  }

  private static @Nullable ProblemDetail problem(BlogException e) {
    if (e instanceof InvalidInputException invalid) {
      return problem(HttpStatus.BAD_REQUEST, e, "argument", invalid.argument());
    }
    if (e instanceof UserNotFoundException missing) {
      return problem(HttpStatus.NOT_FOUND, e, "userId", missing.userId());
    }
    if (e instanceof PostNotFoundException missing) {
      return problem(HttpStatus.NOT_FOUND, e, "postId", missing.postId());
    }
    if (e instanceof CommentNotFoundException missing) {
      return problem(HttpStatus.NOT_FOUND, e, "commentId", missing.commentId());
    }
    if (e instanceof VersionConflictException conflict) {
      return problem(
          HttpStatus.PRECONDITION_FAILED, e, "currentVersion", conflict.currentVersion());
    }
    if (e instanceof ThrottledException) {
      return ProblemDetail.forStatusAndDetail(HttpStatus.TOO_MANY_REQUESTS, UNAVAILABLE);
    }
    return e instanceof StoreUnavailableException
        ? ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, UNAVAILABLE)
        : conflict(e);
  }

  private static @Nullable ProblemDetail conflict(BlogException e) {
    if (e instanceof UsernameTakenException taken) {
      return problem(HttpStatus.CONFLICT, e, "username", taken.username());
    }
    if (e instanceof SlugTakenException taken) {
      return problem(HttpStatus.CONFLICT, e, "slug", taken.slug());
    }
    if (e instanceof IdTakenException taken) {
      return problem(HttpStatus.CONFLICT, e, "id", taken.id());
    }
    if (e instanceof CommentsClosedException closed) {
      return problem(HttpStatus.CONFLICT, e, "postId", closed.postId());
    }
    return e instanceof StatusConflictException conflict
        ? problem(HttpStatus.CONFLICT, e, "postStatus", conflict.status())
        : null;
  }

  private static ProblemDetail problem(
      HttpStatus status, BlogException e, String property, Object value) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, e.getMessage());
    problem.setProperty(property, value);
    return problem;
  }
}
