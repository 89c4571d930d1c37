package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.ListingsDisabledException;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The lists of tags and of their posts, in a blog that has listings. */
interface TagsContract extends ArchivesContract {
  Tag JAVA = Tag.of("java");
  Tag COSMOS = Tag.of("cosmos-db");
  PageRequest ALL = PageRequest.first(100);

  private static CreatePost tagged(String id, Tag... tags) {
    return CreatePost.of(ANN, "Title " + id, "Content")
        .withId(PostId.of(id))
        .writtenAt(Instant.parse("2026-11-01T10:00:00Z").plusSeconds(id.hashCode()))
        .tags(List.of(tags));
  }

  private static List<String> posts(Archived blog, Tag tag) {
    return blog.store().postsByTag(tag, ALL).items().stream()
        .map(post -> post.id().value())
        .toList();
  }

  private static Map<String, Long> tags(Archived blog) {
    Map<String, Long> tags = new LinkedHashMap<>();
    blog.store().tags(ALL).items().forEach(one -> tags.put(one.tag().value(), one.posts()));
    return tags;
  }

  private PostSummaryItem stored(String post) {
    return blog()
        .container("posts")
        .readItem(post, new PartitionKey(post), PostItem.class)
        .getItem()
        .summary();
  }

  @Test
  @Invariant("I14")
  default void tagsListTheirPublishedPostsAndCountThem() {
    Archived blog = archived();
    assertThat(tags(blog)).isEmpty();
    assertThat(posts(blog, JAVA)).isEmpty();
    CommandResult<Post> created = blog.store().createPost(tagged("a", JAVA, COSMOS, JAVA));
    assertThat(created.value().tags()).containsExactly(JAVA, COSMOS);
    blog.store().createPost(tagged("b", JAVA));
    blog.store().createPost(tagged("c", JAVA).draft());
    blog.store().createPost(tagged("d"));
    blog.changeFeed().drain();

    assertThat(posts(blog, JAVA)).containsExactly("b", "a");
    assertThat(posts(blog, COSMOS)).containsExactly("a");
    assertThat(tags(blog)).isEqualTo(Map.of("cosmos-db", 1L, "java", 2L));
    assertThat(blog.store().tags(ALL).items()).first().isEqualTo(new ListedTag(COSMOS, 1));
    ListedPost listed = blog.store().postsByTag(COSMOS, ALL).items().get(0);
    assertThat(listed.tags()).containsExactly(JAVA, COSMOS);
    assertThat(listed.title()).isEqualTo("Title a");
    assertThat(blog.store().archive(ALL).items())
        .filteredOn(post -> post.id().value().equals("a"))
        .extracting(ListedPost::tags)
        .containsExactly(List.of(JAVA, COSMOS));
    PostSummary front = blog.store().recentPosts(5).get(2);
    assertThat(front.tags()).containsExactly(JAVA, COSMOS);
    assertThat(blog.store().findPost(PostId.of("a")).orElseThrow().tags())
        .containsExactly(JAVA, COSMOS);

    blog.store().publishPost(PostId.of("c"));
    blog.changeFeed().drain();
    assertThat(tags(blog)).containsEntry("java", 3L);
  }

  @Test
  @Invariant("I14")
  default void pagesOfTagsAndTheirPostsCostOneQueryEach() {
    Archived blog = archived();
    for (int i = 0; i < 5; i++) {
      blog.store().createPost(tagged("p" + i, JAVA, Tag.of("tag-" + i)));
    }
    blog.changeFeed().drain();
    Page<ListedPost> first = blog.store().postsByTag(JAVA, PageRequest.first(2));
    Page<ListedPost> next =
        blog.store().postsByTag(JAVA, PageRequest.first(2).after(first.next().orElseThrow()));
    assertThat(first.items()).extracting(post -> post.id().value()).containsExactly("p4", "p3");
    assertThat(next.items()).extracting(post -> post.id().value()).containsExactly("p2", "p1");
    assertThat(next.requests()).isEqualTo(1);
    assertThatThrownBy(
            () ->
                blog.store()
                    .postsByTag(COSMOS, PageRequest.first(2).after(first.next().orElseThrow())))
        .isInstanceOf(InvalidInputException.class);

    Page<ListedTag> tags = blog.store().tags(PageRequest.first(4));
    assertThat(tags.requests()).isEqualTo(1);
    assertThat(tags.items())
        .extracting(one -> one.tag().value())
        .containsExactly("java", "tag-0", "tag-1", "tag-2");
    assertThat(blog.store().tags(PageRequest.first(4).after(tags.next().orElseThrow())))
        .returns(null, Page::nextToken)
        .satisfies(
            page ->
                assertThat(page.items())
                    .extracting(one -> one.tag().value())
                    .containsExactly("tag-3", "tag-4"));
    assertThat(blog.store().tags(PageRequest.first(6)).next()).as("of exactly all").isEmpty();
  }

  @Test
  @Invariant("I14")
  default void aPostFollowsItsTags() {
    Archived blog = archived();
    PostId id = blog.store().createPost(tagged("a", JAVA)).value().id();
    blog.changeFeed().drain();
    PostSummaryItem late = stored("a");

    blog.store().editPost(EditPost.of(id).tags(List.of(COSMOS)).title("New"));
    blog.changeFeed().drain();
    assertThat(posts(blog, JAVA)).isEmpty();
    assertThat(tags(blog)).isEqualTo(Map.of("cosmos-db", 1L));
    assertThat(blog.copyToListings(late)).as("late").isFalse();
    assertThat(posts(blog, JAVA)).as("after a late host").isEmpty();
    assertThat(tags(blog)).isEqualTo(Map.of("cosmos-db", 1L));

    blog.store().editPost(EditPost.of(id).tags(List.of(JAVA)));
    blog.changeFeed().drain();
    assertThat(posts(blog, JAVA)).as("the tag that came back").containsExactly("a");
    assertThat(posts(blog, COSMOS)).isEmpty();

    blog.store().hidePost(id);
    blog.changeFeed().drain();
    assertThat(posts(blog, JAVA)).isEmpty();
    assertThat(tags(blog)).isEmpty();
    blog.store().showPost(id);
    blog.changeFeed().drain();
    assertThat(posts(blog, JAVA)).containsExactly("a");

    blog.store().editPost(EditPost.of(id).tags(List.of()));
    blog.changeFeed().drain();
    assertThat(posts(blog, JAVA)).isEmpty();
    assertThat(tags(blog)).isEmpty();
    assertThat(blog.store().archive(ALL).items()).hasSize(1);
  }

  @Test
  @Invariant("I14")
  default void aLikeWritesNoListAndANameChangesInAll() {
    Archived blog = archived();
    PostId id = blog.store().createPost(tagged("a", JAVA, COSMOS)).value().id();
    blog.changeFeed().drain();
    List<JsonNode> before = blog().items("listings", "SELECT * FROM c");
    blog.store().likePost(LikePost.of(id, BEN));
    blog.store().editPost(EditPost.of(id).content("Other"));
    blog.changeFeed().drain();
    assertThat(blog().items("listings", "SELECT * FROM c")).isEqualTo(before);
    assertThat(blog.store().recentPosts(1).get(0).likeCount()).isEqualTo(1);

    blog.store().renameUser(ANN, "Anna");
    blog.changeFeed().drain();
    for (Tag tag : List.of(JAVA, COSMOS)) {
      assertThat(blog.store().postsByTag(tag, ALL).items())
          .extracting(ListedPost::userUsername)
          .containsExactly("Anna");
    }
    assertThat(tags(blog)).isEqualTo(Map.of("cosmos-db", 1L, "java", 1L));
  }

  @Test
  @Invariant("I9")
  default void aDeletedPostLeavesNoTag() {
    Archived blog = archived();
    PostId id = blog.store().createPost(tagged("a", JAVA, COSMOS)).value().id();
    blog.changeFeed().drain();
    PostSummaryItem late = stored("a");
    blog.store().deletePost(id);
    blog.changeFeed().drain();
    assertThat(tags(blog)).isEmpty();
    assertThat(blog.copyToListings(late)).as("late").isFalse();
    assertThat(posts(blog, JAVA)).isEmpty();
    assertThat(tags(blog)).isEmpty();
    assertThat(blog().items("listings", "SELECT * FROM c").toString()).doesNotContain("Title a");
  }

  @Test
  @Invariant("I9")
  default void anErasedAuthorIsNamedInNoList() {
    Archived blog = archived();
    blog.store().createPost(tagged("a", JAVA, COSMOS));
    blog.changeFeed().drain();
    blog.store().eraseUser(EraseUser.anonymize(ANN));
    for (Tag tag : List.of(JAVA, COSMOS)) {
      assertThat(blog.store().postsByTag(tag, ALL).items())
          .extracting(ListedPost::userUsername)
          .containsExactly(EraseUser.DEFAULT_REPLACEMENT);
    }
    blog.store().eraseUser(EraseUser.remove(ANN));
    assertThat(posts(blog, JAVA)).isEmpty();
    assertThat(tags(blog)).isEmpty();
    assertThat(blog().items("listings", "SELECT * FROM c").toString()).doesNotContain("Title a");
  }

  /** The host dies before each request to the listings in turn; the change is delivered again. */
  @Test
  @Invariant("I14")
  default void aHostMayDieAtAnyRequestToTheListings() {
    Archived blog = archived();
    blog.store().createPost(tagged("a", JAVA, COSMOS));
    blog.changeFeed().drain();
    LocalCosmos emulator = cosmos().requireLocal();
    List<List<Tag>> states = List.of(List.of(COSMOS, Tag.of("new")), List.of(JAVA), List.of());
    for (List<Tag> state : states) {
      blog.store().editPost(EditPost.of(PostId.of("a")).tags(state));
      PostSummaryItem now = stored("a");
      int died = 0;
      for (int allowed = 0; allowed >= 0; allowed++) {
        emulator.faults(
            FaultPlan.builder()
                .rule(
                    FaultRule.on(
                            RequestKind.CREATE_ITEM,
                            RequestKind.REPLACE_ITEM,
                            RequestKind.PATCH_ITEM,
                            RequestKind.BATCH)
                        .container("listings")
                        .from(allowed + 1)
                        .then(Fault.status(400)))
                .build());
        Throwable death = catchThrowable(() -> blog.repositories().summaries().put(now));
        emulator.faults(FaultPlan.NONE);
        if (death == null) {
          break;
        }
        died++;
      }
      assertThat(died).as("deaths").isPositive();
      blog.changeFeed().drain();
      List<Tag> all = List.of(JAVA, COSMOS, Tag.of("new"));
      for (Tag tag : all) {
        assertThat(posts(blog, tag))
            .as(tag.value())
            .isEqualTo(state.contains(tag) ? List.of("a") : List.of());
      }
      assertThat(tags(blog).keySet())
          .containsExactlyInAnyOrderElementsOf(state.stream().map(Tag::value).toList());
    }
  }

  @Test
  @Invariant("I10")
  default void whatAnotherProgramStoresAsTagsBlocksNothing() {
    Archived blog = archived();
    PostId id = blog.store().createPost(tagged("a", JAVA)).value().id();
    blog.changeFeed().drain();
    List<Object> values = new ArrayList<>(List.of("text", 7, Map.of("a", 1), List.of(1, "No!")));
    values.add(IntStream.range(0, 200).mapToObj(i -> "t" + i).toList());
    for (Object value : values) {
      blog()
          .container("posts")
          .patchItem(
              "a",
              new PartitionKey("a"),
              CosmosPatchOperations.create().set("/tags", value).increment("/version", 1),
              PostItem.class);
      blog.changeFeed().drain();
      List<Tag> read = blog.store().findPost(id).orElseThrow().tags();
      assertThat(read).hasSizeLessThanOrEqualTo(Tag.MAX_OF_POST);
      assertThat(posts(blog, JAVA)).isEmpty();
      assertThat(tags(blog)).hasSameSizeAs(read);
    }
    for (String property : List.of("posts", "tags", "version")) {
      String item = property.equals("posts") ? "tag~t1" : TaggedPostItem.idOf("a");
      blog()
          .container("listings")
          .patchItem(
              item,
              new PartitionKey(TaggedPostItem.BUCKET),
              CosmosPatchOperations.create().set("/" + property, "?"),
              JsonNode.class);
    }
    blog.store().editPost(EditPost.of(id).tags(List.of(JAVA)));
    blog.changeFeed().drain();
    assertThat(posts(blog, JAVA)).containsExactly("a");
  }

  private JsonNode inListings(String bucket, String id) {
    return blog()
        .container("listings")
        .readItem(id, new PartitionKey(bucket), JsonNode.class)
        .getItem();
  }

  private void patchListing(String bucket, String id, CosmosPatchOperations patch) {
    blog().container("listings").patchItem(id, new PartitionKey(bucket), patch, JsonNode.class);
  }

  /** The tags that another program stores for a post must not block the post's deletion. */
  @Test
  @Invariant("I9")
  default void aDeletionDoesNotDependOnTheStoredTags() {
    Archived blog = archived();
    List<Object> values = new ArrayList<>(List.of("?", List.of("", "a/b", 7, "x".repeat(2_000))));
    values.add(IntStream.range(0, 200).mapToObj(i -> "t" + i).toList());
    for (Object value : values) {
      PostId id = blog.store().createPost(tagged("p" + values.indexOf(value), JAVA)).value().id();
      blog.changeFeed().drain();
      String item = TaggedPostItem.idOf(id.value());
      patchListing(
          TaggedPostItem.BUCKET,
          item,
          CosmosPatchOperations.create().set("/tags", value).set("/former", value));
      blog.store().deletePost(id);
      blog.changeFeed().drain();
      assertThat(posts(blog, JAVA)).isEmpty();
      assertThat(inListings(TaggedPostItem.BUCKET, item).path("type").asText())
          .isEqualTo("removedPost");
    }
  }

  /** An erasure finds the entries of the item's tags, too, and doesn't leave them to the feed. */
  @Test
  @Invariant("I9")
  default void anErasureDoesNotDependOnTheStoredTags() {
    Archived blog = archived();
    PostId id = blog.store().createPost(tagged("a", JAVA)).value().id();
    blog.changeFeed().drain();
    patchListing(
        TaggedPostItem.BUCKET,
        TaggedPostItem.idOf(id.value()),
        CosmosPatchOperations.create().set("/tags", List.of()));

    blog.store().eraseUser(EraseUser.anonymize(ANN));
    assertThat(inListings("tag~java", id.value()).path("userUsername").asText())
        .isEqualTo(EraseUser.DEFAULT_REPLACEMENT);
    blog.store().eraseUser(EraseUser.remove(ANN));
    assertThat(inListings("tag~java", id.value()).path("type").asText()).isEqualTo("removedPost");
  }

  /** A host that has stored the tags may be about to write the entries. */
  @Test
  @Invariant("I9")
  default void aDeletedPostWithAnUnreadableDateLeavesATombstoneInItsTags() {
    Archived blog = archived();
    PostId id = blog.store().createPost(tagged("a", JAVA)).value().id();
    blog.changeFeed().drain();
    blog()
        .container("listings")
        .deleteItem("a", new PartitionKey("tag~java"), new CosmosItemRequestOptions());
    blog()
        .container("posts")
        .patchItem(
            "a",
            new PartitionKey("a"),
            CosmosPatchOperations.create().set("/creationDate", "soon"),
            PostItem.class);
    blog.store().deletePost(id);
    blog.changeFeed().drain();
    assertThat(inListings("tag~java", "a").path("type").asText()).isEqualTo("removedPost");
  }

  @Test
  @Invariant("I14")
  default void aLostTagsEntryIsRemovedWhateverItsVersion() {
    Archived blog = archived();
    PostId id = blog.store().createPost(tagged("a", JAVA)).value().id();
    blog.changeFeed().drain();
    for (CosmosPatchOperations patch :
        List.of(
            CosmosPatchOperations.create().remove("/version"),
            CosmosPatchOperations.create().set("/version", "?"))) {
      patchListing("tag~java", "a", patch);
      blog.store().editPost(EditPost.of(id).tags(List.of()));
      blog.changeFeed().drain();
      assertThat(posts(blog, JAVA)).isEmpty();
      assertThat(inListings("tag~java", "a").path("type").asText()).isEqualTo("removedPost");
      blog.store().editPost(EditPost.of(id).tags(List.of(JAVA)));
      blog.changeFeed().drain();
      assertThat(posts(blog, JAVA)).containsExactly("a");
    }
  }

  @Test
  @Invariant("I10")
  default void anItemThatIsNoTagBlocksNoPageOfTags() {
    Archived blog = archived();
    blog.store().createPost(tagged("a", JAVA, COSMOS));
    blog.changeFeed().drain();
    for (String id : List.of("tag~ No!", "tag~kotlin", "u", "zzz~kotlin")) {
      int posts = id.equals("tag~kotlin") ? -1 : 3;
      Map<String, Object> item =
          Map.of("id", id, "bucket", TaggedPostItem.BUCKET, "type", "tag", "posts", posts);
      blog().container("listings").createItem(item);
    }
    List<ListedTag> all = new ArrayList<>();
    PageRequest next = PageRequest.first(1);
    for (Page<ListedTag> page = blog.store().tags(next); ; page = blog.store().tags(next)) {
      all.addAll(page.items());
      if (page.next().isEmpty()) {
        break;
      }
      next = PageRequest.first(1).after(page.next().orElseThrow());
    }
    assertThat(all).containsExactly(new ListedTag(COSMOS, 1), new ListedTag(JAVA, 1));
  }

  @Test
  default void aTokenOfAnotherListOrAnAlteredOneIsRefused() {
    Archived blog = archived();
    blog.store().createPost(tagged("a", JAVA, COSMOS));
    blog.store().createPost(tagged("b", JAVA));
    blog.changeFeed().drain();
    PageRequest one = PageRequest.first(1);
    ContinuationToken ofTags = blog.store().tags(one).next().orElseThrow();
    ContinuationToken ofPosts = blog.store().postsByTag(JAVA, one).next().orElseThrow();
    ContinuationToken altered = new ContinuationToken(ofTags.value() + "A");
    Stream.<ThrowingCallable>of(
            () -> blog.store().tags(one.after(ofPosts)),
            () -> blog.store().tags(one.after(altered)),
            () -> blog.store().postsByTag(JAVA, one.after(ofTags)),
            () -> blog.store().postsByTag(JAVA, one.after(altered)),
            () -> blog.store().archive(one.after(ofPosts)))
        .forEach(call -> assertThatThrownBy(call).isInstanceOf(InvalidInputException.class));
  }

  @Test
  default void withoutListingsPostsHaveTagsAndListsSayWhatToDo() {
    PostId id = blog().store.createPost(tagged("a", JAVA)).value().id();
    assertThat(blog().store.findPost(id).orElseThrow().tags()).containsExactly(JAVA);
    Stream.<ThrowingCallable>of(
            () -> blog().store.postsByTag(JAVA, ALL), () -> blog().store.tags(ALL))
        .forEach(
            call ->
                assertThatThrownBy(call)
                    .isInstanceOf(ListingsDisabledException.class)
                    .hasMessageContaining("BlogDatabaseBuilder.listings()"));
  }

  @Test
  default void anEditOfTagsIsDoneOnceAndTooManyAreRejected() {
    PostId id = blog().store.createPost(tagged("a")).value().id();
    EditPost edit = EditPost.of(id).tags(List.of(JAVA)).ifVersion(0);
    assertThat(blog().store.editPost(edit).alreadyDone()).isFalse();
    assertThat(blog().store.editPost(edit).alreadyDone()).isTrue();
    List<Tag> tooMany = IntStream.range(0, 11).mapToObj(i -> Tag.of("t" + i)).toList();
    assertThatThrownBy(() -> EditPost.of(id).tags(tooMany))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("10 tags");
    assertThatThrownBy(() -> tagged("b").tags(tooMany)).isInstanceOf(InvalidInputException.class);
  }
}
