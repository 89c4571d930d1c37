package dev.cosmosblog.spring;

import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.query.SessionToken;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/**
 * Lets each user read their own writes on every host: it carries a {@link SessionToken} from
 * request to request in a cookie, and gives controllers a {@link BlogStore} of the session by
 * {@link #store}.
 *
 * <p>The cookie has at most {@value SessionToken#MAX_LENGTH} characters, lives until the browser is
 * closed, and isn't visible to scripts. A damaged, foreign or forged one costs freshness and at
 * most a few requests; see {@link BlogStore#withSession}. The token is the one at the time when the
 * response's body begins, so write to the blog before that.
 */
public final class BlogSessionFilter extends OncePerRequestFilter {
  private static final String ATTRIBUTE = BlogSessionFilter.class.getName();
  private static final String RESPONSE = ATTRIBUTE + ".RESPONSE";

  private final BlogStore blog;
  private final String cookieName;

  /**
   * @param blog the store
   * @param cookieName the cookie's name
   */
  public BlogSessionFilter(BlogStore blog, String cookieName) {
    this.blog = Objects.requireNonNull(blog, "blog");
    this.cookieName = Objects.requireNonNull(cookieName, "cookieName");
  }

  /**
   * {@return the store for the session of a request}
   *
   * @param request a request that passed this filter
   * @throws IllegalStateException if it didn't
   */
  public static BlogStore store(HttpServletRequest request) {
    return Optional.ofNullable((BlogStore) request.getAttribute(ATTRIBUTE))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The request has no session of the blog. Set cosmosblog.session-cookie, or"
                        + " register a BlogSessionFilter for '%s'."
                            .formatted(request.getRequestURI())));
  }

  /** Asynchronous controllers write between the first dispatch and the second. */
  @Override
  protected boolean shouldNotFilterAsyncDispatch() {
    return false;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (request.getAttribute(RESPONSE) instanceof ResponseWithCookie begun) {
      chain.doFilter(request, response);
      addCookie(request, begun);
      return;
    }
    String cookie =
        Optional.ofNullable(WebUtils.getCookie(request, cookieName))
            .map(Cookie::getValue)
            .orElse("");
    BlogStore session = blog.withSession(SessionToken.orEmpty(cookie));
    request.setAttribute(ATTRIBUTE, session);
    ResponseWithCookie withCookie =
        new ResponseWithCookie(response) {
          @Override
          void addCookie() {
            String token = session.sessionToken().value();
            if (!token.equals(cookie) && !token.equals(SessionToken.EMPTY.value())) {
              addHeader(HttpHeaders.SET_COOKIE, cookie(request, token));
            }
          }
        };
    request.setAttribute(RESPONSE, withCookie);
    chain.doFilter(request, withCookie);
    addCookie(request, withCookie);
  }

  private void addCookie(HttpServletRequest request, ResponseWithCookie response) {
    if (!isAsyncStarted(request)) {
      response.addCookieOnce();
    }
  }

  private String cookie(HttpServletRequest request, String token) {
    return ResponseCookie.from(cookieName, token)
        .path(request.getContextPath() + "/")
        .httpOnly(true)
        .sameSite("Lax")
        .secure(request.isSecure())
        .build()
        .toString();
  }

  /** Adds a cookie before the response's headers can be sent. */
  private abstract static class ResponseWithCookie extends HttpServletResponseWrapper {
    private boolean isAdded;

    ResponseWithCookie(HttpServletResponse response) {
      super(response);
    }

    abstract void addCookie();

    void addCookieOnce() {
      if (!isAdded && !isCommitted()) {
        isAdded = true;
        addCookie();
      }
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      addCookieOnce();
      return super.getOutputStream();
    }

    @Override
    public PrintWriter getWriter() throws IOException {
      addCookieOnce();
      return super.getWriter();
    }

    @Override
    public void flushBuffer() throws IOException {
      addCookieOnce();
      super.flushBuffer();
    }

    @Override
    public void sendRedirect(String location) throws IOException {
      addCookieOnce();
      super.sendRedirect(location);
    }

    @Override
    public void sendError(int status) throws IOException {
      addCookieOnce();
      super.sendError(status);
    }

    @Override
    public void sendError(int status, String message) throws IOException {
      addCookieOnce();
      super.sendError(status, message);
    }
  }
}
