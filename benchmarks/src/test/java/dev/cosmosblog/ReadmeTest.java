package dev.cosmosblog;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.benchmarks.Benchmarks;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.observe.Lifecycle;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
      CosmosClientBuilder clientBuilder = new CosmosClientBuilder().endpoint(endpoint).key(key);
      // readme: end
      // The account in the process speaks what the SDK speaks in gateway mode.
      use(clientBuilder.gatewayMode());
    }
  }

  private static void use(CosmosClientBuilder clientBuilder) {
    // readme: use
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog").provision();
        BlogChangeFeed copies = BlogChangeFeed.start(database)) {
      BlogStore blog = BlogStore.on(database);
      User ann = blog.createUser("Ann").value();
      Post post = blog.createPost(ann, "Hello", "My first post").value();
      blog.createComment(post.id(), ann, "And my first comment");
      blog.likePost(post.id(), ann);
      Page<Comment> comments = blog.commentsOf(post.id(), PageRequest.first(20));
      // readme: end
      assertThat(comments.items()).extracting(Comment::userUsername).containsExactly("Ann");
      assertThat(blog.findPost(post.id()).orElseThrow().likeCount()).isEqualTo(1);
      assertThat(copies.lifecycle()).isEqualTo(Lifecycle.RUNNING);
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
