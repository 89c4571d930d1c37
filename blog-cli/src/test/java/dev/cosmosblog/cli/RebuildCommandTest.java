package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RebuildCommandTest {
  private LocalCosmos emulator;
  private BlogDatabase blog;

  @BeforeEach
  void write() {
    emulator = LocalCosmos.builder().physicalPartitions(2).start();
    blog = TestBlogs.connect(emulator);
    FormerBlog.writeWithLibrary(blog);
  }

  @AfterEach
  void close() {
    blog.close();
    emulator.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"container", "change-feed"})
  void lostSummariesAreWrittenAgain(String source) {
    deleteSummaries();
    CliRun run = CliRun.on(emulator, "rebuild", "--source", source, "--json");
    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(run.json().path("changes").path("SUMMARY_WRITTEN").asInt())
        .isEqualTo(FormerBlog.POSTS);
    assertThat(CliRun.on(emulator, "verify").exitCode()).isZero();
  }

  private void deleteSummaries() {
    CosmosContainer users = blog.unwrap(CosmosDatabase.class).getContainer("users");
    users
        .queryItems(
            "SELECT * FROM c WHERE c.type = 'post'",
            new CosmosQueryRequestOptions(),
            JsonNode.class)
        .stream()
        .toList()
        .forEach(
            copy ->
                users.deleteItem(
                    copy.path("id").asText(),
                    new PartitionKey(copy.path("userId").asText()),
                    new CosmosItemRequestOptions()));
  }

  @Test
  void anArchiveIsFilledOnceItsContainerExists() {
    CliRun early = CliRun.on(emulator, "rebuild", "--view", "listings");
    assertThat(early.exitCode()).isEqualTo(BlogCli.FAILED);
    assertThat(early.errors()).contains("listings");

    CliRun refused = CliRun.on(emulator, "provision", "--listings");
    assertThat(refused.exitCode()).isEqualTo(BlogCli.FAILED);
    assertThat(refused.errors()).contains("listings is \"listings\" here and null there");
    assertThat(CliRun.on(emulator, "provision", "--listings", "--change-settings").output())
        .isEqualToIgnoringNewLines("container listings: created");
    CliRun run = CliRun.on(emulator, "rebuild", "--view", "listings");
    assertThat(run.exitCode()).as(run.errors()).isZero();
    assertThat(run.output()).containsPattern("ENTRY_WRITTEN +" + FormerBlog.POSTS + " written");
  }

  @Test
  void anUnknownViewIsRefused() {
    CliRun run = CliRun.on(emulator, "rebuild", "--view", "all");
    assertThat(run.exitCode()).isEqualTo(BlogCli.USAGE);
    assertThat(run.errors()).contains("'all' is not summaries, front-page or listings");
  }
}
