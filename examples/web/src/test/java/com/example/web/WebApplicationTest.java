package com.example.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.ConfigurableApplicationContext;

/** The application's responses, without a browser. */
@ExtendWith(RunningBlog.Extension.class)
class WebApplicationTest {
  private static final String LAYOUT = "<h2 id=\"workbench-title\"";

  private final HttpClient client = HttpClient.newHttpClient();
  private RunningBlog blog;

  @BeforeEach
  void begin(RunningBlog running) {
    blog = running;
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void theOperatorsPageShowsTheHosts() throws IOException, InterruptedException {
    HttpRequest.Builder overview =
        HttpRequest.newBuilder(URI.create(blog.url("/cosmosblog/api/overview")));
    assertThat(send(overview).body()).contains("\"host\":\"host-", "\"mayAct\":true");
  }

  private HttpRequest.Builder signIn(String origin) {
    return signIn(origin(), origin);
  }

  private static HttpRequest.Builder signIn(String address, String origin) {
    return HttpRequest.newBuilder(URI.create(address + "/sign-in"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .header("Origin", origin)
        .POST(BodyPublishers.ofString("user=ida&next=//elsewhere.example/"));
  }

  private String origin() {
    return blog.url("/").replaceAll("/$", "");
  }

  @Test
  void formsFromOtherSitesAreRejected() throws IOException, InterruptedException {
    HttpResponse<String> refused =
        send(signIn("http://elsewhere.example").header("Accept", "text/html"));
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).isEqualTo("Forbidden: requests from other sites are rejected.");
    assertThat(send(signIn("null")).statusCode()).isEqualTo(403);
    assertThat(send(signIn("http://localhost:1")).statusCode()).isEqualTo(403);
  }

  /** Browsers omit port 80 in the origin. */
  @Test
  void formsFromThisSiteAreAcceptedOnPort80() throws IOException {
    URI address = URI.create(blog.url("/"));
    String form = "user=ida&next=/";
    try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
      String request =
          "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
              + "Content-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n"
              + ("Content-Length: " + form.length() + "\r\n\r\n" + form);
      connection.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] response = connection.getInputStream().readAllBytes();
      assertThat(new String(response, StandardCharsets.UTF_8)).startsWith("HTTP/1.1 302");
    }
  }

  @Test
  void cookiesAndRedirectsStayOnThisSite() throws IOException, InterruptedException {
    HttpResponse<String> response = send(signIn(origin()));
    assertThat(response.statusCode()).isEqualTo(302);
    assertThat(response.headers().firstValue("Location").orElseThrow()).doesNotContain("elsewhere");
    assertThat(response.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("HttpOnly")
        .contains("SameSite=Strict");
  }

  @Test
  void clicksDuringShutdownSucceed() throws IOException, InterruptedException {
    try (ConfigurableApplicationContext ending = RunningBlog.start()) {
      ending.getBean(Copies.class).close();
      String address = RunningBlog.address(ending).replaceAll("/$", "");
      HttpRequest.Builder costsOfClicks =
          HttpRequest.newBuilder(URI.create(address + "/workbench/costs"));
      assertThat(send(costsOfClicks).body()).contains("Click anything to see what it costs.");
      String cookie =
          send(signIn(address, address)).headers().firstValue("Set-Cookie").orElseThrow();
      HttpRequest.Builder like =
          HttpRequest.newBuilder(URI.create(address + "/posts/the-tide-table/like"))
              .header("Origin", address)
              .header("Cookie", cookie)
              .POST(BodyPublishers.noBody());
      assertThat(send(like).statusCode()).isEqualTo(302);
      assertThat(send(costsOfClicks).body())
          .contains("<span class=\"copied waiting\">The front page doesn’t show");
    }
  }

  @Test
  void theWorkbenchNamesItsColumnsAxesAndCosts() throws IOException, InterruptedException {
    String page = get("/posts/the-tide-table").body();
    assertThat(page)
        .contains("<thead><tr><th scope=\"col\">Operation</th>", "<span>40 s ago</span>")
        .contains("Pending changes in the last 40 seconds, from 0 to ")
        .contains("An idle host uses about 170 RU/s here, because", "Scroll for more")
        .contains("None yet. Your next read or write stores it in the cookie");
    assertThat(get("/posts/the-tide-table", "low-tide-blog=abc").body())
        .contains("3 characters in the cookie <code>low-tide-blog</code>.");
  }

  @Test
  void userTextIsNeverMarkup() throws IOException, InterruptedException {
    blog.store()
        .createPost(
            CreatePost.of(UserId.of("mei"), "<script>alert(1)</script>", "<img src=x onerror=y>")
                .withId(PostId.of("markup")));
    HttpResponse<String> page = send(HttpRequest.newBuilder(URI.create(blog.url("/posts/markup"))));
    blog.store().deletePost(PostId.of("markup"));
    assertThat(page.body())
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script>alert")
        .doesNotContain("<img src=x");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'self';");
  }

  @Test
  void failedRequestsHaveAStatusAndAMessage() throws IOException, InterruptedException {
    HttpResponse<String> missing =
        send(HttpRequest.newBuilder(URI.create(blog.url("/posts/nothing-here"))));
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body()).contains("PostNotFoundException", LAYOUT);
    for (String page : List.of("/nowhere", "/archive/yesterday")) {
      HttpResponse<String> unknown =
          send(HttpRequest.newBuilder(URI.create(blog.url(page))).header("Accept", "text/html"));
      assertThat(unknown.statusCode()).isEqualTo(404);
      assertThat(unknown.body())
          .contains("This page doesn’t exist.", LAYOUT, "href=\"/sign-in?next=" + page + "\"");
    }
    for (String page : List.of("/archive/2026-01?after=x", "/tags/maps?after=x", "/tags/Maps")) {
      HttpResponse<String> altered = get(page);
      assertThat(altered.statusCode()).isEqualTo(400);
      assertThat(altered.body()).contains("InvalidInputException");
    }
    HttpResponse<String> stranger =
        send(
            HttpRequest.newBuilder(URI.create(blog.url("/posts/first-post/like")))
                .header("Origin", origin())
                .POST(BodyPublishers.noBody()));
    assertThat(stranger.statusCode()).isEqualTo(401);
    assertThat(stranger.body()).contains("Sign in to write");
  }

  @Test
  void aSessionsTokenIsInACookie() throws IOException, InterruptedException {
    String signedIn = send(signIn(origin())).headers().firstValue("Set-Cookie").orElseThrow();
    HttpResponse<String> written =
        send(
            HttpRequest.newBuilder(URI.create(blog.url("/write")))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Origin", origin())
                .header("Cookie", signedIn.split(";")[0])
                .POST(BodyPublishers.ofString("id=session&version=0&title=Swell&content=.&tags=")));

    assertThat(written.headers().allValues("Set-Cookie"))
        .anySatisfy(cookie -> assertThat(cookie).startsWith("low-tide-blog=").contains("HttpOnly"));
    assertThat(blog.store().findPostBySlug(Slug.of("swell"))).isPresent();
    blog.store().deletePost(PostId.of("session"));
  }

  @Test
  void aFormerSlugRedirectsToTheCurrentOne() throws IOException, InterruptedException {
    UserId mei = UserId.of("mei");
    CreatePost command = CreatePost.of(mei, "Umzug", "…").slug(Slug.of("größe"));
    PostId post = blog.store().createPost(command).value().id();
    blog.store().editPost(EditPost.of(post).slug(Slug.of("neue-größe")));
    HttpResponse<String> former = get("/p/gr%C3%B6%C3%9Fe");
    HttpResponse<String> current = get("/p/neue-gr%C3%B6%C3%9Fe");
    blog.store().deletePost(post);

    assertThat(former.statusCode()).isEqualTo(301);
    assertThat(former.headers().firstValue("Location").orElseThrow())
        .endsWith("/p/neue-gr%C3%B6%C3%9Fe");
    assertThat(current.statusCode()).isEqualTo(200);
    assertThat(current.body()).contains("Umzug");
    assertThat(get("/p/none").statusCode()).isEqualTo(404);
    assertThat(get("/").body()).contains("href=\"/p/what-a-tide-table-taught-me-about-copies\"");
  }

  @Test
  void tagsOfAnyScriptHavePages() throws IOException, InterruptedException {
    HttpResponse<String> none = get("/tags/%E6%BD%AE-%E3%81%AE_1");
    assertThat(none.statusCode()).isEqualTo(200);
    assertThat(none.body()).contains("<h1>潮-の_1</h1>", "No posts here yet.");
    assertThat(get("/posts/the-tide-table").body()).contains("<a href=\"/tags/copies\">copies</a>");
  }

  @Test
  void theEditorPreviewsAndCountsATextWithoutStoringIt() throws IOException, InterruptedException {
    String cookie = send(signIn(origin())).headers().firstValue("Set-Cookie").orElseThrow();
    String text = "One.%0D%0A%0D%0A%3Cb%3ETwo%3C/b%3E.";
    String form = "id=previewed&version=-1&title=Ebb&excerpt=&slug=&tags=&content=" + text;
    String page = submit("/preview", form, cookie).body();

    assertThat(page)
        .contains("<h3>Ebb</h3>", "<p>One.</p><p>&lt;b&gt;Two&lt;/b&gt;.</p>")
        .contains("<span id=\"title-count\">3</span> of 1,000 characters.")
        .contains("<span id=\"content-count\">17</span> characters.")
        .contains("formaction=\"/preview\"", "<button type=\"submit\">Publish</button>");
    assertThat(get("/posts/the-tide-table/edit", cookie).body())
        .contains("Edit your post", "<button type=\"submit\">Save</button>");
    assertThat(blog.store().findPost(PostId.of("previewed"), Visibility.ALL)).isEmpty();
    assertThat(submit("/preview", form, "no=session").statusCode()).isEqualTo(401);
  }

  @Test
  void searchMarksWordsSuggestsCorrectionsAndEscapesBoth()
      throws IOException, InterruptedException {
    CreatePost command =
        CreatePost.of(
            UserId.of("mei"),
            "Quince & <i>quill</i>",
            "Long ago. ".repeat(30) + "A <b>quokka</b> sat there." + " Later on.".repeat(30));
    PostId post = blog.store().createPost(command).value().id();
    blog.awaitCopies();
    String found = get("/search?words=QUOKKA+quill").body();
    String misspelled = get("/search?words=%3Cquokkka%3E").body();
    String some = get("/search?words=quokka+tomatoes").body();
    String none = get("/search?words=zzyzx").body();
    blog.store().deletePost(post);

    assertThat(found)
        .contains("1 post found", "Quince &amp; &lt;i&gt;<mark>quill</mark>&lt;/i&gt;")
        .contains("… ", "ago. A &lt;b&gt;<mark>quokka</mark>&lt;/b&gt; sat there.", " …</p>");
    assertThat(misspelled)
        .contains("No post contains all these words.")
        .contains("<a href=\"/search?words=%3Cquokka%3E\">&lt;quokka&gt;</a>?");
    assertThat(some)
        .contains("No post contains all these words.", "The posts below contain some of them.")
        .contains("<mark>quokka</mark>", "<mark>Tomatoes</mark>");
    assertThat(none)
        .contains("No post contains all these words.", "Look through the <a href=\"/tags\">")
        .doesNotContain("Did you mean");
  }

  @Test
  void theArchiveCountsThePostsOfEachYearThatIsWholeOnItsPage()
      throws IOException, InterruptedException {
    List<PostId> old = new ArrayList<>();
    for (int month = 0; month < 26; month++) {
      Instant date = Instant.parse("2003-12-15T00:00:00Z").minus(Duration.ofDays(30L * month));
      CreatePost post = CreatePost.of(UserId.of("mei"), "Month " + month, "…").writtenAt(date);
      old.add(blog.store().createPost(post).value().id());
    }
    blog.awaitCopies();
    String page = get("/archive").body();
    String more = page.replaceAll("(?s).*id=\"more\" href=\"([^\"]*)\".*", "$1");
    String next = get(more.replace("&amp;", "&")).body();
    old.forEach(blog.store()::deletePost);

    assertThat(page)
        .contains(
            "<span>2003</span> <span class=\"dim\">12 posts</span>", "<span>2002</span> </h2>");
    assertThat(next)
        .contains("<span>2002</span> </h2>", "<span>2001</span> <span class=\"dim\">2 posts</span>")
        .doesNotContain("id=\"more\"");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(blog.url(path))));
  }

  @Test
  void authorsCloseAndOpenTheCommentsOfTheirPosts() throws IOException, InterruptedException {
    PostId post = PostId.of("closing");
    CreatePost command = CreatePost.of(UserId.of("ida"), "Closing", "…");
    blog.store().createPost(command.withId(post));
    String cookie = send(signIn(origin())).headers().firstValue("Set-Cookie").orElseThrow();

    HttpResponse<String> closed = submit("/posts/closing/close-comments", cookie);
    HttpResponse<String> page = get("/posts/closing", cookie);
    HttpResponse<String> comment = submit("/posts/closing/comments", cookie);
    HttpResponse<String> opened = submit("/posts/closing/open-comments", cookie);
    HttpResponse<String> openPage = get("/posts/closing", cookie);
    HttpResponse<String> stranger = submit("/posts/drawing-the-quarry/close-comments", cookie);
    blog.store().deletePost(post);

    assertThat(closed.statusCode()).isEqualTo(302);
    assertThat(closed.headers().allValues("Set-Cookie"))
        .anySatisfy(set -> assertThat(set).startsWith("low-tide-blog="));
    assertThat(page.body())
        .contains("Comments are closed.", "Open comments")
        .doesNotContain("send-comment");
    assertThat(comment.statusCode()).isEqualTo(409);
    assertThat(comment.body()).contains("CommentsClosedException");
    assertThat(opened.statusCode()).isEqualTo(302);
    assertThat(openPage.body())
        .contains("send-comment", "Close comments")
        .doesNotContain("Comments are closed.");
    assertThat(stranger.statusCode()).isEqualTo(403);
  }

  private HttpResponse<String> get(String path, String cookie)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(blog.url(path))).header("Cookie", cookie.split(";")[0]));
  }

  private HttpResponse<String> submit(String path, String cookie)
      throws IOException, InterruptedException {
    return submit(path, "content=First", cookie);
  }

  private HttpResponse<String> submit(String path, String form, String cookie)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(blog.url(path)))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Origin", origin())
            .header("Cookie", cookie.split(";")[0])
            .POST(BodyPublishers.ofString(form)));
  }

  @Test
  void onlyTheModeratorSeesPendingComments() throws IOException, InterruptedException {
    PostId post = PostId.of("moderated");
    blog.store().createPost(CreatePost.of(UserId.of("ruth"), "Moderated", "…").withId(post));
    String ida = send(signIn(origin())).headers().firstValue("Set-Cookie").orElseThrow();
    String ruth =
        send(signIn(origin()).POST(BodyPublishers.ofString("user=ruth")))
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow();

    assertThat(get("/moderation").statusCode()).isEqualTo(302);
    assertThat(get("/moderation", ruth).statusCode()).isEqualTo(403);
    assertThat(get("/moderation", ida).statusCode()).isEqualTo(200);
    assertThat(get("/moderation", ida).body()).contains("https://maps.example/cold");
    assertThat(get("/", ida).body()).contains("href=\"/moderation\"");
    assertThat(get("/", ruth).body()).doesNotContain("href=\"/moderation\"");
    assertThat(submit("/moderation", "decision=DELETE&comments=x", ida).statusCode())
        .isEqualTo(400);
    assertThat(submit("/moderation", "decision=DELETE&comments=none/none", ida).body())
        .contains("Moderation");

    submit("/posts/moderated/comments", "content=See http://a.example", ruth);
    submit("/posts/moderated/comments", "content=See http://b.example", ida);
    Post commented = blog.store().findPost(post).orElseThrow();
    blog.store().deletePost(post);
    assertThat(commented.commentCount()).isEqualTo(2);
  }

  @Test
  void aDecisionOnACommentThatIsNotPendingChangesNothing()
      throws IOException, InterruptedException {
    PostId post = PostId.of("decided");
    User ruth = blog.store().findUser(UserId.of("ruth")).orElseThrow();
    blog.store().createPost(CreatePost.of(ruth, "Decided", "…").withId(post));
    CommentId comment = blog.store().createComment(post, ruth, "Approved").value().id();
    String ida = send(signIn(origin())).headers().firstValue("Set-Cookie").orElseThrow();

    String response =
        submit("/moderation", "decision=DELETE&comments=decided/" + comment, ida).body();
    boolean isThere = blog.store().findComment(post, comment).isPresent();
    blog.store().deletePost(post);

    assertThat(response).contains("Moderation");
    assertThat(isThere).isTrue();
  }

  @Test
  void nobodyCanReactToADraft() throws IOException, InterruptedException {
    PostId draft = PostId.of("not-yet");
    blog.store().createPost(CreatePost.of(UserId.of("mei"), "Not yet", "…").draft().withId(draft));
    String cookie = send(signIn(origin())).headers().firstValue("Set-Cookie").orElseThrow();
    for (String reaction : List.of("like", "unlike", "comments")) {
      HttpResponse<String> response = submit("/posts/not-yet/" + reaction, cookie);
      assertThat(response.statusCode()).as(reaction).isEqualTo(404);
      assertThat(response.body()).contains("PostNotFoundException");
    }
    Post untouched = blog.store().findPost(draft, Visibility.ALL).orElseThrow();
    blog.store().deletePost(draft);
    assertThat(untouched.likeCount() + untouched.commentCount()).isZero();
  }

  @Test
  void anEndpointOnTheCommandLineReplacesTheEmulator() {
    try (LocalCosmos elsewhere = LocalCosmos.start();
        ConfigurableApplicationContext application =
            RunningBlog.start(
                "cosmosblog.endpoint=" + elsewhere.endpoint(),
                "cosmosblog.key=" + elsewhere.key(),
                "cosmosblog.gateway-mode=true",
                "cosmosblog.database=elsewhere")) {
      assertThat(application.getBean(BlogStore.class).findUser(UserId.of("ida"))).isPresent();
      assertThat(elsewhere.partitionIds("elsewhere", "posts")).isNotEmpty();
      assertThat(application.getBeansOfType(LocalCosmos.class)).isEmpty();
    }
  }
}
