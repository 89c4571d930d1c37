package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import org.junit.jupiter.api.Test;

class ProvisionCommandTest {
  @Test
  void itCreatesWhatIsMissingAndPrintsIt() {
    try (LocalCosmos emulator = LocalCosmos.start();
        BlogDatabase blog = TestBlogs.connect(emulator)) {
      CliRun dry = CliRun.on(emulator, "provision", "--dry-run");
      assertThat(dry.exitCode()).as(dry.errors()).isZero();
      assertThat(dry.output().lines())
          .contains("database blog: would be created", "container users: would be created");
      assertThat(blog.unwrap(CosmosClient.class).readAllDatabases().stream()).isEmpty();

      CliRun run = CliRun.on(emulator, "provision", "--throughput", "1200");
      assertThat(run.exitCode()).as(run.errors()).isZero();
      assertThat(run.output().lines())
          .containsExactlyInAnyOrder(
              "database blog: created",
              "container users: created",
              "container posts: created",
              "container feed: created",
              "container leases: created");
      CosmosDatabase database = blog.unwrap(CosmosDatabase.class);
      assertThat(database.readThroughput().getProperties().getManualThroughput()).isEqualTo(1200);

      assertThat(CliRun.on(emulator, "provision").output())
          .isEqualToIgnoringNewLines("Nothing is missing in database blog.");
      CliRun json = CliRun.on(emulator, "provision", "--json", "--scripts");
      assertThat(json.json().path("containers")).isEmpty();
      assertThat(database.getContainer("posts").getScripts().readAllStoredProcedures().stream())
          .isNotEmpty();
    }
  }

  @Test
  void manualThroughputAndAutoscaleExcludeEachOther() {
    try (LocalCosmos emulator = LocalCosmos.start()) {
      CliRun run = CliRun.on(emulator, "provision", "--throughput", "400", "--autoscale", "1000");
      assertThat(run.exitCode()).isEqualTo(BlogCli.USAGE);
    }
  }
}
