package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A repair after other programs have patched items of a blog with listings. */
class PatchedItemsContractTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = TestBackend.extension();

  private static final ItemPlace POST = ItemPlace.ofPost("p1");
  private static final ItemPlace ENTRY = new ItemPlace(BlogContainer.LISTINGS, "1970-01-01", "p1");

  private final DamagedBlog blog = archived(SmallBlog.with(TestBackend.of(COSMOS), 4));

  private static DamagedBlog archived(DamagedBlog before) {
    DamagedBlog blog = before.withListings();
    try {
      blog.rebuild().build().rebuild();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return blog;
  }

  @AfterEach
  void deleteTheBlog() {
    blog.close();
  }

  private JsonNode stored(ItemPlace place) {
    return blog.dump().get(place);
  }

  private MaintenanceReport verified() throws InterruptedException {
    return blog.verifier().build().verify();
  }

  private static CosmosPatchOperations set(String path, Object value) {
    return CosmosPatchOperations.create().set(path, value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'soon'", "5", "{}"})
  void aPostWithAnUnreadableDateGetsThatOfItsSummary(String value) throws Exception {
    String date = stored(POST).path("creationDate").asText();
    Object damaged = new ObjectMapper().readValue(value.replace('\'', '"'), Object.class);
    blog.patch(POST, set("/creationDate", damaged));
    blog.patch(POST, set("/likeCount", 77));
    blog.drain();
    assertThat(verified().found()).containsKey(FindingKind.UNREADABLE_DATE);

    MaintenanceReport repair = blog.verifier().build().repair();

    assertThat(repair.remaining()).isZero();
    assertThat(stored(POST).path("creationDate").asText()).isEqualTo(date);
    assertThat(verified().found()).isEmpty();
    blog.drain();
    assertThat(verified().found()).isEmpty();
  }

  @Test
  void aPostThatCannotBeReadOtherwiseGetsItsDateAndDoesNotEndTheRun() throws InterruptedException {
    String date = stored(POST).path("creationDate").asText();
    blog.patch(POST, set("/creationDate", "soon").set("/version", false));
    blog.patch(ItemPlace.ofPost("p0"), set("/likeCount", 77));

    MaintenanceReport repair = blog.verifier().build().repair();

    assertThat(repair.repaired())
        .containsEntry(FindingKind.UNREADABLE_DATE, 1L)
        .containsEntry(FindingKind.WRONG_COUNT, 1L);
    assertThat(stored(POST).path("creationDate").asText()).isEqualTo(date);
    assertThat(verified().found()).containsExactly(Map.entry(FindingKind.UNREADABLE_ITEM, 1L));
  }

  /** Or its copies would count as newer than the post. */
  @Test
  @Invariant("I3")
  void aRepairedPostWithoutAVersionGetsALaterOneThanItsCopies() throws InterruptedException {
    blog.patch(POST, set("/version", 1_000));
    blog.drain();
    blog.patch(POST, set("/version", null).set("/likeCount", 77));

    assertThat(blog.verifier().build().repair().remaining()).isZero();

    assertThat(stored(POST).path("version").asLong()).isGreaterThan(1_000);
    blog.drain();
    assertThat(verified().found()).isEmpty();
  }

  @Test
  void aCommentWithAnUnreadableDateGetsTheTimeOfItsLastWrite() throws InterruptedException {
    ItemPlace comment =
        blog.dump().entrySet().stream()
            .filter(item -> item.getValue().path("type").asText().equals("comment"))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    blog.patch(comment, set("/creationDate", "yesterday"));
    long written = stored(comment).path("_ts").asLong();

    MaintenanceReport repair = blog.verifier().build().repair();

    assertThat(repair.repaired()).containsExactly(Map.entry(FindingKind.UNREADABLE_DATE, 1L));
    assertThat(Instant.parse(stored(comment).path("creationDate").asText()))
        .isEqualTo(Instant.ofEpochSecond(written));
    assertThat(verified().found()).isEmpty();
  }

  /** Readers leave out a text that isn't a tag, but queries of other programs find it. */
  @Test
  @Invariant("I3")
  void copiesWithATextThatIsNotATagAreStale() throws InterruptedException {
    ItemPlace summary =
        blog.dump().entrySet().stream()
            .filter(item -> item.getKey().container() == BlogContainer.USERS)
            .filter(item -> item.getValue().path("type").asText().equals("post"))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    List.of(summary, ENTRY).forEach(copy -> blog.patch(copy, set("/tags", List.of(""))));

    MaintenanceReport repair = blog.verifier().build().repair();

    assertThat(repair.repaired())
        .containsOnly(
            Map.entry(FindingKind.STALE_SUMMARY, 1L), Map.entry(FindingKind.STALE_ENTRY, 1L));
    assertThat(stored(ENTRY).has("tags")).isFalse();
    assertThat(stored(summary).path("tags"))
        .isEqualTo(stored(ItemPlace.ofPost(summary.id())).path("tags"));
    assertThat(verified().found()).isEmpty();
  }

  /** Readers take them for none. */
  @Test
  @Invariant("I11")
  void copiesWithTagsOrPropertiesOfAnotherTypeAreStale() throws InterruptedException {
    ItemPlace summary =
        blog.dump().keySet().stream()
            .filter(place -> place.container() == BlogContainer.USERS)
            .filter(place -> place.id().equals(POST.id()))
            .findFirst()
            .orElseThrow();
    List.of(summary, ENTRY)
        .forEach(copy -> blog.patch(copy, set("/tags", "text").set("/properties", false)));

    MaintenanceReport repair = blog.verifier().build().repair();

    assertThat(repair.repaired())
        .containsOnly(
            Map.entry(FindingKind.STALE_SUMMARY, 1L), Map.entry(FindingKind.STALE_ENTRY, 1L));
    assertThat(verified().found()).isEmpty();
    assertThat(stored(summary).has("tags")).isFalse();
    assertThat(stored(ENTRY).has("tags")).isFalse();
  }

  /** Only a post can be marked as deleted, so readers see the user. */
  @Test
  @Invariant("I6")
  void theNameOfAUserWithAMarkOfDeletionStaysReserved() throws InterruptedException {
    blog.patch(ItemPlace.ofUser("u1"), set("/deleted", true));

    assertThat(blog.verifier().build().repair().repaired()).isEmpty();

    assertThat(blog.store.findUserByUsername("User 1")).isPresent();
  }

  /** Versions before 0.1.0 left the name in the entry of a post with an unknown status. */
  @Test
  @Invariant("I9")
  void theEntryOfAnUnreadablePostGetsThePostsNewerName() throws InterruptedException {
    blog.patch(
        POST, set("/status", "archived").set("/userUsername", "Nobody").set("/userVersion", 9));
    blog.drain();
    assertThat(verified().found()).containsEntry(FindingKind.STALE_ENTRY, 1L);

    blog.verifier().build().repair();

    assertThat(stored(ENTRY).path("userUsername").asText()).isEqualTo("Nobody");
    assertThat(verified().found()).doesNotContainKey(FindingKind.STALE_ENTRY);
  }

  /** They keep a late host with a lagging replica from adding a deleted post again. */
  @Test
  @Invariant("I9")
  void aRepairOfTheFrontPageKeepsWhatGuardsItAgainstLateChanges() throws InterruptedException {
    long now = System.currentTimeMillis();
    Map<String, Object> removed = Map.of("id", "deleted", "at", now, "userVersion", 0);
    for (Object posts : List.of(List.of(), "unreadable")) {
      blog.patch(
          ItemPlace.ofFrontPage(),
          set("/posts", posts)
              .set("/removed", List.of(removed))
              .set("/uncheckedSince", now)
              .set("/changedAt", now));

      MaintenanceReport repair = blog.verifier().build().repair();

      assertThat(repair.repaired()).containsExactly(Map.entry(FindingKind.WRONG_FRONT_PAGE, 1L));
      JsonNode page = stored(ItemPlace.ofFrontPage());
      assertThat(page.path("posts")).hasSize(DamagedBlog.FRONT_PAGE_SIZE);
      assertThat(page.path("removed"))
          .extracting(one -> one.path("id").asText())
          .contains("deleted");
      assertThat(page.path("uncheckedSince").asLong()).isEqualTo(now);
      assertThat(page.path("changedAt").asLong()).isGreaterThanOrEqualTo(now);
    }
  }

  @Test
  @Invariant("I4")
  void aRebuildReturnsAPostThatTheFrontPageRemembersAsDeletedButThatExists()
      throws InterruptedException {
    long now = System.currentTimeMillis();
    Map<String, Object> deleted = Map.of("id", "p1", "at", now, "userVersion", 0);
    Map<String, Object> hidden = Map.of("id", "p2", "at", now, "version", 1_000, "userVersion", 0);
    for (Map<String, Object> removed : List.of(deleted, hidden)) {
      blog.patch(
          ItemPlace.ofFrontPage(), set("/posts", List.of()).set("/removed", List.of(removed)));

      blog.rebuild().views(Set.of(LibraryView.FRONT_PAGE)).restart().build().rebuild();

      assertThat(stored(ItemPlace.ofFrontPage()).path("posts"))
          .hasSize(DamagedBlog.FRONT_PAGE_SIZE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"'text'", "['text']", "{}"})
  @Invariant("I14")
  void aListOfMonthsThatCannotBeReadIsWrittenAgain(String value) throws Exception {
    Object damaged = new ObjectMapper().readValue(value.replace('\'', '"'), Object.class);
    blog.patch(ItemPlace.ofMonthBuckets(), set("/firstDays", damaged));
    assertThat(verified().found()).containsKey(FindingKind.MISSING_ENTRY);

    assertThat(blog.verifier().build().repair().remaining()).isZero();

    assertThat(verified().found()).isEmpty();
    assertThat(stored(ItemPlace.ofMonthBuckets()).path("firstDays"))
        .extracting(JsonNode::asText)
        .containsExactly("1970-01-01");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ownerId", "/username", "/reservedAt"})
  @Invariant("I6")
  void aReservationThatCannotBeReadIsReplaced(String property) throws InterruptedException {
    String id = ReservationItem.idOfUsername("User 1");
    ItemPlace reservation = new ItemPlace(BlogContainer.USERS, id, id);
    blog.patch(reservation, set(property, 1.5).set("/ownerId", 1.5));
    assertThat(verified().found()).containsEntry(FindingKind.UNRESERVED_NAME, 1L);

    MaintenanceReport repair = blog.verifier().build().repair();

    assertThat(repair.repaired()).containsEntry(FindingKind.UNRESERVED_NAME, 1L);
    assertThat(verified().found()).isEmpty();
    assertThat(blog.store.findUserByUsername("User 1")).isPresent();
  }

  @Test
  @Invariant("I9")
  void lateItemsOfAnErasedUserAreRemovedThoughItsTombstoneCannotBeRead()
      throws InterruptedException {
    UserId user = SmallBlog.user(1);
    blog.store.eraseUser(EraseUser.remove(user));
    blog.drain();
    blog.patch(ItemPlace.ofUser(user.value()), set("/username", List.of()));
    blog.store.createComment(CreateComment.of(PostId.of("p0"), new User(user, "Late"), "Hm"));
    blog.drain();
    assertThat(verified().found()).containsKey(FindingKind.LEFTOVER);

    blog.verifier().build().repair();

    assertThat(blog.dump().toString()).doesNotContain("Late");
  }

  @Test
  @Invariant("I8")
  void aVerificationExpectsTheNameThatTheChangeFeedWritesForAnErasedUserWithoutAName()
      throws InterruptedException {
    UserId user = SmallBlog.user(1);
    blog.store.eraseUser(EraseUser.anonymize(user));
    blog.patch(ItemPlace.ofUser(user.value()), set("/username", null));
    blog.patch(POST, set("/userVersion", 1).increment("/version", 1));
    blog.drain();

    assertThat(verified().found()).isEmpty();
    assertThat(blog.store.findPost(PostId.of(POST.id())).orElseThrow().userUsername())
        .isEqualTo(EraseUser.DEFAULT_REPLACEMENT);
  }

  /** Its version tells whether the front page has a newer name than the post. */
  @Test
  @Invariant("I3")
  void theFrontPageIsRepairedThoughAnAuthorCannotBeRead() throws InterruptedException {
    UserId author = UserId.of(stored(POST).path("userId").asText());
    blog.store.renameUser(author, "Renamed");
    blog.drain();
    blog.patch(ItemPlace.ofUser(author.value()), set("/version", true));
    blog.patch(POST, set("/userVersion", 0));

    blog.verifier().build().repair();

    assertThat(verified().found()).containsOnlyKeys(FindingKind.UNREADABLE_ITEM);
    assertThat(stored(ItemPlace.ofFrontPage()).path("posts"))
        .filteredOn(post -> post.path("id").asText().equals(POST.id()))
        .singleElement()
        .satisfies(post -> assertThat(post.path("userVersion").asLong()).isZero());
  }

  @Test
  @Invariant("I9")
  void orphansAreRemovedUnlessTheyAreKept() throws InterruptedException {
    Damage.COMMENT_WITHOUT_POST.to(blog, 1);

    MaintenanceReport kept = blog.verifier().keepOrphans(true).build().repair();
    assertThat(kept.repaired()).isEmpty();
    assertThat(kept.remaining()).isEqualTo(1);

    MaintenanceReport removed = blog.verifier().build().repair();
    assertThat(removed.repaired()).containsExactly(Map.entry(FindingKind.ORPHAN, 1L));
    assertThat(verified().found()).isEmpty();
  }

  /** An upgrade takes an item without a type for a user of the article. */
  @Test
  @Invariant("I9")
  void anUpgradeDoesNotReturnAnErasedUserWithoutAType() throws InterruptedException {
    ItemPlace place = ItemPlace.ofUser("u1");
    blog.store.eraseUser(EraseUser.remove(UserId.of("u1")));
    blog.drain();
    blog.patch(place, CosmosPatchOperations.create().remove("/type"));

    blog.upgrade().build().upgrade();

    assertThat(blog.dump().get(place).path("type").asText()).isEqualTo("erasedUser");
  }
}
