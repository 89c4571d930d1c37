package dev.cosmosblog;

import static com.azure.cosmos.ConsistencyLevel.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.benchmarks.Benchmarks;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README's code is the code of this class, which runs; its table of examples is complete. */
class ReadmeTest {
  private static final Path ROOT = Files.exists(Path.of("README.md")) ? Path.of("") : Path.of("..");
  private static final Path THIS =
      ROOT.resolve("benchmarks/src/test/java/dev/cosmosblog/ReadmeTest.java");

  @Test
  void theFirstScreensCodeWorksWithAClientBuiltAsTheReadmeSays() {
    try (LocalCosmos account = LocalCosmos.start()) {
      String endpoint = account.endpoint();
      String key = account.key();
      // readme: clients
      CosmosClientBuilder builder =
          new CosmosClientBuilder().endpoint(endpoint).key(key).consistencyLevel(SESSION);
      CosmosClient client = builder.buildClient();
      // The change feed needs its leases back when it writes them.
      CosmosAsyncClient asyncClient =
          builder.contentResponseOnWriteEnabled(true).buildAsyncClient();
      // readme: end
      client.close();
      asyncClient.close();
      inTheGateway(builder.gatewayMode());
    }
  }

  /** The account in the process speaks what the SDK speaks in gateway mode. */
  private static void inTheGateway(CosmosClientBuilder builder) {
    try (CosmosClient client = builder.buildClient();
        CosmosAsyncClient asyncClient = builder.buildAsyncClient()) {
      // readme: use
      BlogSchema.withDefaultNames().provision(client, "blog", Optional.empty());
      BlogStore blog = BlogStore.builder().client(client, "blog").build();
      try (BlogChangeFeed copies =
          BlogChangeFeed.builder().store(blog).client(asyncClient, "blog").build()) {
        copies.start();
        User ann = blog.createUser(CreateUser.named("Ann")).value();
        Post post = blog.createPost(CreatePost.of(ann.id(), "Hello", "My first post")).value();
        blog.createComment(CreateComment.of(post.id(), ann.id(), "And my first comment"));
        blog.likePost(LikePost.of(post.id(), ann.id()));
        Page<Comment> comments = blog.commentsOf(post.id(), PageRequest.first(20));
        // readme: end
        assertThat(comments.items()).extracting(Comment::userUsername).containsExactly("Ann");
        assertThat(blog.findPost(post.id()).orElseThrow().likeCount()).isEqualTo(1);
      }
    }
  }

  @Test
  void everySnippetIsARegionOfThisClass() {
    List<String> snippets = matches("```java\n(.*?)```", ROOT.resolve("README.md"));

    assertThat(snippets).hasSize(2);
    assertThat(snippets)
        .allSatisfy(
            snippet ->
                assertThat(regions())
                    .as("the regions of ReadmeTest")
                    .anySatisfy(region -> assertThat(withoutEnd(snippet)).isEqualTo(region)));
  }

  private static List<String> regions() {
    return matches("// readme: \\w+\n(.*?)\n *// readme: end", THIS).stream()
        .map(ReadmeTest::flat)
        .toList();
  }

  /** The region ends where its block does, but for the brace that closes it in the README. */
  private static String withoutEnd(String snippet) {
    return flat(snippet).replaceFirst(" }$", "");
  }

  /** The formatter breaks a line here that has room in the README. */
  private static String flat(String code) {
    return code.strip().replaceAll("\\s+", " ");
  }

  @Test
  void theTableHasEveryExample() {
    String readme = text(ROOT.resolve("README.md"));

    assertThat(Benchmarks.all())
        .isNotEmpty()
        .allSatisfy(program -> assertThat(readme).contains("| `" + program.usage().name()));
  }

  private static List<String> matches(String pattern, Path file) {
    return Pattern.compile(pattern, Pattern.DOTALL)
        .matcher(text(file))
        .results()
        .map(result -> result.group(1))
        .toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
