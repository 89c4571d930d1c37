package dev.cosmosblog.maintenance.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.verify.Oracle.Wrong;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.testing.Trap;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Whatever is damaged is found, and nothing else; a repair mends all that can be mended, and
 * nothing else.
 */
class BlogVerifierContractTest {
  private static final Set<FindingKind> LEFT =
      Set.of(
          FindingKind.MISSING_AUTHOR,
          FindingKind.ORPHAN,
          FindingKind.TAKEN_NAME,
          FindingKind.UNREADABLE_ITEM);

  /** Damage done to the item of a number. */
  record Done(Damage damage, int number) {}

  @TestFactory
  Stream<DynamicTest> eachDamageIsFoundAndMended() {
    return Arrays.stream(Damage.values())
        .map(damage -> DynamicTest.dynamicTest(damage.name(), () -> foundAndMended(damage)));
  }

  private static void foundAndMended(Damage damage) throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(5)) {
      damage.to(blog, 4);
      assertThat(kinds(Oracle.of(blog))).as("what the damage is").isEqualTo(damage.kinds);
      assertFoundAndMended(blog, 500);
    }
  }

  @Provide
  Arbitrary<List<Done>> damages() {
    return Combinators.combine(Arbitraries.of(Damage.class), Arbitraries.integers().between(0, 8))
        .as(Done::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Property(tries = 10)
  @Trap({18, 21})
  void whateverIsDamagedIsFoundAndMended(
      @ForAll("damages") List<Done> damages, @ForAll("pageSizes") int pageSize)
      throws InterruptedException {
    try (DamagedBlog blog = SmallBlog.with(5)) {
      damages.forEach(done -> done.damage().to(blog, done.number()));
      assertFoundAndMended(blog, pageSize);
    }
  }

  @Provide
  Arbitrary<Integer> pageSizes() {
    return Arbitraries.of(2, 3, 5, 8, 500);
  }

  private static void assertFoundAndMended(DamagedBlog blog, int pageSize)
      throws InterruptedException {
    BlogVerifier verifier = blog.verifier().pageSize(pageSize).build();
    Map<ItemPlace, JsonNode> before = blog.dump();
    Set<Wrong> wrong = Oracle.of(blog);

    VerifyReport report = verifier.verify();
    assertThat(wrongs(report)).as("found").isEqualTo(wrong);
    assertThat(report.findings()).as("each once").hasSameSizeAs(wrong);
    assertThat(report.findings())
        .as("without texts and names")
        .allSatisfy(
            finding ->
                assertThat(finding.found() + finding.right())
                    .doesNotContain("Hm", "Content ", "Mallory", "Hacked", "User "));
    assertThat(report.unsettled()).isZero();
    assertThat(report.scanned())
        .as("items read, and the feed whether it is there or not")
        .isEqualTo(before.size() + (before.containsKey(ItemPlace.ofFeed()) ? 0 : 1));
    assertThat(verifier.dryRun().mended()).isEqualTo(report.mendable());
    assertThat(blog.dump()).as("verify writes nothing").isEqualTo(before);

    RepairReport repair = verifier.repair();
    assertOnlyTheDamagedWereWritten(before, blog.dump(), wrongs(repair.verified()));
    assertThat(kinds(wrongs(verifier.verify()))).as("left").isSubsetOf(LEFT);
    assertThat(kinds(Oracle.of(blog))).as("left by the oracle").isSubsetOf(LEFT);
  }

  /** A mended post's copies are written with it, and likes get other ids. */
  private static void assertOnlyTheDamagedWereWritten(
      Map<ItemPlace, JsonNode> before, Map<ItemPlace, JsonNode> after, Set<Wrong> wrong) {
    Set<ItemPlace> places = wrong.stream().map(Wrong::place).collect(Collectors.toSet());
    Set<String> posts = wrong.stream().map(w -> w.place().partition()).collect(Collectors.toSet());
    Set<ItemPlace> written = new HashSet<>(before.keySet());
    written.addAll(after.keySet());
    written.removeIf(place -> same(before.get(place), after.get(place)));
    written.removeAll(places);
    written.removeIf(place -> posts.contains(place.id()));
    written.remove(ItemPlace.ofFeed());
    written.removeIf(place -> place.id().startsWith("like~") && posts.contains(place.partition()));
    written.removeIf(place -> place.id().startsWith("username~"));
    assertThat(written).as("written without need").isEmpty();
  }

  private static boolean same(JsonNode one, JsonNode other) {
    return one != null && other != null && one.path("_etag").equals(other.path("_etag"));
  }

  private static Set<Wrong> wrongs(VerifyReport report) {
    return report.findings().stream()
        .map(finding -> new Wrong(finding.kind(), finding.place()))
        .collect(Collectors.toSet());
  }

  private static Set<FindingKind> kinds(Set<Wrong> wrong) {
    return wrong.stream().map(Wrong::kind).collect(Collectors.toSet());
  }
}
