package com.example.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.web.Browser.Rules;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

/** The blog in Chromium. Skipped if the machine has no browser. */
@ExtendWith({Browser.Extension.class, RunningBlog.Extension.class})
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BlogInBrowserTest {
  private static final int WIDE = 1280;
  private static final int PHONE = 390;

  private static final List<String> PAGES =
      List.of(
          "/",
          "/posts/the-tide-table",
          "/posts/unfinished",
          "/authors/ida",
          "/ladder",
          "/search?words=the+tide",
          "/archive",
          "/archive/2019-02",
          "/tags",
          "/tags/sea-charts",
          "/write",
          "/moderation",
          "/sign-in",
          "/posts/nothing-here");

  private static final List<String> PICTURED =
      List.of("/", "/posts/the-tide-table", "/ladder", "/archive");

  private static final String STATUS =
      "return performance.getEntriesByType('navigation')[0].responseStatus";

  private static final String IDS_TWICE =
      "return [...document.querySelectorAll('[id]')].map(element => element.id)"
          + ".filter((id, i, ids) => ids.indexOf(id) !== i)";

  private static final String LATEST_CLICK =
      "return [...document.querySelectorAll('#costs .click')].find(click =>"
          + " click.querySelector('.click-label').innerText === arguments[0])?.innerText ?? ''";

  private static final By THROTTLING = By.cssSelector("#faults-THROTTLING[aria-pressed=true]");

  private Browser browser;
  private RunningBlog blog;

  @BeforeEach
  void begin(RunningBlog running, Browser shared) {
    blog = running;
    browser = shared;
    browser.look("light", 1280, 900);
  }

  private void signIn(String user) {
    browser.driver().manage().deleteAllCookies();
    browser.open(blog.url("/sign-in"));
    browser.click("#as-" + user);
    browser.awaitText(".me-name", " ");
  }

  private void awaitFrontPage(String click) {
    String copied = "The front page showed the change after";
    browser.await(
        click + ": " + copied,
        page -> browser.script(LATEST_CLICK, click).toString().contains(copied));
  }

  @Test
  void aUserWritesEditsAndDeletesAPost() {
    signIn("ruth");
    browser.open(blog.url("/write"));
    browser.find("#title").sendKeys("Pi, sliced <b>thinly</b>");
    browser.find("#content").sendKeys("Three slices,\n\nand a little more.");
    assertThat(browser.text("#content-count")).isEqualTo("33");
    browser.awaitText("#preview h3", "Pi, sliced <b>thinly</b>");
    browser.awaitText("#preview .prose", "and a little more.");
    assertThat(focusedId()).isEqualTo("content");
    browser.find("#tags").sendKeys("Numbers, , Baked goods ");
    browser.click(".editor button");
    browser.awaitText("h1", "Pi, sliced <b>thinly</b>");
    assertThat(browser.driver().findElements(By.cssSelector(".post .prose p"))).hasSize(2);

    assertThat(browser.text(".tags")).isEqualTo("numbers\nbaked-goods");

    browser.click(".tags li:last-child a");
    browser.awaitText("h1", "baked-goods");
    awaitFound("just now Pi, sliced <b>thinly</b> by Ruth Okafor");
    browser.click(".listed .title");
    browser.awaitText("h1", "Pi, sliced <b>thinly</b>");

    browser.click(".own .button");
    browser.await("the editor", page -> browser.text("h1").equals("Edit your post"));
    assertThat(browser.find("#tags").getAttribute("value")).isEqualTo("numbers, baked-goods");
    browser.find("#title").clear();
    browser.find("#title").sendKeys("Pi, sliced");
    PostId post = PostId.of(browser.find("input[name=id]").getAttribute("value"));
    blog.store().editPost(EditPost.of(post).title("Elsewhere"));
    browser.click(".editor button");
    browser.awaitText("#conflict", "changed elsewhere while you were editing it");
    assertThat(browser.find("#title").getAttribute("value")).isEqualTo("Pi, sliced");
    browser.click(".editor button");
    browser.await("the new title", page -> browser.text("h1").equals("Pi, sliced"));
    awaitFrontPage("Edit a post");

    browser.click(".confirm summary");
    browser.click("#delete-post");
    browser.awaitText("h1", "Notes from the harbour");
    browser.await("the post to disappear", page -> !browser.text("#posts").contains("Pi, sliced"));
    browser.open(blog.url("/tags/baked-goods"));
    awaitFound("No posts here yet.");
  }

  @Test
  void anAuthorPublishesADraftAndModeratesComments() {
    CreatePost soon = CreatePost.of(UserId.of("ruth"), "Neap tide", "In a second.");
    blog.store().createPost(soon.publishAt(Clock.systemUTC().instant().plusSeconds(1)));
    signIn("ruth");
    browser.open(blog.url("/write"));
    browser.find("#title").sendKeys("Slack water");
    browser.find("#content").sendKeys("Not ready yet.");
    browser.click("#save-draft");
    browser.awaitText("#status", "Draft saved.");
    browser.awaitText("#post-status", "Draft: visible only to you.");
    String post = browser.driver().getCurrentUrl();
    browser.click(".own .button");
    browser.awaitText("h1", "Edit your post");
    browser.click(".editor button");
    browser.awaitText("#costs", "Edit a post");
    assertThat(browser.text("#costs"))
        .doesNotContain("The front page doesn’t show the change yet.");
    browser.click("#schedule");
    browser.awaitText("#post-status", "Scheduled");
    signIn("omar");
    browser.open(post);
    browser.awaitText("h1", "Not found");

    signIn("ruth");
    browser.open(blog.url("/authors/ruth"));
    browser.awaitText("#unlisted", "Slack water (scheduled)");
    browser.open(post);
    browser.click("#publish");
    awaitFrontPage("Publish a draft");
    browser.find("#comment").sendKeys("Hm");
    browser.click("#send-comment");
    browser.awaitText("#comments-title", "1 comment");
    browser.click(".comment-list .quiet");
    browser.awaitText("#comments-title", "0 comments");
    browser.awaitText("#comments", "Hidden from readers.");
    browser.click(".comment-list .quiet");
    browser.awaitText("#comments-title", "1 comment");
    browser.click(".comment-list .quiet");
    browser.awaitText("#comments", "Hidden from readers.");
    browser.click(".comment-list .own:last-child button");
    browser.await(
        "the comment to disappear", page -> !browser.text("#comments").contains("Hidden"));
    browser.click("#hide");
    browser.awaitText("#post-status", "Hidden");
    browser.open(blog.url("/"));
    browser.await("the post to disappear", page -> !browser.text("#posts").contains("Slack water"));
    browser.open(post);
    browser.click("#show");
    awaitFrontPage("Show a post");
    browser.open(blog.url("/"));
    browser.awaitText("#posts", "Slack water");
    browser.awaitText("#posts", "Neap tide");
  }

  @Test
  void commentsWithLinksAppearOnceAModeratorApprovesThem() {
    Post post =
        blog.store().createPost(CreatePost.of(UserId.of("ruth"), "Charts", "Which ones?")).value();
    signIn("omar");
    browser.open(blog.url("/posts/" + post.id()));
    for (String comment : List.of("These: https://charts.example", "Buy: http://spam.example")) {
      browser.find("#comment").sendKeys(comment);
      browser.click("#send-comment");
      browser.await(
          "an empty form", page -> browser.find("#comment").getAttribute("value").isEmpty());
    }
    assertThat(browser.text("#comments")).contains("0 comments").doesNotContain("charts.example");

    signIn("ida");
    browser.click("#moderation");
    browser.awaitText("h1", "Moderation");
    awaitFound("These: https://charts.example");
    awaitFound("Buy: http://spam.example");
    decide("charts.example", "#approve");
    browser.awaitText("#status", "1 comment approved.");
    browser.await("one comment less", page -> !browser.text("#main").contains("charts.example"));
    decide("spam.example", "#delete");
    browser.await("one comment less", page -> !browser.text("#main").contains("spam.example"));
    browser.open(blog.url("/posts/" + post.id()));
    browser.awaitText("#comments-title", "1 comment");
    browser.awaitText("#comments", "charts.example");
  }

  private void decide(String comment, String button) {
    browser.script(
        "[...document.querySelectorAll('.comment-list li')]"
            + ".find(li => li.innerText.includes(arguments[0])).querySelector('input').click()",
        comment);
    browser.click(button);
  }

  @Test
  void aUserCommentsEditsTheCommentAndLikesAPost() {
    signIn("omar");
    browser.open(blog.url("/posts/drawing-the-quarry"));
    browser.find("#comment").sendKeys("Which margin, left or right?");
    browser.click("#send-comment");
    browser.awaitText("#comments-title", "2 comments");
    browser.awaitText("#comments", "Which margin, left or right?");
    browser.awaitText("#costs", "create comment");

    browser.click(".comment-list .own a");
    browser.await("the form", page -> browser.text(".comment-list").contains("Edit your comment"));
    browser.find(".comment-list textarea").clear();
    browser.find(".comment-list textarea").sendKeys("Which margin?");
    browser.click(".comment-list form button");
    browser.await("the edit", page -> browser.text(".comment-list").contains("Which margin?\n"));

    browser.click("#like");
    browser.awaitText(".likers", "2 likes");
    assertThat(browser.find("#like").getAttribute("aria-pressed")).isEqualTo("true");
    browser.click("#like");
    browser.awaitText(".likers", "1 like");

    browser.click(".comment-list .own button");
    browser.awaitText("#comments-title", "1 comment");
  }

  @Test
  void slowResponsesDontLoseEvents() {
    Post post =
        blog.store().createPost(CreatePost.of(UserId.of("ruth"), "By post", "Slow.")).value();
    signIn("omar");
    browser.open(blog.url("/posts/" + post.id()));
    browser.delayResponses(Duration.ofSeconds(1));
    try {
      // The front page shows the like before the response arrives that says that it doesn't.
      browser.click("#like");
      browser.awaitText("#costs .click", "Like a post");
      awaitFrontPage("Like a post");
    } finally {
      browser.delayResponses(Duration.ZERO);
    }
  }

  /** Until a page has settled, htmx doesn't listen to events of inserted elements. */
  @Test
  void eventsDuringAPageSwapAreNotLost() {
    signIn("omar");
    browser.open(blog.url("/write"));
    browser.settleAfter(Duration.ofSeconds(2));
    browser.find("#title").sendKeys("Settled");
    browser.find("#content").sendKeys("Slowly.");
    browser.click(".editor button");
    awaitFrontPage("Publish a post");
  }

  @Test
  void searchFindsPostsUntilTheirAuthorIsErased() {
    User passerBy = blog.store().createUser("Passer-by").value();
    Post left = blog.store().createPost(passerBy, "Lost: a kite", "Zephyr-blue, two tails").value();
    browser.open(blog.url("/search"));
    browser.find("#words").sendKeys("tails zephyr");
    browser.click("#find");
    awaitFound("Lost: a kite");
    int indexed = indexed();
    assertThat(browser.find("#words").getAttribute("value")).isEqualTo("tails zephyr");
    browser.awaitText("#costs", "Search");
    browser.click("#link-" + left.id());
    browser.awaitText("h1", "Lost: a kite");

    blog.store().eraseUser(EraseUser.remove(passerBy.id()));
    browser.open(blog.url("/search?words=zephyr"));
    awaitFound("No post contains all these words.");
    browser.await(
        "one post less in the index",
        page -> {
          page.navigate().refresh();
          return indexed() < indexed;
        });
    browser.open(blog.url("/search?words=tide+table"));
    browser.awaitText("#posts", "table");
  }

  @Test
  void theArchivePagesThroughThePostsOfAMonth() {
    UserId ida = UserId.of("ida");
    for (int day = 10; day <= 20; day++) {
      Instant date = Instant.parse("2019-02-%dT08:00:00Z".formatted(day));
      CreatePost post = CreatePost.of(ida, "Old log, day " + day, "Fog.").writtenAt(date);
      blog.store().createPost(post.withId(PostId.of("log-" + day)));
    }
    browser.open(blog.url("/"));
    browser.click("nav a[href='/archive']");
    awaitFound("2019 11 posts February 2019 11 posts");
    // A refresh of the front page may be the latest click, whose details are open.
    browser.await(
        "the costs of the archive",
        page ->
            Boolean.TRUE.equals(
                browser.script(
                    "return document.querySelector('#costs').textContent"
                        + ".includes('archive months')")));
    browser.click("#groups a[href='/archive/2019-02']");
    browser.awaitText("h1", "February 2019");
    assertThat(browser.text("#posts li:first-child")).contains("20 February", "day 20", "Ida");
    assertThat(browser.driver().findElements(By.cssSelector("#posts li"))).hasSize(10);
    browser.click("#more");
    browser.awaitText("#posts li:first-child", "10 February");
    assertThat(browser.driver().findElements(By.id("more"))).isEmpty();

    blog.store().hidePost(PostId.of("log-20"));
    blog.store().deletePost(PostId.of("log-19"));
    browser.open(blog.url("/archive"));
    awaitFound("February 2019 9 posts");
  }

  @Test
  void aTagsPageLeadsThroughItsPosts() {
    UserId tomas = UserId.of("tomas");
    for (int sheet = 1; sheet <= 11; sheet++) {
      Instant date = Instant.parse("2020-09-%02dT08:00:00Z".formatted(sheet));
      CreatePost post = CreatePost.of(tomas, "Sheet " + sheet, "Contours.").writtenAt(date);
      blog.store().createPost(post.tags(List.of(Tag.from("Sea charts"))));
    }
    browser.open(blog.url("/"));
    browser.click("nav a[href='/tags']");
    awaitFound("sea-charts 11 posts");
    browser.click("#groups a[href='/tags/sea-charts']");
    browser.awaitText("h1", "sea-charts");
    // A tag's number of posts is updated before their list.
    awaitFound("Sheet 2 by Tomás Vidal More");
    browser.click("#more");
    browser.await(
        "the oldest post", page -> page.findElements(By.cssSelector("#posts li")).size() == 1);
    assertThat(browser.text(".listed .title")).isEqualTo("Sheet 1");
    assertThat(browser.driver().findElements(By.id("more"))).isEmpty();
  }

  /** Reloads the page until it shows a text, because the index is updated asynchronously. */
  private void awaitFound(String text) {
    browser.await(
        text,
        page -> {
          boolean found = browser.text("#main").replaceAll("\\s+", " ").contains(text);
          if (!found) {
            page.navigate().refresh();
          }
          return found;
        });
  }

  private int indexed() {
    return Integer.parseInt(browser.text("#indexed span").replaceAll("\\D", ""));
  }

  @Test
  void aLikeAppearsOnTheFrontPageWithoutReload() {
    browser.open(blog.url("/"));
    browser.script("window.sameDocument = true");
    browser.awaitText("#post-sunday-count .counts", "2 likes");
    blog.store().likePost(LikePost.of(PostId.of("sunday-count"), UserId.of("ida")));
    browser.awaitText("#post-sunday-count .counts", "3 likes");
    assertThat(browser.script("return window.sameDocument")).isEqualTo(true);
  }

  @Test
  void aRenameAppearsOnTheFrontPageAndATakenNameIsRejected() {
    browser.open(blog.url("/"));
    rename("Mei Tanaka", "Tomás Vidal");
    browser.awaitText("#alert", "UsernameTakenException");
    rename("Mei Tanaka", "Mei of the Radios");
    browser.awaitText("#by-a-radio-that-hummed", "Mei of the Radios");
    rename("Mei of the Radios", "Mei Tanaka");
    browser.awaitText("#by-a-radio-that-hummed", "Mei Tanaka");
  }

  private void rename(String user, String name) {
    browser.await("the user " + user, page -> browser.text("#rename-user").contains(user));
    new Select(browser.find("#rename-user")).selectByVisibleText(user);
    browser.find("#rename-name").clear();
    browser.find("#rename-name").sendKeys(name);
    browser.click("#rename-submit");
  }

  @Test
  void copiesAreUpdatedOnceAHostRunsAgain() throws InterruptedException {
    browser.open(blog.url("/"));
    browser.click("#hosts li button");
    browser.awaitText("#hosts .warning", "No host is running");
    blog.store().likePost(LikePost.of(PostId.of("first-post"), UserId.of("ida")));
    browser.await("a pending change", page -> !browser.text("#lag dd").equals("0"));
    assertThat(browser.text("#post-first-post .counts")).contains("7 likes");
    browser.click("#start-host");
    browser.awaitText("#post-first-post .counts", "8 likes");
    // The SDK's renewal of a lease may overwrite a checkpoint, so the lag may count handled changes
    // until the watchdog restarts the range, after up to 50 s with these lease intervals.
    blog.awaitCopies();
    browser.await("no pending changes", page -> browser.text("#lag dd").equals("0"));
  }

  @Test
  void throttledRequestsAreRetriedAndShown() {
    signIn("nell");
    browser.click("#faults-THROTTLING");
    browser.await("throttling", page -> !browser.driver().findElements(THROTTLING).isEmpty());
    // The page replaces its costs when it refreshes.
    String costs = "";
    for (int i = 0; i < 40 && !costs.contains("failed attempt"); i++) {
      browser.open(blog.url("/posts/bread-at-four"));
      costs = browser.text("#costs");
    }
    assertThat(costs).contains("failed attempt");
    assertThat(browser.text("h1")).isEqualTo("Bread at four in the morning");
    browser.click("#faults-NONE");
    browser.awaitText("#faults", "No faults are injected.");
  }

  @Test
  void signingInAndLikingWorksByKeyboard() {
    browser.driver().manage().deleteAllCookies();
    browser.open(blog.url("/posts/tomatoes-and-variance"));
    press(Keys.TAB);
    assertThat(focused()).isEqualTo("Skip to content");
    press(Keys.ENTER);
    tabTo("Sign in to like");
    press(Keys.ENTER);
    browser.awaitText("h1", "Sign in");
    tabTo("Jonas Weber");
    press(Keys.ENTER);
    browser.awaitText("h1", "Tomatoes");
    tabTo("Like");
    press(Keys.SPACE);
    browser.awaitText(".likers", "4 likes");
    browser.await("the focus stays on the button", page -> focused().equals("Like"));
  }

  private void press(Keys key) {
    browser.driver().switchTo().activeElement().sendKeys(key);
  }

  /** Returns the text of the focused link or button, or an empty string. */
  private String focused() {
    Object text =
        browser.script("return document.activeElement.closest('a, button')?.innerText ?? ''");
    return String.valueOf(text).strip();
  }

  private Object focusedId() {
    return browser.script("return document.activeElement.id");
  }

  private void tabTo(String text) {
    for (int i = 0; i < 40 && !focused().contains(text); i++) {
      press(Keys.TAB);
    }
    assertThat(focused()).contains(text);
  }

  /** Runs last, because its 1,000 likes would change counts that other tests expect. */
  @Test
  @Order(Integer.MAX_VALUE)
  void pagesAreAccessibleAndFitTheWindow() throws IOException {
    signIn("ida");
    browser.open(blog.url("/posts/the-tide-table"));
    browser.click("#send-crowd");
    browser.awaitText("#crowd", "1,000 likes of");
    browser.click("#like");
    awaitFrontPage("Like a post");
    browser.look("light", WIDE, 1030);
    browser.script("scrollTo(0, 0); document.getElementById('workbench').scrollTop = 0");
    browser.await("an empty status", page -> browser.text("#status").isEmpty());
    browser.screenshot("web-post-with-costs");
    blog.store()
        .createPost(
            CreatePost.of(UserId.of("ida"), "Unfinished", "Not yet.")
                .withId(PostId.of("unfinished"))
                .draft());
    blog.store()
        .createComment(
            CreateComment.of(PostId.of("first-post"), UserId.of("mei"), "See ftp://x").asPending());
    List<String> problems = new ArrayList<>();
    for (String page : PAGES) {
      browser.look("light", WIDE, 900);
      browser.open(blog.url(page));
      assertThat(browser.script(STATUS)).as(page).isEqualTo(page.endsWith("here") ? 404L : 200L);
      assertThat(browser.script(IDS_TWICE)).as(page).isEqualTo(List.of());
      String name = page.equals("/") ? "front" : page.substring(1).replaceAll("\\W+", "-");
      for (int width : new int[] {WIDE, PHONE}) {
        for (String scheme : List.of("light", "dark")) {
          boolean isPictured = PICTURED.contains(page);
          if (width == PHONE && scheme.equals("dark") && !isPictured) {
            continue;
          }
          browser.look(scheme, width, width == WIDE ? 900 : 844);
          String look = "%s, %s, %d px: ".formatted(page, scheme, width);
          // Phones show one element more, the bar with the latest cost, and else the wide layout's
          // colors. The dark layout has the light one's rules.
          if (width == WIDE || scheme.equals("light")) {
            List<String> found =
                browser.seriousViolations(
                    width == PHONE && !page.equals("/")
                        ? Rules.ALL_BUT_CONTRAST
                        : scheme.equals("dark") ? Rules.CONTRAST : Rules.ALL);
            found.forEach(violation -> problems.add(look + violation));
          }
          Object needed = browser.script("return document.documentElement.scrollWidth");
          if (((Number) needed).intValue() > width) {
            problems.add(look + "needs a width of " + needed);
          }
          if (isPictured) {
            browser.screenshot("web-%s-%d-%s".formatted(name, width, scheme));
          }
        }
      }
    }
    assertThat(problems).isEmpty();
  }
}
