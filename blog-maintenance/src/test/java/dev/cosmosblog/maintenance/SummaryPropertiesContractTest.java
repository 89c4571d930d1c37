package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Another length and other properties of summaries than those with which the summaries were
 * written.
 */
class SummaryPropertiesContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);
  private static final CustomProperties PROPERTIES =
      CustomProperties.of(Map.of("subtitle", "hello", "topics", "java"));

  private BlogDatabase database;
  private User ann;

  @BeforeEach
  void createPost() throws InterruptedException {
    String name = BACKEND.freshDatabase().getId();
    database = BlogDatabase.builder().client(BACKEND.client(), name).build().provision();
    BlogStore blog = BlogStore.on(database);
    ann = blog.createUser("Ann").value();
    blog.createPost(CreatePost.of(ann, "Hello", "My first post").properties(PROPERTIES));
    ViewRebuild.builder(database).build().rebuild();
    assertSummariesHave(CustomProperties.NONE);
  }

  @Test
  void repairWritesThemToEachSummary() throws InterruptedException {
    BlogVerifier.builder(with("subtitle")).build().repair();
    assertSummariesHave(CustomProperties.NONE.with("subtitle", "hello"));
    assertThat(BlogStore.on(database).recentPosts(1).get(0).summary()).isEqualTo("My first");
  }

  @Test
  void rebuildWritesThemToEachSummary() throws InterruptedException {
    ViewRebuild.builder(with("topics")).build().rebuild();
    assertSummariesHave(CustomProperties.NONE.with("topics", "java"));
  }

  private BlogDatabase with(String property) {
    BlogDatabase changed =
        BlogDatabase.builder()
            .client(BACKEND.client(), database.name())
            .summaryProperties(property)
            .summaryLength(8)
            .build();
    changed.schema().changeSettings().provision();
    return changed;
  }

  private void assertSummariesHave(CustomProperties expected) {
    BlogStore blog = BlogStore.on(database);
    assertThat(blog.postsOf(ann.id(), PageRequest.first(10)).items())
        .isEqualTo(blog.recentPosts(10))
        .singleElement()
        .satisfies(summary -> assertThat(summary.properties()).isEqualTo(expected));
  }
}
