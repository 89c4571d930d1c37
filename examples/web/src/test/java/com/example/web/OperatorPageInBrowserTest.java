package com.example.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.example.web.Browser.Rules;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** The starter's page for operators, in Chromium. Skipped if the machine has no browser. */
@ExtendWith(Browser.Extension.class)
class OperatorPageInBrowserTest {
  /** Makes the page's POST requests fail; GET requests are unchanged. */
  private static final String REFUSE_ACTIONS =
      "const real = fetch; window.fetch = (url, options) => options.method === 'POST' ?"
          + " Promise.resolve(new Response('{\"failure\":\"Another task runs.\"}', {status: 409}))"
          + " : real(url, options)";

  private static final String SHOW_HISTORY =
      "showHistory({at: ['2026-11-01T10:00:00Z', '2026-11-01T10:01:00Z', '2026-11-01T10:02:00Z'],"
          + " lagSeconds: [0, 9, null], failures: [0, 4, 0],"
          + " requestUnitsPerSecond: {polls: [1, 1, 1], copies: [0, 6, 0.5]}})";

  private Browser browser;

  @BeforeEach
  void begin(Browser shared) {
    browser = shared;
    browser.look("light", 1280, 900);
  }

  /** An application that contains only the starter. */
  @EnableAutoConfiguration
  static class Application {}

  @Test
  void anOperatorVerifiesRepairsAndReplays() throws IOException {
    try (ConfigurableApplicationContext application =
        SpringApplication.run(
            Application.class,
            "--server.port=0",
            "--cosmos-local.physical-partitions=1",
            "--cosmosblog.change-feed.enabled=true",
            "--cosmosblog.change-feed.poll-interval=50ms",
            "--cosmosblog.operator.page=true",
            "--cosmosblog.operator.may-act=true")) {
      write(application);
      browser.open(RunningBlog.address(application) + "cosmosblog");
      browser.awaitText("#status", "UP");
      browser.awaitText("#users .badge", "UP");
      browser.awaitText("#ranges", "users");
      browser.click("button[data-action=verify]");
      awaitCalling("refresh()", "#task", "verify: done", "1 unreadable item", "Not repairable.");
      browser.click("button[data-action=repair]");
      browser.awaitText("#confirm", "Repair in the blog blog?");
      browser.click("#confirm-no");
      assertThat(browser.text("#confirm[open]")).isEmpty();
      browser.asyncScript("refresh().then(arguments[0])");
      assertThat(browser.text("#task")).contains("verify: done");
      browser.click("button[data-action=repair]");
      browser.click("#confirm-yes");
      awaitCalling("refresh()", "#task", "repair: done", "Repaired\nnone");
      awaitCalling("deadLetters()", "#dead-letters", "bad");
      browser.click("#dead-letters button");
      browser.awaitText("#dead-letters", "remaining");
      assertThat(browser.text("#refusal")).isEmpty();
      browser.script(REFUSE_ACTIONS);
      browser.click("#replay-all");
      browser.awaitText("#refusal", "Another task runs.");
      browser.asyncScript("refresh().then(arguments[0])");
      assertThat(browser.text("#refusal")).isEqualTo("Another task runs.");

      browser.script(SHOW_HISTORY);
      assertThat(browser.text("#history"))
          .contains("unknown now, at most 9 s", "1.5 now, at most 7", "4 operations and batches");
      browser.awaitText("#hosts", "this process");
      browser.awaitText("#updated", "every 2 s");
      browser.click("#pause");
      assertThat(browser.text("#updated")).contains("paused");

      browser.screenshot("operator");
      assertThat(browser.seriousViolations(Rules.ALL)).isEmpty();
      browser.look("dark", 390, 844);
      assertThat(browser.seriousViolations(Rules.CONTRAST)).isEmpty();
      assertThat(
              ((Number) browser.script("return document.documentElement.scrollWidth")).intValue())
          .isLessThanOrEqualTo(390);
    }
  }

  /** Refreshes the page until it shows the texts, instead of waiting for its poll interval. */
  private void awaitCalling(String function, String selector, String... texts) {
    browser.await(
        String.join(", ", texts),
        page -> {
          browser.asyncScript(function + ".then(arguments[0])");
          return Stream.of(texts).allMatch(browser.text(selector)::contains);
        });
  }

  /** Writes a valid post and a malformed item. */
  private static void write(ConfigurableApplicationContext application) {
    BlogStore blog = application.getBean(BlogStore.class);
    blog.createPost(blog.createUser("Ann").value(), "Hello", "My first post");
    BlogDatabase database = application.getBean(BlogDatabase.class);
    database
        .unwrap(CosmosClient.class)
        .getDatabase(database.name())
        .getContainer("posts")
        .createItem(Map.of("id", "bad", "postId", "bad", "type", "post", "version", "none"));
  }
}
