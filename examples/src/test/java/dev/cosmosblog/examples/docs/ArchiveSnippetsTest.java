package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.ArchivedPost;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmoslocal.LocalCosmos;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/archive.md. */
class ArchiveSnippetsTest {
  private final List<String> shown = new ArrayList<>();

  private void show(List<ArchivedPost> posts) {
    posts.forEach(post -> shown.add(post.title()));
  }

  private static BlogDatabase connected(CosmosClientBuilder clientBuilder) {
    // region on
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .archive()
            .summaryProperties("slug")
            .build()
            .provision();
    // endregion
    return database;
  }

  @Test
  void theArchiveIsReadPageByPageAndByMonth() {
    try (LocalCosmos account = LocalCosmos.start();
        BlogDatabase database =
            connected(
                new CosmosClientBuilder()
                    .endpoint(account.endpoint())
                    .key(account.key())
                    .gatewayMode())) {
      BlogStore blog = BlogStore.on(database);
      var ann = blog.createUser("Ann").value();
      for (String day : List.of("2026-10-31", "2026-11-01", "2026-11-02")) {
        Instant date = Instant.parse(day + "T12:00:00Z");
        blog.createPost(CreatePost.of(ann, day, "Hello").writtenAt(date));
      }
      BlogChangeFeed.builder(database).buildStepped().drain();

      // region pages
      PageRequest request = PageRequest.first(20);
      Page<ArchivedPost> page = blog.archive(request);
      show(page.items());
      while (page.next().isPresent()) {
        page = blog.archive(request.after(page.next().get()));
        show(page.items());
      }
      // endregion

      // region months
      List<ArchivedMonth> months = blog.archiveMonths(PageRequest.first(12)).items();
      Page<ArchivedPost> newest = blog.archive(months.get(0).month(), PageRequest.first(20));
      // endregion

      assertThat(shown).containsExactly("2026-11-02", "2026-11-01", "2026-10-31");
      assertThat(months)
          .containsExactly(
              new ArchivedMonth(YearMonth.of(2026, 11), 2),
              new ArchivedMonth(YearMonth.of(2026, 10), 1));
      assertThat(newest.items()).hasSize(2);
    }
  }
}
