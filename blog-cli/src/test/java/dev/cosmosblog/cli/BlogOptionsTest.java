package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BlogOptionsTest {
  private static final int POSTS = 4;
  private static final String SECRET = "c2VjcmV0LWtleQ==";

  private static BlogDatabase blog(LocalCosmos emulator) {
    BlogDatabase blog =
        TestBlogs.connect(
            emulator,
            BlogDatabase.builder()
                .summaryProperties("topics", "mood")
                .listings()
                .frontPageSize(2)
                .uniqueUsernames(false));
    BlogStore store = BlogStore.on(blog.provision());
    for (int user = 0; user < 2; user++) {
      store.createUser(CreateUser.named("Ann").withId(UserId.of("u" + user)));
    }
    for (int post = 0; post < POSTS; post++) {
      store.createPost(
          CreatePost.of(UserId.of("u0"), "Title", "Content")
              .withId(PostId.of("p" + post))
              .properties(CustomProperties.of(Map.of("topics", List.of("sea"), "mood", "calm"))));
    }
    BlogChangeFeed.builder(blog).buildStepped().drain();
    return blog;
  }

  @Test
  void commandsAdoptTheSettingsThatAreStoredInTheBlog() {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase blog = blog(emulator)) {
      for (String command : List.of("verify", "upgrade", "rebuild")) {
        CliRun run = CliRun.on(emulator, command, "--json");
        assertThat(run.exitCode()).as(command + run.errors()).isZero();
        assertThat(run.json().path("changes")).as(command).isEmpty();
        assertThat(run.json().path("found")).as(command).isEmpty();
      }
      assertThat(BlogStore.on(blog).postsOf(UserId.of("u0"), PageRequest.first(10)).items())
          .hasSize(POSTS)
          .allSatisfy(copy -> assertThat(copy.properties().asMap()).containsKeys("topics", "mood"));
      assertThat(CliRun.on(emulator, "provision").output())
          .isEqualToIgnoringNewLines("Nothing is missing in database blog.");
      CliRun refused = CliRun.on(emulator, "upgrade", "--front-page-size=3");
      assertThat(refused.exitCode()).isEqualTo(BlogCli.FAILED);
      assertThat(refused.errors()).contains("frontPageSize is 3 here and 2 there");
      CliRun changed =
          CliRun.on(
              emulator,
              "provision",
              "--front-page-size=3",
              "--summary-length=80",
              "--deleted-retention=PT48H",
              "--max-replica-lag=PT2M",
              "--change-settings");
      assertThat(changed.exitCode()).as(changed.errors()).isZero();
      BlogDatabase adopted = blog.adoptStoredSettings();
      assertThat(adopted.frontPageSize()).isEqualTo(3);
      assertThat(adopted.summaryLength()).isEqualTo(80);
      assertThat(adopted.deletedRetention()).isEqualTo(Duration.ofHours(48));
      assertThat(adopted.maxReplicaLag()).isEqualTo(Duration.ofMinutes(2));
      assertThat(adopted.summaryProperties()).as("the others stay").hasSize(2);
      assertThat(adopted.hasListings()).isTrue();
      assertThat(adopted.uniqueUsernames()).isFalse();
    }
  }

  @Test
  void theCommandLineHasPrecedenceOverTheEnvironmentAndTheEnvironmentOverTheFile(
      @TempDir Path directory) throws IOException {
    Path file = directory.resolve("blog.properties");
    Files.writeString(file, "database=in-file\nfront-page-size=500\nlistings=true\n");
    try (LocalCosmos emulator = LocalCosmos.start()) {
      Map<String, String> environment = CliRun.environment(emulator);
      environment.put("COSMOSBLOG_CONFIG", file.toString());
      assertThat(CliRun.with(environment, "provision").errors())
          .contains("frontPageSize must be between 1 and 150, but was 500");

      environment.put("COSMOSBLOG_FRONT_PAGE_SIZE", "20");
      assertThat(CliRun.with(environment, "verify").errors()).contains("no database 'in-file'");
      environment.put("COSMOSBLOG_DATABASE", "in-environment");
      assertThat(CliRun.with(environment, "verify").errors())
          .contains("no database 'in-environment'");
      assertThat(CliRun.with(environment, "verify", "--database=in-command-line").errors())
          .contains("no database 'in-command-line'");
    }
  }

  @Test
  void aFlagThatIsSetTwiceIsStillSet() {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      Map<String, String> environment = CliRun.environment(emulator);
      environment.put("COSMOSBLOG_LISTINGS", "true");
      assertThat(CliRun.with(environment, "provision", "--dry-run", "--listings").output())
          .contains("container listings");
      assertThat(CliRun.with(environment, "provision", "--dry-run", "--listings=false").output())
          .doesNotContain("container listings");
    }
  }

  @Test
  void anUnknownNameInTheFileIsRefused(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("blog.properties");
    Files.writeString(file, "front-page-sise=20\n");
    CliRun run = CliRun.with(Map.of(), "verify", "--config", file.toString());
    assertThat(run.exitCode()).isEqualTo(BlogCli.USAGE);
    assertThat(run.errors())
        .contains("sets 'front-page-sise', but no command has this option")
        .contains("; did you mean front-page-size");
    assertThat(CliRun.with(Map.of(), "verify", "--config=" + file + ".txt").errors())
        .contains("There is no file " + file + ".txt");
  }

  @Test
  void aMissingEndpointIsReportedInOneLine() {
    CliRun run = CliRun.with(Map.of(), "verify");
    assertThat(run.exitCode()).isEqualTo(BlogCli.USAGE);
    assertThat(run.errors().lines())
        .containsExactly(
            "blog-cli verify: No endpoint is set: give --endpoint URL, or set COSMOSBLOG_ENDPOINT"
                + " (see --help)");
  }

  @Test
  void aSimilarCommandOrOptionIsSuggested() {
    assertThat(errors("verfy")).startsWith("blog-cli: Unknown command; did you mean verify");
    assertThat(errors("verify", "--repairr"))
        .startsWith("blog-cli verify: Unknown option --repairr; did you mean --repair");
    assertThat(errors("verify", "--qqqqq"))
        .isEqualToNormalizingNewlines("blog-cli verify: Unknown option --qqqqq (see --help)\n");
  }

  @Test
  void longErrorsAreWrappedOnATerminal() {
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(errors, true, StandardCharsets.UTF_8);
    new Terminal(stream, stream, true, System::nanoTime).error("The " + "long ".repeat(24) + "end");
    assertThat(errors.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("The " + "long ".repeat(21).strip(), "  long long long end");
  }

  @Test
  void theKeyIsNeverPrinted() {
    assertThat(errors("verify", "--kye", SECRET)).contains("Unknown option --kye");
    assertThat(errors("verify", "--kye=" + SECRET)).contains("Unknown option --kye");
    assertThat(errors("verify", SECRET)).contains("An argument belongs to no option");
    assertThat(errors("verify", "--endpoint", "AccountEndpoint=https://x/;AccountKey=" + SECRET))
        .contains("The endpoint 'AccountEndpoint=https://x/' is not a URL");
    assertThat(errors("verify", "--endpoint", "http://127.0.0.1:1/", "--key", "*" + SECRET))
        .contains("The key is not Base64");
    try (LocalCosmos emulator = LocalCosmos.start()) {
      CliRun run = CliRun.on(emulator, "verify", "--key", SECRET);
      assertThat(run.exitCode()).isEqualTo(BlogCli.FAILED);
      assertThat(run.errors().lines())
          .containsExactly(
              "blog-cli verify: The account at %s doesn't accept the key"
                  .formatted(emulator.endpoint()));
    }
  }

  private static String errors(String... words) {
    CliRun run = CliRun.with(Map.of(), words);
    assertThat(run.exitCode()).isEqualTo(BlogCli.USAGE);
    assertThat(run.output() + run.errors()).doesNotContain("c2VjcmV0");
    return run.errors();
  }

  @Test
  void anInvalidOptionIsRefusedBeforeARequest() {
    String[] endpoint = {"--endpoint=http://127.0.0.1:1/", "--key=" + SECRET};
    assertThat(errors("provision", endpoint[0], endpoint[1], "--summary-properties=topics,,mood"))
        .contains("Use a letter and up to 63 letters");
    assertThat(errors("provision", endpoint[0], endpoint[1], "--summary-properties=title"))
        .contains("The property 'title' has the name of a property of the library");
    assertThat(errors("verify", endpoint[0], endpoint[1], "--containers=user=members"))
        .contains("--containers");
    assertThat(errors("verify", endpoint[0], endpoint[1], "--ru-per-second=0"))
        .contains("requestUnitsPerSecond must be more than 0");
    assertThat(errors("verify", endpoint[0], endpoint[1], "--settle-seconds=-1"))
        .contains("settleTime must be between zero and one day");
    assertThat(errors("verify", endpoint[0])).contains("set COSMOSBLOG_KEY");
    assertThat(errors("verify", "--endpoint=http://example.com/", endpoint[1]))
        .contains("give one with https");
    assertThat(errors()).contains("Missing required subcommand");
  }

  @Test
  void anAccountThatDoesNotRespondIsAFailure() {
    CliRun run =
        CliRun.with(Map.of(), "verify", "--endpoint=http://127.0.0.1:1/", "--key=" + SECRET);
    assertThat(run.exitCode()).isEqualTo(BlogCli.FAILED);
    assertThat(run.errors()).contains("The account at http://127.0.0.1:1/ doesn't respond");
  }
}
