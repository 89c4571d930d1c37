package dev.cosmosblog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A blog that is damaged in each way that a repair repairs. */
@Tag("slow")
class VerifyCommandTest {
  private static final List<String> DAMAGE =
      List.of(
          FindingKind.WRONG_COUNT.name(),
          FindingKind.STALE_NAME.name(),
          FindingKind.UNGUARDED_LIKE.name(),
          FindingKind.DUPLICATE_LIKE.name(),
          FindingKind.LEFTOVER.name(),
          FindingKind.MISSING_SUMMARY.name(),
          FindingKind.STALE_SUMMARY.name(),
          FindingKind.SURPLUS_SUMMARY.name(),
          FindingKind.WRONG_FRONT_PAGE.name(),
          FindingKind.UNRESERVED_NAME.name(),
          FindingKind.UNUSED_RESERVATION.name());

  private LocalCosmos emulator;

  @BeforeEach
  void damage() {
    emulator = LocalCosmos.builder().physicalPartitions(2).start();
    try (BlogDatabase blog = TestBlogs.connect(emulator)) {
      RepairableBlog damaged = new RepairableBlog(blog);
      damaged.write();
      damaged.damage();
    }
  }

  @AfterEach
  void close() {
    emulator.close();
  }

  @Test
  void allDamageIsFoundAndRepaired() {
    CliRun found = CliRun.on(emulator, "verify");
    assertThat(found.exitCode()).isEqualTo(BlogCli.DIFFERENCES);
    assertThat(found.output()).contains(DAMAGE).contains("MISSING_SUMMARY in users u0/p4: found ");
    assertThat(found.output()).contains("repairable").contains("differences remain");
    assertThat(found.output()).containsPattern("MISSING_SUMMARY .*: a post has no summary");

    CliRun repaired = CliRun.on(emulator, "verify", "--repair", "--json");
    assertThat(repaired.exitCode()).isZero();
    assertThat(repaired.errors()).isEmpty();
    JsonNode report = repaired.json();
    List<String> kinds = new ArrayList<>();
    report.path("found").fieldNames().forEachRemaining(kinds::add);
    assertThat(kinds).containsExactlyInAnyOrderElementsOf(DAMAGE);
    assertThat(report.path("repaired")).isEqualTo(report.path("found"));

    CliRun clean = CliRun.on(emulator, "verify");
    assertThat(clean.exitCode()).as(clean.output()).isZero();
    assertThat(clean.output()).contains("No differences.");
  }

  @Test
  void aDryRunWritesNothingAndAFinishedRunDeletesItsResumeFile(@TempDir Path directory)
      throws IOException {
    Path position = directory.resolve("position.json");
    CliRun dry = CliRun.on(emulator, "verify", "--dry-run", "--resume", position.toString());
    assertThat(dry.exitCode()).isEqualTo(BlogCli.DIFFERENCES);
    assertThat(dry.output()).contains("would be repaired");
    try (var files = Files.list(directory)) {
      assertThat(files).isEmpty();
    }
    assertThat(CliRun.on(emulator, "verify").exitCode()).isEqualTo(BlogCli.DIFFERENCES);
  }

  @Test
  void repairAndDryRunExcludeEachOther() {
    CliRun run = CliRun.on(emulator, "verify", "--repair", "--dry-run");
    assertThat(run.exitCode()).isEqualTo(BlogCli.USAGE);
    assertThat(run.errors()).contains("--repair and --dry-run exclude each other");
  }
}
