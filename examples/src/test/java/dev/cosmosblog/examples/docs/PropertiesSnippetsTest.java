package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.changefeed.SteppedChangeFeed;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.ViewRebuild;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/properties.md, and the costs that it states. */
class PropertiesSnippetsTest {
  private final List<OperationReport> reports = new ArrayList<>();

  @Test
  void aHostGivesItsPostsAndUsersProperties() throws InterruptedException {
    try (LocalCosmos account = LocalCosmos.start()) {
      CosmosClientBuilder clientBuilder =
          new CosmosClientBuilder().endpoint(account.endpoint()).key(account.key()).gatewayMode();
      // region summary
      BlogDatabase database =
          BlogDatabase.builder()
              .connect(clientBuilder, "blog")
              .summaryProperties("tags", "slug")
              .build();
      // endregion
      try (database) {
        BlogStore blog = BlogStore.on(database.provision());
        User ann = blog.createUser("Ann").value();
        // region create
        CustomProperties own =
            CustomProperties.of(
                Map.of(
                    "slug", "hello-world",
                    "tags", List.of("java", "cosmos"),
                    "cover", Map.of("url", "https://example.org/a.png", "width", 640)));
        Post post = blog.createPost(CreatePost.of(ann, "Hello", "…").properties(own)).value();

        String slug = post.properties().text("slug").orElse("");
        List<String> tags = post.properties().texts("tags");
        long width =
            post.properties()
                .object("cover")
                .orElse(CustomProperties.NONE)
                .integer("width")
                .orElse(0);
        // endregion
        assertThat(slug + tags + width).isEqualTo("hello-world[java, cosmos]640");
        // region edit
        Post edited =
            blog.editPost(
                EditPost.of(post.id())
                    .title("Hello, world")
                    .property("tags", List.of("java", "cosmos", "new"))
                    .withoutProperty("cover")
                    .ifVersion(post.version()));
        // endregion
        assertThat(edited.properties().asMap()).containsOnlyKeys("slug", "tags");
        // region user
        User edit = blog.editUser(EditUser.of(ann.id()).property("bio", "Writes about Java."));
        // endregion
        assertThat(edit.editVersion()).isEqualTo(1);
        SteppedChangeFeed changeFeed = BlogChangeFeed.builder(database).buildStepped();
        changeFeed.drain();
        // region copies
        for (PostSummary newest : blog.recentPosts(20)) {
          System.out.println(newest.title() + " " + newest.properties().texts("tags"));
        }
        // endregion
        assertThat(blog.postsOf(ann.id(), PageRequest.first(1)).items())
            .isEqualTo(blog.recentPosts(1))
            .singleElement()
            .satisfies(copy -> assertThat(copy.properties()).isEqualTo(edited.properties()));
        anotherChoiceIsWrittenByARepairOrARebuild(database, edited);
      }
    }
  }

  private static void anotherChoiceIsWrittenByARepairOrARebuild(BlogDatabase before, Post post)
      throws InterruptedException {
    BlogDatabase slug = sameWith(before, "slug");
    BlogVerifier.builder(slug).build().repair();
    assertThat(BlogStore.on(slug).postsOf(post.userId(), PageRequest.first(1)).items())
        .isEqualTo(BlogStore.on(slug).recentPosts(1))
        .extracting(PostSummary::properties)
        .containsExactly(post.properties().only(List.of("slug")));
    BlogDatabase tags = sameWith(before, "tags");
    ViewRebuild.builder(tags).build().rebuild();
    assertThat(BlogStore.on(tags).postsOf(post.userId(), PageRequest.first(1)).items())
        .isEqualTo(BlogStore.on(tags).recentPosts(1))
        .extracting(PostSummary::properties)
        .containsExactly(post.properties().only(List.of("tags")));
  }

  private static BlogDatabase sameWith(BlogDatabase database, String summaryProperty) {
    return BlogDatabase.builder()
        .clients(
            database.unwrap(CosmosClient.class),
            database.unwrap(CosmosAsyncClient.class),
            database.name())
        .summaryProperties(summaryProperty)
        .build();
  }

  @Test
  void aPropertyThatCannotBeIsRefusedBeforeAnythingIsSent() {
    assertThatThrownBy(() -> CustomProperties.NONE.with("title", "taken"))
        .isInstanceOfSatisfying(
            InvalidPropertyException.class, e -> assertThat(e.name()).isEqualTo("title"));
  }

  @Test
  void thePageStatesWhatPropertiesCost() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "properties.md"));
    try (LocalCosmos account = LocalCosmos.start();
        BlogDatabase database =
            BlogDatabase.builder()
                .connect(
                    new CosmosClientBuilder()
                        .endpoint(account.endpoint())
                        .key(account.key())
                        .gatewayMode(),
                    "blog")
                .listener(reports::add)
                .build()) {
      BlogStore blog = BlogStore.on(database.provision());
      User ann = blog.createUser("Ann").value();
      List<String> rows = new ArrayList<>();
      for (int bytes : new int[] {0, 200, 1_000, 4_000, 16_000}) {
        CustomProperties own =
            bytes == 0
                ? CustomProperties.NONE
                : CustomProperties.NONE.with("text", "x".repeat(bytes));
        CreatePost create = CreatePost.of(ann, "Title", "x".repeat(1_000)).properties(own);
        Post post = blog.createPost(create).value();
        blog.findPost(post.id());
        blog.editPost(EditPost.of(post.id()).properties(own));
        blog.editPost(EditPost.of(post.id()).property("tag", "a"));
        String costs =
            reports.subList(reports.size() - 4, reports.size()).stream()
                .map(report -> String.format(Locale.ROOT, "%.2f |", report.requestUnits()))
                .collect(Collectors.joining(" "));
        rows.add(String.format(Locale.ROOT, "| %,d | %s", bytes, costs));
      }
      assertThat(page).contains(String.join("\n", rows));
    }
  }
}
