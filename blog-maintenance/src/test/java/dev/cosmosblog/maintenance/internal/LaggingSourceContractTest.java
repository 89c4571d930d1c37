package dev.cosmosblog.maintenance.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.maintenance.internal.Checks.ItemSource;
import dev.cosmosblog.maintenance.internal.Checks.Result;
import dev.cosmosblog.maintenance.internal.Checks.Wrong;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.Moderation;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Listing;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.SettableClock;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All reads of a check may reach a replica that lags. Then a repair must not take a right copy for
 * surplus.
 */
class LaggingSourceContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = Backend.partitions(1, Conditions.IDEAL);

  private static final PostId POST = PostId.of("p");
  private static final ItemPlace SOURCE = ItemPlace.ofPost("p");
  private static final Tag TAG = Tag.of("red");

  private BlogDatabase database;
  private BlogStore store;
  private BlogAccess access;
  private Checks checks;
  private ListingChecks listings;
  private User ann;
  private String comment;

  @BeforeEach
  void createAPendingCommentToATaggedPost() {
    database =
        BlogDatabase.builder()
            .clients(COSMOS.client(), COSMOS.asyncClient(), COSMOS.freshDatabase().getId())
            .listings()
            .build()
            .provision();
    store = BlogStore.on(database);
    ann = store.createUser(CreateUser.named("Ann")).value();
    store.createPost(CreatePost.of(ann, "Title", "Content").withId(POST).tags(List.of(TAG)));
    comment =
        store.createComment(CreateComment.of(POST, ann, "Text").asPending()).value().id().value();
    drain();
    access = accessTo(database);
    checks = new Checks(access);
    listings = new ListingChecks(access);
  }

  private static BlogAccess accessTo(BlogDatabase database) {
    RunTimer timer = new RunTimer(Clock.systemUTC(), System::nanoTime, time -> {});
    return new BlogAccess(
        new BlogAccess.Settings(database, 1e9, 100, List.of(), timer), false, Set.of());
  }

  private void drain() {
    BlogChangeFeed.builder(database).buildStepped().drain();
  }

  /** Reads a source as it was, or as if it were missing. */
  private static ItemSource behind(
      BlogAccess access, ItemPlace source, Optional<StoredItem> former) {
    return new ItemSource() {
      @Override
      public Optional<StoredItem> find(ItemPlace place) {
        return place.equals(source) ? former : access.find(place);
      }

      @Override
      public PostCounts count(String postId) {
        return access.items().count(postId);
      }
    };
  }

  private void staysIfOnlyAReplicaLacks(
      ItemPlace copy, ItemPlace source, Function<ItemSource, Result> check) {
    stays(copy, source, Optional.empty(), check);
  }

  private void stays(
      ItemPlace copy,
      ItemPlace source,
      Optional<StoredItem> former,
      Function<ItemSource, Result> check) {
    StoredItem right = access.find(copy).orElseThrow();
    Result result = check.apply(behind(access, source, former));

    assertThat(result)
        .isInstanceOfSatisfying(
            Wrong.class,
            wrong -> assertThat(wrong.repair().getAsBoolean()).as("repaired").isFalse());
    assertThat(access.find(copy)).contains(right);
  }

  @Test
  @Invariant("I3")
  void aSummaryStaysIfOnlyAReplicaLacksItsPost() {
    ItemPlace summary = new ItemPlace(BlogContainer.USERS, ann.id().value(), "p");
    staysIfOnlyAReplicaLacks(summary, SOURCE, items -> checks.summary(summary, items));
  }

  @Test
  @Invariant("I14")
  void entriesAndTagsStayIfOnlyAReplicaLacksTheirPost() {
    for (StoredItem entry : entries()) {
      ItemPlace place = entry.place(BlogContainer.LISTINGS);
      staysIfOnlyAReplicaLacks(place, SOURCE, items -> listings.surplus(place, items));
    }
    ItemPlace tags = ItemPlace.ofTagsOf("p");
    staysIfOnlyAReplicaLacks(tags, SOURCE, items -> listings.surplusTags(tags, "p", items));
  }

  private List<StoredItem> entries() {
    List<StoredItem> entries =
        COSMOS
            .client()
            .getDatabase(access.database().name())
            .getContainer("listings")
            .queryItems(
                "SELECT * FROM c WHERE c.type = 'post'",
                new CosmosQueryRequestOptions(),
                StoredItem.class)
            .stream()
            .toList();
    assertThat(entries).as("of the archive and of the tag").hasSize(2);
    return entries;
  }

  @Test
  @Invariant("I3")
  void aPendingCommentStaysIfOnlyAReplicaLacksIt() {
    ItemPlace entry =
        new ItemPlace(BlogContainer.LISTINGS, "pending", PendingItem.idOf("p", comment));
    ItemPlace source = new ItemPlace(BlogContainer.POSTS, "p", comment);
    staysIfOnlyAReplicaLacks(entry, source, items -> listings.surplusPending(entry, items));
    assertThat(pending()).hasSize(1);
  }

  private void copiesStay(StoredItem former) {
    Optional<StoredItem> post = Optional.of(former);
    ItemPlace summary = new ItemPlace(BlogContainer.USERS, ann.id().value(), "p");
    stays(summary, SOURCE, post, items -> checks.summary(summary, items));
    for (Listing listing : List.of(Listing.ARCHIVE, new Listing(TAG.value()))) {
      ItemPlace entry = new ItemPlace(BlogContainer.LISTINGS, bucket(listing, former), "p");
      stays(entry, SOURCE, post, items -> listings.entry(listing, "p", items));
    }
  }

  private String bucket(Listing listing, StoredItem post) {
    return listing.bucket(access.find(listing.list()), post.storedDate().orElseThrow());
  }

  @Test
  @Invariant("I4")
  void aNameIsNotSetBackByALaggingReplica() {
    ItemPlace author = ItemPlace.ofUser(ann.id().value());
    StoredItem formerAuthor = access.find(author).orElseThrow();
    StoredItem formerPost = access.find(SOURCE).orElseThrow();
    store.renameUser(ann.id(), "Anna");
    drain();
    stays(SOURCE, author, Optional.of(formerAuthor), items -> checks.name(SOURCE, items));
    copiesStay(formerPost);
  }

  @Test
  @Invariant("I3")
  void copiesAreNotSetBackByALaggingReplica() {
    StoredItem former = access.find(SOURCE).orElseThrow();
    store.editPost(EditPost.of(POST).title("Other").tags(List.of(TAG, Tag.of("blue"))));
    drain();
    copiesStay(former);
    ItemPlace tags = ItemPlace.ofTagsOf("p");
    stays(tags, SOURCE, Optional.of(former), items -> listings.tags("p", items));
  }

  @Test
  @Invariant("I3")
  void tombstonesOfCopiesAreNotReplacedByALaggingReplica() {
    StoredItem former = access.find(SOURCE).orElseThrow();
    store.deletePost(POST);
    drain();
    copiesStay(former);
    ItemPlace tags = ItemPlace.ofTagsOf("p");
    stays(tags, SOURCE, Optional.of(former), items -> listings.tags("p", items));
  }

  @ParameterizedTest
  @EnumSource(Moderation.class)
  @Invariant("I3")
  void theQueueIsNotSetBackByALaggingReplica(Moderation decision) {
    List<Runnable> changes =
        List.of(
            () -> store.renameUser(ann.id(), "Anna"),
            () -> store.editComment(EditComment.of(POST, CommentId.of(comment), "Other")),
            () -> store.moderateComments(decision, pending()));
    ItemPlace source = new ItemPlace(BlogContainer.POSTS, "p", comment);
    ItemPlace entry =
        new ItemPlace(BlogContainer.LISTINGS, "pending", PendingItem.idOf("p", comment));
    for (Runnable change : changes) {
      Optional<StoredItem> former = access.find(source);
      change.run();
      drain();
      stays(entry, source, former, items -> listings.pending(source, items));
    }
  }

  private List<Comment> pending() {
    return store.pendingComments(PageRequest.first(9)).items();
  }

  /** A removal, which may follow an anonymization, writes the copies first. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Invariant("I9")
  void tombstonesThatARemovalHasWrittenStay(boolean wasAnonymized) {
    if (wasAnonymized) {
      store.eraseUser(EraseUser.anonymize(ann.id()));
      drain();
    }
    CosmosPatchOperations erased =
        CosmosPatchOperations.create()
            .set("/type", ItemType.ERASED_USER)
            .set("/erasure", Erasure.REMOVE.name())
            .set("/version", VersionedName.LAST_VERSION);
    patch(ItemPlace.ofUser(ann.id().value()), erased);
    Optional<StoredItem> post = access.find(SOURCE);
    CosmosPatchOperations removed =
        CosmosPatchOperations.create().set("/type", ItemType.REMOVED_COPY);
    entries().forEach(entry -> patch(entry.place(BlogContainer.LISTINGS), removed));
    patch(new ItemPlace(BlogContainer.USERS, ann.id().value(), "p"), removed);
    patch(ItemPlace.ofTagsOf("p"), removed);

    copiesStay(post.orElseThrow());
    ItemPlace tags = ItemPlace.ofTagsOf("p");
    stays(tags, SOURCE, post, items -> listings.tags("p", items));
  }

  private void patch(ItemPlace place, CosmosPatchOperations operations) {
    COSMOS
        .client()
        .getDatabase(database.name())
        .getContainer(place.container().name().toLowerCase(Locale.ROOT))
        .patchItem(place.id(), new PartitionKey(place.partition()), operations, JsonNode.class);
  }

  /** Each reader has another session, which begins with one of four replicas. */
  @Test
  @Invariant("I4")
  void aDeletedPostDoesNotReturnToTheFrontPageByALaggingReplica() {
    SettableClock clock = SettableClock.runningWith(Clock.systemUTC());
    Duration lag = Duration.ofHours(1);
    try (LocalCosmos emulator =
            LocalCosmos.builder()
                .physicalPartitions(1)
                .clock(clock)
                .replicaLag(lag)
                .seed(1)
                .start();
        BlogDatabase writer = connect(emulator).provision()) {
      BlogStore other = BlogStore.on(writer);
      User author = other.createUser(CreateUser.named("Ann")).value();
      other.createPost(CreatePost.of(author, "Title", "Content").withId(POST));
      BlogChangeFeed.builder(writer).buildStepped().drain();
      clock.advance(lag);
      other.deletePost(POST);
      BlogChangeFeed.builder(writer).buildStepped().drain();

      boolean wasBehind = false;
      for (int i = 0; i < 40 && !wasBehind; i++) {
        try (BlogDatabase reader = connect(emulator)) {
          BlogAccess lagging = accessTo(reader);
          ItemSource items = behind(lagging, SOURCE, Optional.empty());
          if (new Checks(lagging).frontPage(items) instanceof Wrong wrong) {
            assertThat(wrong.repair().getAsBoolean()).as("repaired").isFalse();
            wasBehind = true;
          }
        }
      }
      assertThat(wasBehind).as("a reader met the lagging replica").isTrue();
      assertThat(other.recentPosts(9)).isEmpty();
    }
  }

  private static BlogDatabase connect(LocalCosmos emulator) {
    return BlogDatabase.builder().connect(emulator.clientBuilder(), "blog").build();
  }

  /** A rename reaches copies before the post. */
  @Test
  @Invariant("I4")
  void anAuthorWhomALaggingReplicaReturnsIsNotCurrent() {
    ItemPlace author = ItemPlace.ofUser(ann.id().value());
    Optional<StoredItem> former = access.find(author);
    store.renameUser(ann.id(), "Anna");
    BlogAccess behind = spy(access);
    doReturn(former).when(behind).find(author);

    StoredItem post = access.find(SOURCE).orElseThrow();
    assertThat(behind.isCurrentWithName(SOURCE, post)).isFalse();
    assertThat(access.isCurrentWithName(SOURCE, post)).as("before the new name").isFalse();
    drain();
    assertThat(access.isCurrentWithName(SOURCE, access.find(SOURCE).orElseThrow())).isTrue();
    // Another program writes the version of an erased user beside another name.
    CosmosPatchOperations erased = CosmosPatchOperations.create();
    patch(
        author,
        erased
            .set("/type", ItemType.ERASED_USER)
            .set("/username", EraseUser.DEFAULT_REPLACEMENT)
            .set("/version", VersionedName.LAST_VERSION));
    patch(SOURCE, CosmosPatchOperations.create().set("/userVersion", VersionedName.LAST_VERSION));
    assertThat(access.isCurrentWithName(SOURCE, access.find(SOURCE).orElseThrow())).isFalse();
  }

  @Test
  @Invariant("I3")
  void aFormerStateOfAPostIsNotCurrent() {
    StoredItem former = access.find(SOURCE).orElseThrow();
    store.editPost(EditPost.of(POST).title("Other"));
    assertThat(access.isCurrent(SOURCE, Optional.of(former))).isFalse();

    StoredItem now = access.find(SOURCE).orElseThrow();
    assertThat(access.isCurrent(SOURCE, Optional.of(now))).isTrue();
    assertThat(access.find(SOURCE)).as("not written").contains(now);
    assertThat(access.isCurrent(ItemPlace.ofPost("none"), Optional.empty())).isTrue();
    assertThat(access.isCurrent(ItemPlace.ofPost("a/b"), Optional.empty())).isTrue();
    assertThat(store.findPost(POST).orElseThrow().title()).isEqualTo("Other");
  }
}
