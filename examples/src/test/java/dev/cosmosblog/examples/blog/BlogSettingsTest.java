package dev.cosmosblog.examples.blog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.examples.host.Host;
import dev.cosmosblog.examples.upgrade.Rebuild;
import dev.cosmosblog.examples.upgrade.Upgrade;
import dev.cosmosblog.examples.verify.Verify;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Programs that write copies to a blog whose settings are its own. */
@ResourceLock("target/results/upgrade.json")
@ResourceLock("target/results/verify.json")
class BlogSettingsTest {
  private static final List<String> COPIES =
      List.of("--summary-properties", "tags,mood", "--archive", "--front-page-size", "2");
  private static final int POSTS = 4;

  private static BlogDatabase blog(LocalCosmos account) throws IOException {
    BlogDatabase blog =
        Endpoint.of(account)
            .connect(
                "blog",
                "test",
                BlogDatabase.builder()
                    .summaryProperties("tags", "mood")
                    .archive()
                    .frontPageSize(2)
                    .uniqueUsernames(false));
    blog.provision();
    BlogStore store = BlogStore.on(blog);
    for (int user = 0; user < 2; user++) {
      store.createUser(CreateUser.named("Ann").withId(UserId.of("u" + user)));
    }
    for (int post = 0; post < POSTS; post++) {
      store.createPost(
          CreatePost.of(UserId.of("u0"), "Title", "Content")
              .withId(PostId.of("p" + post))
              .properties(CustomProperties.of(Map.of("tags", List.of("sea"), "mood", "calm"))));
    }
    return blog;
  }

  private static Run on(
      LocalCosmos account, Example program, List<String> settings, String... own) {
    List<String> words = new ArrayList<>(List.of("--endpoint", account.endpoint()));
    words.addAll(List.of("--ru-per-second", "1000000"));
    words.addAll(settings);
    words.addAll(List.of(own));
    return Run.of(program, words.toArray(String[]::new));
  }

  private static List<String> withNames() {
    List<String> all = new ArrayList<>(COPIES);
    all.add("--names-not-unique");
    return all;
  }

  @Test
  void verifyAndUpgradeAndRebuildLeaveCopiesAndNamesAsTheBlogHasThem() throws Exception {
    try (LocalCosmos account = LocalCosmos.start();
        BlogDatabase blog = blog(account)) {
      BlogChangeFeed.builder(blog).buildStepped().drain();
      assertThat(on(account, new Verify(), withNames(), "--repair").exitCode()).isZero();
      assertThatNothingIsWrong(blog);
      assertThat(on(account, new Upgrade(), withNames()).exitCode()).isZero();
      assertThatNothingIsWrong(blog);
      assertThat(on(account, new Rebuild(), COPIES).exitCode()).isZero();
      assertThatNothingIsWrong(blog);
      try (BlogDatabase other = Endpoint.of(account).connect("blog", "other")) {
        assertThat(findings(other))
            .as("a program with the defaults would change the blog")
            .extracting(Finding::kind)
            .contains(
                FindingKind.STALE_COPY, FindingKind.WRONG_FRONT_PAGE, FindingKind.UNRESERVED_NAME);
      }
    }
  }

  private static void assertThatNothingIsWrong(BlogDatabase blog) throws InterruptedException {
    BlogStore store = BlogStore.on(blog);
    assertThat(store.postsOf(UserId.of("u0"), PageRequest.first(10)).items())
        .hasSize(POSTS)
        .allSatisfy(copy -> assertThat(copy.properties().asMap()).containsKeys("tags", "mood"));
    assertThat(store.archive(PageRequest.first(10)).items()).hasSize(POSTS);
    assertThat(findings(blog)).isEmpty();
  }

  private static List<Finding> findings(BlogDatabase blog) throws InterruptedException {
    return BlogVerifier.builder(blog)
        .requestUnitsPerSecond(1_000_000)
        .settleTime(Duration.ZERO)
        .build()
        .verify()
        .findings();
  }

  @Test
  void aPropertyThatNoPostCanHaveIsRefusedWithTheReason() {
    assertThat(refused("--summary-properties", "tags,"))
        .isEqualTo(
            "host: Invalid value for option '--summary-properties': 'tags,' has an empty name; give"
                + " names with commas between them");
    assertThat(refused("--summary-properties", "a".repeat(65)))
        .contains("has a name that is not allowed. Use a letter and up to 63 letters");
    assertThat(refused("--summary-properties", "title"))
        .contains("The property 'title' has the name of a property of the library");
    assertThat(refused("--front-page-size", "151"))
        .contains("'151' is no whole number from 1 to 150");
  }

  private static String refused(String... words) {
    List<String> all = new ArrayList<>(List.of("--endpoint", "http://127.0.0.1:1/"));
    all.addAll(List.of(words));
    Run run = Run.of(new Host(), all.toArray(String[]::new));
    assertThat(run.exitCode()).isEqualTo(Example.MISUSED);
    return run.errors().lines().findFirst().orElseThrow();
  }

  @Test
  void settingsAreForABlogThatIsThere() {
    for (Example program : List.of(new Verify(), new Upgrade(), new Rebuild())) {
      Run run = Run.of(program, "--archive");
      assertThat(run.exitCode()).isEqualTo(Example.MISUSED);
      assertThat(run.errors()).contains("--archive needs --endpoint");
    }
  }
}
