package dev.cosmosblog.maintenance;

import static dev.cosmosblog.maintenance.report.FindingKind.MISSING_ENTRY;
import static dev.cosmosblog.maintenance.report.FindingKind.STALE_ENTRY;
import static dev.cosmosblog.maintenance.report.FindingKind.SURPLUS_ENTRY;
import static dev.cosmosblog.maintenance.report.FindingKind.WRONG_TAG;
import static dev.cosmosblog.store.internal.item.BlogContainer.LISTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Verification, repair, rebuild and upgrade of the lists of tags. */
class TagMaintenanceContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final Tag JAVA = Tag.of("java");
  private static final Tag COSMOS_DB = Tag.of("cosmos-db");
  private static final PageRequest ALL = PageRequest.first(20);
  private static final ItemPlace OF_P1 = ItemPlace.ofTagsOf("p1");
  private static final ItemPlace JAVA_ITEM = ItemPlace.ofTag("java");

  private final DamagedBlog before = SmallBlog.with(TestBackend.of(COSMOS), 4);
  private DamagedBlog blog;

  private static ItemPlace entry(String post) {
    return new ItemPlace(LISTINGS, "tag~java", post);
  }

  private static CosmosPatchOperations set(String path, Object value) {
    return CosmosPatchOperations.create().set(path, value);
  }

  /** Two published posts, a hidden post and a draft have tags, and no list has them yet. */
  @BeforeEach
  void turnTheListingsOn() {
    before.store.createPost(
        CreatePost.of(SmallBlog.user(0), "Title", "Content")
            .draft()
            .tags(List.of(JAVA))
            .withId(PostId.of("draft")));
    before.store.editPost(EditPost.of(PostId.of("p0")).tags(List.of(JAVA, COSMOS_DB)));
    before.store.editPost(EditPost.of(PostId.of("p1")).tags(List.of(JAVA)));
    before.store.editPost(EditPost.of(PostId.of("p3")).tags(List.of(JAVA)));
    before.store.hidePost(PostId.of("p3"));
    before.drain();
    blog = before.withListings();
  }

  @AfterEach
  void deleteTheBlog() {
    before.close();
  }

  private Map<FindingKind, Long> found() throws InterruptedException {
    return blog.verifier().build().verify().found();
  }

  private void hasItsLists() throws InterruptedException {
    assertThat(found()).isEmpty();
    Map<String, Long> tags = new TreeMap<>();
    blog.store.tags(ALL).items().forEach(one -> tags.put(one.tag().value(), one.posts()));
    assertThat(tags).isEqualTo(Map.of("cosmos-db", 1L, "java", 2L));
    assertThat(blog.store.postsByTag(JAVA, ALL).items())
        .extracting(post -> post.id().value())
        .containsExactly("p1", "p0");
    assertThat(blog.store.postsByTag(COSMOS_DB, ALL).items()).hasSize(1);
  }

  @Test
  @Invariant("I14")
  void aRebuildFillsTheTagsOfAnExistingBlog() throws InterruptedException {
    assertThat(found())
        .as("8 entries and the tags of 3 posts")
        .isEqualTo(Map.of(MISSING_ENTRY, 11L));

    blog.rebuild().views(Set.of(LibraryView.LISTINGS)).build().rebuild();

    hasItsLists();
    assertThat(blog.rebuild().build().rebuild().changes()).as("a second rebuild").isEmpty();
  }

  @Test
  @Invariant("I14")
  void anUpgradeFillsTheTagsAndADryRunChangesNothing() throws InterruptedException {
    Map<ItemPlace, ?> items = blog.dump();
    assertThat(blog.upgrade().build().dryRun().changes().get(ChangeKind.ENTRY_WRITTEN))
        .isEqualTo(11);
    found();
    assertThat(blog.dump()).isEqualTo(items);

    assertThat(blog.upgrade().build().upgrade().remaining()).isZero();
    hasItsLists();
  }

  private record Damage(String name, Map<FindingKind, Long> found, Consumer<DamagedBlog> on) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Arguments damage(
      String name, FindingKind kind, long found, Consumer<DamagedBlog> on) {
    return Arguments.of(new Damage(name, Map.of(kind, found), on));
  }

  private static void addEntry(DamagedBlog blog, String post) {
    ObjectNode copy = blog.dump().get(entry("p1")).deepCopy();
    blog.create(LISTINGS, copy.put("id", post));
  }

  private static void addTags(DamagedBlog blog, String post) {
    addTags(blog, post, post);
  }

  private static void addTags(DamagedBlog blog, String place, String post) {
    ObjectNode copy = blog.dump().get(OF_P1).deepCopy();
    blog.create(LISTINGS, copy.put("id", TaggedPostItem.idOf(place)).put("postId", post));
  }

  private static void replaceByTombstone(DamagedBlog blog, ItemPlace place) {
    String tombstone = "{'id':'%s','bucket':'%s','type':'removedPost','ttl':3600}";
    blog.put(LISTINGS, tombstone.formatted(place.id(), place.partition()));
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        damage("no entry", MISSING_ENTRY, 1, blog -> blog.delete(entry("p1"))),
        damage("a tombstone", MISSING_ENTRY, 1, blog -> replaceByTombstone(blog, entry("p1"))),
        damage("a title", STALE_ENTRY, 1, blog -> blog.patch(entry("p0"), set("/title", "?"))),
        damage(
            "a shown entry", STALE_ENTRY, 1, blog -> blog.patch(entry("p3"), set("/type", "post"))),
        damage("an entry of a lost tag", SURPLUS_ENTRY, 1, blog -> addEntry(blog, "p2")),
        damage("an entry of no post", SURPLUS_ENTRY, 1, blog -> addEntry(blog, "zz")),
        damage("an entry of a draft", SURPLUS_ENTRY, 1, blog -> addEntry(blog, "draft")),
        damage("no tags", MISSING_ENTRY, 1, blog -> blog.delete(OF_P1)),
        damage("a tombstone of tags", MISSING_ENTRY, 1, blog -> replaceByTombstone(blog, OF_P1)),
        damage(
            "a tombstone of no tags",
            MISSING_ENTRY,
            1,
            blog -> replaceByTombstone(blog, ItemPlace.ofTagsOf("p2"))),
        damage("other tags", STALE_ENTRY, 1, blog -> blog.patch(OF_P1, set("/tags", List.of("x")))),
        damage("unreadable tags", STALE_ENTRY, 1, blog -> blog.patch(OF_P1, set("/tags", "?"))),
        damage(
            "unreadable tags of a post without tags",
            STALE_ENTRY,
            1,
            blog -> blog.patch(ItemPlace.ofTagsOf("p2"), set("/tags", Map.of("text", 1)))),
        damage(
            "texts that are no tags of a post without tags",
            STALE_ENTRY,
            1,
            blog -> blog.patch(ItemPlace.ofTagsOf("p2"), set("/tags", List.of("")))),
        damage("hidden tags", STALE_ENTRY, 1, blog -> blog.patch(OF_P1, set("/listed", false))),
        damage(
            "former tags", STALE_ENTRY, 1, blog -> blog.patch(OF_P1, set("/former", List.of("x")))),
        damage(
            "former texts that are no tags",
            STALE_ENTRY,
            1,
            blog -> blog.patch(OF_P1, set("/former", List.of("")))),
        damage("a later version", STALE_ENTRY, 1, blog -> blog.patch(OF_P1, set("/version", 99))),
        damage("no version", STALE_ENTRY, 1, blog -> blog.patch(OF_P1, set("/version", "?"))),
        damage("a number", WRONG_TAG, 1, blog -> blog.patch(JAVA_ITEM, set("/posts", 9))),
        damage("no number", WRONG_TAG, 1, blog -> blog.patch(JAVA_ITEM, set("/posts", "?"))),
        damage("no tag", MISSING_ENTRY, 2, blog -> blog.delete(JAVA_ITEM)),
        damage("a tag's type", MISSING_ENTRY, 2, blog -> blog.patch(JAVA_ITEM, set("/type", "x"))),
        damage("tags of no post", SURPLUS_ENTRY, 1, blog -> addTags(blog, "nobody")),
        damage("tags elsewhere", SURPLUS_ENTRY, 1, blog -> addTags(blog, "nobody", "p1")),
        damage(
            "tags of a deleted post elsewhere",
            SURPLUS_ENTRY,
            1,
            blog -> addTags(blog, "nobody", "deleted")),
        damage("tags of a draft", SURPLUS_ENTRY, 1, blog -> addTags(blog, "draft")),
        damage("tags of a deleted post", SURPLUS_ENTRY, 1, blog -> addTags(blog, "deleted")));
  }

  @ParameterizedTest
  @MethodSource("damages")
  @Invariant("I14")
  void aRepairLeavesNoDamage(Damage damage) throws InterruptedException {
    blog.rebuild().build().rebuild();
    damage.on().accept(blog);
    Map<ItemPlace, ?> damaged = blog.dump();
    assertThat(found()).isEqualTo(damage.found());
    assertThat(blog.dump()).as("after a verification").isEqualTo(damaged);

    MaintenanceReport report = blog.verifier().pageSize(2).build().repair();

    assertThat(report.repaired()).containsKeys(damage.found().keySet().toArray(FindingKind[]::new));
    assertThat(report.remaining()).isZero();
    hasItsLists();
  }

  /** The post's id is repaired before the tags count as those of another post. */
  @Test
  @Invariant("I14")
  void theTagsOfAPostAreFoundByItsId() throws InterruptedException {
    blog.rebuild().build().rebuild();
    for (String post : List.of("nobody", "", "a/b")) {
      blog.patch(OF_P1, set("/postId", post));
      assertThat(found()).as(post).containsEntry(STALE_ENTRY, 1L);
      assertThat(blog.verifier().build().repair().repaired())
          .as(post)
          .isEqualTo(Map.of(STALE_ENTRY, 1L));
      hasItsLists();
    }
  }

  @Test
  @Invariant("I10")
  void anItemThatIsNoTagDoesNotEndTheRun() throws InterruptedException {
    blog.rebuild().build().rebuild();
    for (String id : List.of("x", "tag~", "tag~No!", "zzz~java")) {
      blog.create(LISTINGS, "{'id':'%s','bucket':'tags','type':'tag','posts':3}".formatted(id));
    }
    hasItsLists();
    assertThat(blog.verifier().build().repair().remaining()).isZero();
  }

  /** A paused host may be about to store them. */
  @Test
  @Invariant("I9")
  void aRepairLeavesATombstoneInPlaceOfADeletedPostsTags() throws InterruptedException {
    blog.rebuild().build().rebuild();
    addTags(blog, "deleted");

    blog.verifier().build().repair();

    assertThat(blog.dump().get(ItemPlace.ofTagsOf("deleted")).path("type").asText())
        .isEqualTo("removedPost");
  }

  /** A host changes the number of posts before it writes the entry. */
  @Test
  @Invariant("I14")
  void aRepairKeepsANumberWhoseEntryIsBeingWritten() throws InterruptedException {
    blog.rebuild().build().rebuild();
    blog.patch(ItemPlace.ofTagsOf("p2"), set("/tags", List.of("java")));
    blog.patch(JAVA_ITEM, set("/posts", 3));

    assertThat(blog.verifier().kinds(Set.of(WRONG_TAG)).build().verify().found()).isEmpty();
  }
}
