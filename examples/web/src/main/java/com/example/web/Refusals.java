package com.example.web;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StatusConflictException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.error.VersionConflictException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriUtils;

/** Answers a request that is refused: with a page, or for htmx with an alert in the page. */
@ControllerAdvice
final class Refusals {
  /** A reader who has not signed in wants to write. */
  static final class NotSignedInException extends BlogException {
    private static final long serialVersionUID = 1L;

    NotSignedInException() {
      super("Sign in first: only users write here.");
    }
  }

  /** A user wants to change what another one has written. */
  static final class NotYoursException extends BlogException {
    private static final long serialVersionUID = 1L;

    NotYoursException() {
      super("Only its author can change this.");
    }
  }

  @ExceptionHandler
  ModelAndView refuse(
      NotSignedInException e, HttpServletRequest request, HttpServletResponse response) {
    if (request.getHeader("HX-Request") != null || !"GET".equals(request.getMethod())) {
      return refuse((BlogException) e, request, response);
    }
    String next = UriUtils.encodeQueryParam(request.getRequestURI(), "UTF-8");
    return new ModelAndView("redirect:/sign-in?next=" + next);
  }

  @ExceptionHandler
  ModelAndView refuse(BlogException e, HttpServletRequest request, HttpServletResponse response) {
    HttpStatus status = status(e);
    ModelAndView answer = new ModelAndView("error", status);
    if (request.getHeader("HX-Request") != null) {
      answer.setViewName("error :: alert");
      response.setHeader("HX-Retarget", "#alert");
      response.setHeader("HX-Reswap", "innerHTML show:top");
      response.setHeader("HX-Push-Url", "false");
    }
    answer.addObject("status", status.value());
    answer.addObject("kind", e.getClass().getSimpleName());
    answer.addObject("message", e.getMessage());
    return answer;
  }

  private static HttpStatus status(BlogException e) {
    if (e instanceof InvalidInputException) {
      return HttpStatus.BAD_REQUEST;
    }
    if (e instanceof NotSignedInException) {
      return HttpStatus.UNAUTHORIZED;
    }
    if (e instanceof NotYoursException) {
      return HttpStatus.FORBIDDEN;
    }
    if (e instanceof PostNotFoundException
        || e instanceof UserNotFoundException
        || e instanceof CommentNotFoundException) {
      return HttpStatus.NOT_FOUND;
    }
    if (e instanceof UsernameTakenException
        || e instanceof IdTakenException
        || e instanceof StatusConflictException
        || e instanceof VersionConflictException) {
      return HttpStatus.CONFLICT;
    }
    return e instanceof StoreException failure && failure.isTransient()
        ? HttpStatus.SERVICE_UNAVAILABLE
        : HttpStatus.INTERNAL_SERVER_ERROR;
  }

  /**
   * Lets only this blog's own pages send forms, and only names of this machine reach it: another
   * page in the browser could send a form, or let its own name lead here (DNS rebinding).
   */
  @Component
  static final class SameOrigin extends OncePerRequestFilter {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    /** Nothing is loaded from elsewhere, and no script or style stands in a page. */
    private static final String POLICY =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      if (!THIS_MACHINE.contains(request.getServerName())
          || !SAFE.contains(request.getMethod()) && !sameOrigin(request)) {
        response.sendError(
            HttpServletResponse.SC_FORBIDDEN, "The request comes from another site.");
        return;
      }
      response.setHeader("Content-Security-Policy", POLICY);
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Referrer-Policy", "same-origin");
      chain.doFilter(request, response);
    }

    /** Browsers name the origin with each request that is not a GET. */
    private static boolean sameOrigin(HttpServletRequest request) {
      String origin = request.getHeader(HttpHeaders.ORIGIN);
      if (origin == null) {
        return false;
      }
      try {
        URI from = URI.create(origin);
        return request.getServerName().equals(from.getHost())
            && request.getServerPort() == port(from);
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    /** Browsers leave out the port that belongs to the scheme. */
    private static int port(URI origin) {
      if (origin.getPort() >= 0) {
        return origin.getPort();
      }
      return "https".equals(origin.getScheme()) ? 443 : 80;
    }
  }
}
