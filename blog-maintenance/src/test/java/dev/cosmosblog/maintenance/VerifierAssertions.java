package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.ItemLocation;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.testsupport.BlogOracle;
import dev.cosmosblog.testsupport.OracleFinding;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Assertions about a verification and a repair of a damaged blog without writers. */
final class VerifierAssertions {
  private static final Set<FindingKind> LEFT =
      Set.of(
          FindingKind.MISSING_AUTHOR,
          FindingKind.TAKEN_NAME,
          FindingKind.TAKEN_SLUG,
          FindingKind.UNREADABLE_ITEM);

  private VerifierAssertions() {}

  /** An error and its place. */
  record Wrong(FindingKind kind, ItemPlace place) {}

  /** Returns what the oracle finds. */
  static Set<Wrong> wrongIn(DamagedBlog blog) {
    return BlogOracle.of(
            blog.items(BlogContainer.USERS),
            blog.items(BlogContainer.POSTS),
            blog.items(BlogContainer.FEED))
        .frontPageSize(DamagedBlog.FRONT_PAGE_SIZE)
        .findings()
        .stream()
        .map(found -> new Wrong(FindingKind.valueOf(found.kind().name()), placeOf(found)))
        .collect(Collectors.toSet());
  }

  /** The verifier reports the front page as a whole. */
  private static ItemPlace placeOf(OracleFinding found) {
    return found.kind() == OracleFinding.Kind.WRONG_FRONT_PAGE
        ? ItemPlace.ofFrontPage()
        : new ItemPlace(
            BlogContainer.valueOf(found.container().toUpperCase(Locale.ROOT)),
            found.partitionKey(),
            found.id());
  }

  static void assertFoundAndRepaired(DamagedBlog blog, int pageSize) throws InterruptedException {
    BlogVerifier verifier = blog.verifier().pageSize(pageSize).build();
    Map<ItemPlace, JsonNode> before = blog.dump();
    Set<Wrong> wrong = wrongIn(blog);

    MaintenanceReport report = verifier.verify();
    assertThat(wrongs(report)).as("found").isEqualTo(wrong);
    assertThat(report.findings()).as("each once").hasSameSizeAs(wrong);
    assertThat(report.findings())
        .as("without texts and names")
        .allSatisfy(
            finding ->
                assertThat(finding.found() + finding.expected())
                    .doesNotContain("Hm", "Content ", "Mallory", "Hacked", "User "));
    assertThat(report.unsettled()).isZero();
    assertThat(report.scanned())
        .as("items read: not the settings, and the feed whether it is there or not")
        .isEqualTo(before.size() - (before.containsKey(ItemPlace.ofFrontPage()) ? 1 : 0));
    assertThat(report.repaired()).isEmpty();
    assertThat(blog.dump()).as("verify writes nothing").isEqualTo(before);

    MaintenanceReport repair = verifier.repair();
    assertThat(repair.repaired()).as("all that is repairable").isEqualTo(repair.repairable());
    assertOnlyTheDamagedWereWritten(before, blog.dump(), wrongs(repair));
    assertThat(kinds(wrongs(verifier.verify()))).as("left").isSubsetOf(LEFT);
    assertThat(kinds(wrongIn(blog))).as("left by the oracle").isSubsetOf(LEFT);
  }

  /** A repaired post's copies are written with it, and likes get other ids. */
  private static void assertOnlyTheDamagedWereWritten(
      Map<ItemPlace, JsonNode> before, Map<ItemPlace, JsonNode> after, Set<Wrong> wrong) {
    Set<ItemPlace> places = wrong.stream().map(Wrong::place).collect(Collectors.toSet());
    Set<String> posts = wrong.stream().map(w -> w.place().partition()).collect(Collectors.toSet());
    Set<ItemPlace> written = new HashSet<>(before.keySet());
    written.addAll(after.keySet());
    written.removeIf(place -> same(before.get(place), after.get(place)));
    written.removeAll(places);
    written.removeIf(place -> posts.contains(place.id()));
    written.remove(ItemPlace.ofFrontPage());
    written.removeIf(place -> place.id().startsWith("like~") && posts.contains(place.partition()));
    written.removeIf(place -> place.id().startsWith("username~") || place.id().startsWith("slug~"));
    assertThat(written).as("written without need").isEmpty();
  }

  private static boolean same(JsonNode one, JsonNode other) {
    return one != null && other != null && one.path("_etag").equals(other.path("_etag"));
  }

  private static Set<Wrong> wrongs(MaintenanceReport report) {
    return report.findings().stream()
        .map(finding -> new Wrong(finding.kind(), placeOf(finding.item())))
        .collect(Collectors.toSet());
  }

  private static ItemPlace placeOf(ItemLocation item) {
    BlogContainer container = BlogContainer.valueOf(item.container().name());
    return new ItemPlace(container, item.partitionKey(), item.id());
  }

  static Set<FindingKind> kinds(Set<Wrong> wrong) {
    return wrong.stream().map(Wrong::kind).collect(Collectors.toSet());
  }
}
