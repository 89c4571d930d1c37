package dev.cosmosblog.examples.ldbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cosmosblog.examples.console.Run;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.RequestCounter;
import dev.cosmoslocal.request.RequestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Order(1)
class ImportLdbcTest {
  @TempDir Path directory;

  private Run run(String... words) {
    return Run.of(new ImportLdbc(), words);
  }

  @Test
  void theDumpAgreesWithTheFiles() throws IOException {
    TinyDataSet.in(directory);
    Path dump = directory.resolve("out/dump.jsonl");
    Run run = run(directory.toString(), "--dump", dump.toString(), "--partitions", "2");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .contains("0 malformed rows; 4 updates and 1 files skipped")
        .containsPattern("users +4 +0")
        .containsPattern("posts +4 +0")
        .containsPattern("comments +4 +0")
        .containsPattern("likes +4 +0");
    assertThat(Files.readAllLines(dump)).isEqualTo(new CsvReading(directory).dump());
  }

  @Test
  void malformedRowsAreReportedSkippedAndCounted() throws IOException {
    TinyDataSet data = TinyDataSet.in(directory);
    Path persons = data.add("dynamic/person_0_0.csv", "5|Ann|Lee\nx|A|B|f|d|d|i|b|1\n");
    Path posts =
        data.add(
            "dynamic/post_0_0.csv",
            """
            110||yesterday|i|b|l|Text|4|1|900|110
            111||2010-11-25T05:58:53.756+0000|i|b|l|Text|4|77|900|110
            """);
    Path comments =
        data.add(
            "dynamic/comment_0_0.csv",
            """
            210|2010-11-26T05:58:53.756+0000|i|b|yes|3|2|60||999
            211|2010-11-26T05:58:53.756+0000|i|b|yes|3|2|60||211
            212|2010-11-26T05:58:53.756+0000|i|b|yes|3|2|60||
            213|2010-11-26T05:58:53.756+0000|i|b|yes|3|2|60|888|
            """);
    Path updates =
        data.add(
            "update_streams/updateStream_0_0_forum.csv",
            "1290926804540|0|9|1\n1290926804541|0|2|1|2\nlater|0|2|1|100|1290926804541\n");
    Run run = run(directory.toString(), "--partitions", "2");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.output().replace(System.lineSeparator() + "  ", " ").lines())
        .contains(
            persons + ":5: has 3 columns instead of 9",
            persons + ":6: person id 'x' is not a number",
            posts + ":5: creation date 'yesterday' is not a date such as " + TinyDataSet.DATE,
            comments + ":4: its reply chain leads to the unknown comment 999",
            comments + ":5: its reply chain has a cycle at comment 211",
            comments + ":6: replies to neither a post nor a comment",
            updates + ":10: '9' is not a kind of update; expected 1 to 8",
            updates + ":11: has 5 columns instead of 6",
            updates + ":12: scheduled time 'later' is not a number")
        .anyMatch(line -> line.startsWith(posts + ":6: ") && line.contains("77"))
        .anyMatch(line -> line.startsWith(comments + ":7: ") && line.contains("888"));
    assertThat(run.output()).contains("11 malformed rows").containsPattern("posts +4 +0");
  }

  @Test
  void theSecondRunChangesNothing() throws IOException {
    TinyDataSet.in(directory);
    RequestCounter batches = new RequestCounter(request -> request.kind() == RequestKind.BATCH);
    try (LocalCosmos emulator =
        LocalCosmos.builder().physicalPartitions(2).listener(batches).start()) {
      String[] words = {directory.toString(), "--endpoint", emulator.endpoint()};
      assertThat(run(words).exitCode()).isZero();
      // Concurrent reactions to a post are batched.
      assertThat(batches.totals().requests()).isBetween(1L, 8L);
      Path dump = directory.resolve("dump.jsonl");
      Run second =
          run(directory.toString(), "--endpoint", emulator.endpoint(), "--dump", dump.toString());
      assertThat(second.exitCode()).isZero();
      assertThat(second.output())
          .containsPattern("users +0 +4")
          .containsPattern("posts +0 +4")
          .containsPattern("comments +0 +4")
          .containsPattern("likes +0 +4");
      assertThat(Files.readAllLines(dump)).isEqualTo(new CsvReading(directory).dump());
    }
  }

  @Test
  void otherDirectoriesAreRejected() {
    assertThat(run(directory.resolve("none").toString()).errors()).contains("is not a directory");
    assertThat(run(directory.toString()).errors())
        .contains("doesn't contain a file such as person_0_0.csv");
  }

  /** Runs if LDBC_SNB_DIR is set to a data set. Takes a minute or two. */
  @Test
  void theDumpOfARealDataSetAgreesWithItsFiles() throws IOException {
    String real = System.getenv("LDBC_SNB_DIR");
    assumeTrue(real != null, "LDBC_SNB_DIR is not set");
    Path dump = directory.resolve("dump.jsonl");
    Run run = run(String.valueOf(real), "--dump", dump.toString());
    assertThat(run.exitCode()).isZero();
    assertThat(Files.readAllLines(dump)).isEqualTo(new CsvReading(Path.of(real)).dump());
  }
}
