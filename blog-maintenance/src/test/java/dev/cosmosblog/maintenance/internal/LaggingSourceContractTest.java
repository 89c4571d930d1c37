package dev.cosmosblog.maintenance.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.CosmosQueryRequestOptions;
import dev.cosmosblog.changefeed.BlogChangeFeed;
import dev.cosmosblog.maintenance.internal.Checks.ItemSource;
import dev.cosmosblog.maintenance.internal.Checks.Result;
import dev.cosmosblog.maintenance.internal.Checks.Wrong;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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

  private BlogStore store;
  private BlogAccess access;
  private Checks checks;
  private ListingChecks listings;
  private User ann;
  private String comment;

  @BeforeEach
  void createAPendingCommentToATaggedPost() {
    BlogDatabase database =
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
    BlogChangeFeed.builder(database).buildStepped().drain();
    RunTimer timer = new RunTimer(Clock.systemUTC(), System::nanoTime, time -> {});
    access =
        new BlogAccess(
            new BlogAccess.Settings(database, 1e9, 100, List.of(), timer), false, Set.of());
    checks = new Checks(access);
    listings = new ListingChecks(access);
  }

  /** Reads a source as it was, or as if it were missing. */
  private ItemSource behind(ItemPlace source, Optional<StoredItem> former) {
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
    StoredItem right = access.find(copy).orElseThrow();
    Result result = check.apply(behind(source, Optional.empty()));

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
    assertThat(store.pendingComments(PageRequest.first(9)).items()).hasSize(1);
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
