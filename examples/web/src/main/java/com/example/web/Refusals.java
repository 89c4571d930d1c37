package com.example.web;

import com.example.web.Workbench.Shown;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.CommentsClosedException;
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
import org.springframework.ui.ExtendedModelMap;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.util.UriUtils;

/** Responds to a failed request with an error page or, for htmx, with an alert in the page. */
@ControllerAdvice
final class Refusals {
  /** A reader tried to write without signing in. */
  static final class NotSignedInException extends BlogException {
    private static final long serialVersionUID = 1L;

    NotSignedInException() {
      super("Sign in to write, comment or like.");
    }
  }

  /** A user tried to change an item of another user. */
  static final class NotYoursException extends BlogException {
    private static final long serialVersionUID = 1L;

    NotYoursException() {
      super("Only the author can change this.");
    }
  }

  private final Shown shown;

  Refusals(Shown shown) {
    this.shown = shown;
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
    ModelAndView page = new ModelAndView("error", status);
    if (request.getHeader("HX-Request") != null) {
      page.setViewName("error :: alert");
      response.setHeader("HX-Retarget", "#alert");
      response.setHeader("HX-Reswap", "innerHTML show:top");
      response.setHeader("HX-Push-Url", "false");
    } else {
      // Spring MVC doesn't call advice for the models of exception handlers.
      Model layout = new ExtendedModelMap();
      shown.show(request, layout);
      page.addAllObjects(layout.asMap());
    }
    page.addObject("status", status.value());
    page.addObject("kind", e.getClass().getSimpleName());
    page.addObject("message", e.getMessage());
    return page;
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
        || e instanceof CommentsClosedException
        || e instanceof StatusConflictException
        || e instanceof VersionConflictException) {
      return HttpStatus.CONFLICT;
    }
    return e instanceof StoreException failure && failure.isTransient()
        ? HttpStatus.SERVICE_UNAVAILABLE
        : HttpStatus.INTERNAL_SERVER_ERROR;
  }

  /**
   * Rejects forms from pages of other sites, and requests for host names other than this machine's.
   * Otherwise, another page in the browser could submit a form (cross-site request forgery) or
   * resolve its host name to this machine (DNS rebinding).
   */
  @Component
  static final class SameOrigin extends OncePerRequestFilter {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> SAFE = Set.of("GET", "HEAD");

    /** Pages load nothing from other sites and contain no inline scripts or styles. */
    private static final String POLICY =
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      if (!THIS_MACHINE.contains(request.getServerName())
          || !SAFE.contains(request.getMethod()) && !sameOrigin(request)) {
        // Not the error page, because it shows the workbench.
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        response.setContentType("text/plain");
        response.getWriter().print("Forbidden: requests from other sites are rejected.");
        return;
      }
      response.setHeader("Content-Security-Policy", POLICY);
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Referrer-Policy", "same-origin");
      chain.doFilter(request, response);
    }

    /** Browsers send the origin with each request other than GET and HEAD. */
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

    /** Browsers omit the scheme's default port. */
    private static int port(URI origin) {
      if (origin.getPort() >= 0) {
        return origin.getPort();
      }
      return "https".equals(origin.getScheme()) ? 443 : 80;
    }
  }
}
