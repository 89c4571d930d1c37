package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.testsupport.Trap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** An upgrade converts any items of another program without losing data, and reports the rest. */
@Tag("slow")
class ForeignPropertyTest {
  private static final TestBackend BACKEND = TestBackend.ofProperties();
  private static final Set<FindingKind> LEFT =
      Set.of(
          FindingKind.MISSING_AUTHOR,
          FindingKind.ORPHAN,
          FindingKind.TAKEN_NAME,
          FindingKind.UNREADABLE_DATE,
          FindingKind.UNREADABLE_ITEM);

  private static final List<String> DATES =
      List.of(
          "'creationDate':'2026-02-01T00:00:00.000Z'",
          "'creationDate':'2026-02-01T00:00:00Z'",
          "'creationDate':'2026-02-01T01:30:00.1234567+01:00'",
          "'dateCreated':'2026-02-02T00:00:00'",
          "'creationDate':'soon'",
          "'dateless':true");

  private static final List<String> NAMES =
      List.of("'nameless':true", "'userUsername':'User 1'", "'userUsername':'Of old'");

  private static final List<String> COUNTS =
      List.of(
          "'countless':true",
          "'commentCount':0,'likeCount':0",
          "'commentCount':7,'likeCount':'3','version':5");

  /** One item of a random kind, with its places chosen by numbers. */
  record Thing(int kind, int post, int user, String date, String name, String counts) {}

  @Provide
  Arbitrary<List<Thing>> things() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 9),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, 3),
            Arbitraries.of(DATES),
            Arbitraries.of(NAMES),
            Arbitraries.of(COUNTS))
        .as(Thing::new)
        .list()
        .ofMinSize(12)
        .ofMaxSize(24);
  }

  @Property(tries = 3, seed = "1", shrinking = ShrinkingMode.OFF)
  @Trap(21)
  void itemsOfAnotherProgramAreConverted(
      @ForAll("things") List<Thing> things, @ForAll("pageSizes") int pageSize)
      throws InterruptedException {
    ForeignBlog blog = ForeignBlog.withUsersByUserId(BACKEND);
    for (int user = 0; user < 3; user++) {
      blog.create(
          "users",
          "{'id':'u%d','userId':'u%d','username':'User %d'%s}"
              .formatted(user, user, user % 2, user == 0 ? "" : ",'type':'user'"));
    }
    for (int n = 0; n < things.size(); n++) {
      write(blog, things.get(n), n);
    }
    Set<String> comments = ids(blog, "comment");
    Set<String> likes = likes(blog);
    Map<String, String> before = blog.versions();

    blog.upgrade().pageSize(pageSize).build().dryRun();
    assertThat(blog.versions()).as("a dry run writes nothing").isEqualTo(before);
    MaintenanceReport report = blog.upgrade().pageSize(pageSize).build().upgrade();

    MaintenanceReport verified = blog.verified();
    assertThat(LEFT).containsAll(verified.found().keySet());
    assertThat(report.remaining())
        .as("findings that are left are reported")
        .isGreaterThanOrEqualTo(sum(verified.found()));
    assertThat(ids(blog, "comment")).as("no comment is lost").containsAll(comments);
    assertThat(likes(blog)).as("no like is lost").isEqualTo(likes);
    assertThat(blog.items("feed")).as("settings and front page").hasSizeBetween(1, 2);
    Map<String, String> after = blog.versions();
    assertThat(blog.upgrade().pageSize(pageSize).build().upgrade().changes()).isEmpty();
    assertThat(blog.versions()).as("a second one writes nothing").isEqualTo(after);
  }

  @Provide
  Arbitrary<Integer> pageSizes() {
    return Arbitraries.of(2, 3, 7, 500);
  }

  private static void write(ForeignBlog blog, Thing thing, int n) {
    String id = "x" + n;
    switch (thing.kind()) {
      case 0, 1 -> post(blog, thing, "'type':'post',");
      case 2 -> post(blog, thing, "");
      case 3 -> reaction(blog, thing, id, "'type':'comment','content':'Hm',");
      case 4 -> reaction(blog, thing, id, "'content':'Hm',");
      case 5, 6 -> reaction(blog, thing, id, "'type':'like',");
      case 7 ->
          reaction(
              blog, thing, "like~u" + thing.user() + (n % 2 == 0 ? "" : "-"), "'type':'like',");
      case 8 -> reaction(blog, thing, id, "'type':'comment','content':[1],");
      default -> copies(blog, thing);
    }
  }

  private static void post(ForeignBlog blog, Thing thing, String type) {
    once(
        blog,
        "posts",
        "{'id':'p%d',%s'postId':'p%d','userId':'u%d','title':'T','content':'C',%s,%s,%s}"
            .formatted(
                thing.post(),
                type,
                thing.post(),
                thing.user(),
                thing.date(),
                thing.name(),
                thing.counts()));
  }

  private static void reaction(ForeignBlog blog, Thing thing, String id, String type) {
    once(
        blog,
        "posts",
        "{'id':'%s',%s'postId':'p%d','userId':'u%d',%s,%s}"
            .formatted(id, type, thing.post(), thing.user(), thing.date(), thing.name()));
  }

  private static void copies(ForeignBlog blog, Thing thing) {
    String copy =
        "{'id':'p%d','type':'post','postId':'p%d','userId':'u%d',%s,%s}"
            .formatted(thing.post(), thing.post(), thing.user(), thing.date(), thing.name());
    once(blog, "users", copy);
    once(blog, "feed", copy);
  }

  private static void once(ForeignBlog blog, String container, String json) {
    blog.database.getContainer(container).upsertItem(ForeignBlog.read(json));
  }

  private static Set<String> ids(ForeignBlog blog, String type) {
    return blog.items("posts", type).stream()
        .map(item -> item.path("postId").asText() + " " + item.path("id").asText())
        .collect(Collectors.toSet());
  }

  /** The readable likes, by post and user. */
  private static Set<String> likes(ForeignBlog blog) {
    return blog.items("posts", "like").stream()
        .map((JsonNode item) -> item.path("postId").asText() + " " + item.path("userId").asText())
        .collect(Collectors.toSet());
  }

  private static long sum(Map<FindingKind, Long> found) {
    return found.values().stream().mapToLong(Long::longValue).sum();
  }
}
