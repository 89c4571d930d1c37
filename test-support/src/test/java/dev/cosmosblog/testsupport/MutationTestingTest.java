package dev.cosmosblog.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.testsupport.MutationTesting.Mutation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationTestingTest {
  private static final Mutation SURVIVOR = mutation("x.Posts$Page", "if (a && b) {", false);
  private static final String ENTRY =
      """
      // A comment.
      x.Posts$Page#size TrueReturns
        if (a && b) {
        Both are equal.
      """;

  private static Mutation mutation(String type, String line, boolean detected) {
    return new Mutation(type, "size", "TrueReturns", line, detected);
  }

  @Test
  void anAcceptedSurvivorIsNoProblem() {
    assertThat(MutationTesting.problems(List.of(SURVIVOR), ENTRY)).isEmpty();
  }

  @Test
  void eachSurvivorNeedsItsOwnEntry() {
    assertThat(MutationTesting.problems(List.of(SURVIVOR, SURVIVOR), ENTRY))
        .singleElement()
        .asString()
        .contains("no entry accepts it", SURVIVOR.key());
    assertThat(MutationTesting.problems(List.of(SURVIVOR, SURVIVOR), ENTRY + "\n" + ENTRY))
        .isEmpty();
  }

  @Test
  void anEntryWithoutItsSurvivorIsStale() {
    Mutation killed = mutation("x.Posts$Page", "if (a && b) {", true);
    assertThat(MutationTesting.problems(List.of(killed), ENTRY))
        .singleElement()
        .asString()
        .contains("remove it", SURVIVOR.key());
  }

  @Test
  void entriesOfOtherClassesAreLeftAlone() {
    Mutation other = mutation("x.Users", "return id;", true);
    assertThat(MutationTesting.problems(List.of(other), ENTRY)).isEmpty();
  }

  @Test
  void anEntryNeedsAReason() {
    String unreasoned = ENTRY.replaceFirst("  Both.*\n", "");
    assertThat(MutationTesting.problems(List.of(SURVIVOR), unreasoned)).hasSize(2);
  }

  @Test
  void nestedClassesCountForTheirTopLevelClass() {
    Mutation killed = mutation("x.Posts", "return id;", true);
    assertThat(MutationTesting.table(List.of(SURVIVOR, killed, killed)))
        .isEqualTo("mutations killed score class\n        3      2   66% x.Posts\n");
  }

  @Test
  void aReportIsReadWithTheTextOfEachLine(@TempDir Path folder) throws Exception {
    Path report = folder.resolve("mutations.xml");
    Files.writeString(
        report,
        """
        <mutations>
          <mutation detected='false' status='SURVIVED'>
            <mutatedClass>x.Posts$Page</mutatedClass><mutatedMethod>size</mutatedMethod>
            <lineNumber>2</lineNumber><mutator>org.pitest.mutators.TrueReturns</mutator>
          </mutation>
        </mutations>
        """);
    List<String> source = List.of("class Posts {", "  if (a && b) {");
    assertThat(MutationTesting.mutations(report, type -> source)).containsExactly(SURVIVOR);
  }
}
