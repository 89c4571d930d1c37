package dev.cosmosblog.examples.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("target/results/verify.json")
class VerifyTest {
  private static JsonNode result() throws IOException {
    return new ObjectMapper().readTree(Path.of("target/results/verify.json").toFile());
  }

  @Test
  void withoutAnEndpointItDamagesABlogInEachMendableWayAndMendsAll() throws IOException {
    Run run = Run.of(new Verify());
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("all that was wrong is mended", "nothing is wrong");

    JsonNode runs = result().path("runs");
    List<String> kinds = new ArrayList<>();
    runs.get(0).path("found").fieldNames().forEachRemaining(kinds::add);
    assertThat(kinds)
        .containsExactlyInAnyOrder(
            FindingKind.WRONG_COUNT.name(),
            FindingKind.STALE_NAME.name(),
            FindingKind.UNGUARDED_LIKE.name(),
            FindingKind.DUPLICATE_LIKE.name(),
            FindingKind.LEFTOVER.name(),
            FindingKind.MISSING_COPY.name(),
            FindingKind.STALE_COPY.name(),
            FindingKind.SURPLUS_COPY.name(),
            FindingKind.WRONG_FRONT_PAGE.name(),
            FindingKind.UNRESERVED_NAME.name(),
            FindingKind.UNUSED_RESERVATION.name());
    assertThat(runs.get(1).path("mended")).isEqualTo(runs.get(1).path("found"));
    assertThat(runs.get(2).path("found")).isEmpty();
    assertThat(result().path("clean").asBoolean()).isTrue();
  }

  @Test
  void onAnEndpointItShowsWhatItWouldMendAndThenMendsItWithinItsBudget(@TempDir Path directory)
      throws IOException {
    Path place = directory.resolve("place.json");
    try (LocalCosmos account = LocalCosmos.start();
        BlogDatabase blog = Endpoint.of(account).connect("blog", "test")) {
      new DamagedBlog(blog).write();
      blog.unwrap(CosmosDatabase.class)
          .getContainer("users")
          .deleteItem("p4", new PartitionKey("u0"), new CosmosItemRequestOptions());

      Run dry = on(account, "--dry-run");
      assertThat(dry.exitCode()).isEqualTo(Example.FAILED);
      assertThat(dry.output()).contains("would be mended", "MISSING_COPY at USERS u0/p4: nothing");
      Run repaired = on(account, "--repair", "--resume", place.toString());
      assertThat(repaired.exitCode()).isZero();
      assertThat(place).as("after the end there is no place to go on").doesNotExist();
      assertThat(on(account).exitCode()).isZero();
      assertThat(Files.list(directory)).isEmpty();
    }
  }

  private static Run on(LocalCosmos account, String... more) {
    List<String> words = new ArrayList<>(List.of("--endpoint", account.endpoint()));
    words.addAll(List.of("--ru-per-second", "100000"));
    words.addAll(List.of(more));
    return Run.of(new Verify(), words.toArray(String[]::new));
  }

  @Test
  void aRepairThatWritesNothingIsNoRepair() {
    Run run = Run.of(new Verify(), "--repair", "--dry-run");
    assertThat(run.exitCode()).isEqualTo(Example.MISUSED);
    assertThat(run.errors()).contains("not both");
    Run local = Run.of(new Verify(), "--dry-run");
    assertThat(local.exitCode()).isEqualTo(Example.MISUSED);
    assertThat(local.errors()).contains("--dry-run needs --endpoint");
  }
}
