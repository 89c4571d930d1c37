package dev.cosmosblog.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.ItemLocation;
import dev.cosmosblog.maintenance.report.MaintenanceListener;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.maintenance.report.MaintenanceProgress;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Views that are rebuilt while they are read and their posts are written. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class ViewRebuildContractTest {
  @RegisterExtension
  static final LocalCosmosExtension COSMOS = TestBackend.extension(Conditions.SERVICE);

  private static final TestBackend BACKEND = TestBackend.of(COSMOS);

  /** As when the process is gone: nobody handles it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private ForeignBlog blog;
  private BlogStore store;

  @BeforeEach
  void upgraded() throws InterruptedException {
    blog = FirstVersion.blog(BACKEND);
    blog.upgrade().build().upgrade();
    store = blog.store();
  }

  @TestFactory
  @Execution(ExecutionMode.SAME_THREAD)
  Stream<DynamicTest> readersHaveAFullViewWhileItIsRebuilt() {
    return Stream.of(RebuildSource.values())
        .map(
            source ->
                DynamicTest.dynamicTest(
                    source.name(),
                    () -> {
                      upgraded();
                      rebuilt(source);
                    }));
  }

  /** All copies have another form than they should, and one has no post. */
  private void rebuilt(RebuildSource source) throws InterruptedException {
    for (JsonNode copy : blog.items("members", "post")) {
      patch(copy, CosmosPatchOperations.create().set("/title", "Of an older form"));
    }
    blog.create("members", "{'id':'gone','type':'post','postId':'gone','userId':'u0'}");
    List<MaintenanceProgress> told = new ArrayList<>();
    MaintenanceListener reading =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            told.add(progress);
            assertThat(numberOfShortPosts()).isGreaterThanOrEqualTo(FirstVersion.POSTS);
            assertThat(store.recentPosts(ForeignBlog.FRONT_PAGE_SIZE))
                .hasSize(ForeignBlog.FRONT_PAGE_SIZE);
          }

          @Override
          public void onChange(ChangeKind change, ItemLocation item) {
            assertThat(numberOfShortPosts()).isGreaterThanOrEqualTo(FirstVersion.POSTS);
          }
        };

    MaintenanceReport report =
        blog.rebuild().source(source).pageSize(5).listener(reading).build().rebuild();

    assertThat(report.changes()).isEqualTo(Map.of(ChangeKind.SUMMARY_WRITTEN, 5L));
    assertThat(report.repaired()).isEqualTo(Map.of(FindingKind.SURPLUS_SUMMARY, 1L));
    assertThat(report.isClean()).isTrue();
    assertThat(told).hasSizeGreaterThan(10);
    assertThat(blog.verified().isClean()).isTrue();
    assertThat(blog.items("leases", "checkpoint")).isEmpty();
  }

  private long numberOfShortPosts() {
    long number = 0;
    for (int user = 0; user < FirstVersion.USERS; user++) {
      number += store.postsOf(UserId.of("u" + user), PageRequest.first(10)).items().size();
    }
    return number;
  }

  private void patch(JsonNode item, CosmosPatchOperations patch) {
    blog.database
        .getContainer("members")
        .patchItem(
            item.path("id").asText(),
            new PartitionKey(item.path("userId").asText()),
            patch,
            JsonNode.class);
  }

  @Test
  void aLostViewIsRebuiltDuringWritesAlthoughRunsAreKilled() throws InterruptedException {
    for (JsonNode copy : blog.items("members", "post")) {
      PartitionKey author = new PartitionKey(copy.path("userId").asText());
      blog.database
          .getContainer("members")
          .deleteItem(copy.path("id").asText(), author, new CosmosItemRequestOptions());
    }
    blog.database
        .getContainer("feed")
        .deleteItem("newest", new PartitionKey("feed"), new CosmosItemRequestOptions());
    int kills = 0;
    while (!rebuiltIn(4 + kills, RebuildSource.CHANGE_FEED)) {
      PostId post = PostId.of("during-" + kills++);
      store.createPost(CreatePost.of(UserId.of("u1"), "New", "Text").withId(post));
      store.likePost(LikePost.of(post, UserId.of("u2")));
      store.deletePost(PostId.of("p" + kills % FirstVersion.POSTS));
    }
    assertThat(kills).as("kills").isGreaterThan(3);
    blog.changeFeed().buildStepped().drain();
    assertThat(blog.verified().isClean()).isTrue();
  }

  /** The change feed doesn't check the name if there is a copy, so the creator of a copy has to. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Trap(12)
  void aPostWithAStaleNameIsUpdatedAlthoughARebuildCopiesItFirst(boolean isErased)
      throws InterruptedException {
    User stale = store.findUser(UserId.of("u1")).orElseThrow();
    String name = isErased ? EraseUser.DEFAULT_REPLACEMENT : "Renamed";
    if (isErased) {
      store.eraseUser(EraseUser.anonymize(stale.id()));
    } else {
      store.renameUser(stale.id(), name);
    }
    blog.changeFeed().buildStepped().drain();
    PostId post = PostId.of("late");
    store.createPost(CreatePost.of(stale, "New", "Text").withId(post));
    if (isErased) {
      // Another program writes the version of an erased user beside another name.
      blog.database
          .getContainer("posts")
          .patchItem(
              "late",
              new PartitionKey("late"),
              CosmosPatchOperations.create().set("/userVersion", VersionedName.LAST_VERSION),
              JsonNode.class);
    }

    blog.rebuild().source(RebuildSource.CHANGE_FEED).build().rebuild();

    assertThat(store.findPost(post).orElseThrow().userUsername()).isEqualTo(name);
  }

  /** A host that stood still may be about to repeat the creation of the copy. */
  @Test
  @Invariant("I4")
  void aCopyWhosePostIsDeletedMeanwhileBecomesATombstone() throws InterruptedException {
    JsonNode copy = blog.items("members", "post").get(0);
    PostId post = PostId.of(copy.path("id").asText());
    blog.database
        .getContainer("members")
        .deleteItem(
            post.value(),
            new PartitionKey(copy.path("userId").asText()),
            new CosmosItemRequestOptions());
    MaintenanceListener deleting =
        new MaintenanceListener() {
          @Override
          public void onChange(ChangeKind change, ItemLocation item) {
            if (change == ChangeKind.SUMMARY_WRITTEN) {
              store.deletePost(post);
            }
          }
        };

    blog.rebuild().source(RebuildSource.CONTAINER).listener(deleting).build().rebuild();

    assertThat(blog.items("members", "post"))
        .noneMatch(item -> item.path("id").equals(copy.path("id")));
    assertThat(blog.items("members", "removedPost"))
        .extracting(mark -> mark.path("id").asText())
        .contains(post.value());
  }

  /** Each page meets what was written since the one before: an empty one would never come. */
  @Test
  void aRebuildFromTheChangeFeedEndsAlthoughAWriterNeverPauses() throws InterruptedException {
    AtomicInteger pages = new AtomicInteger();
    MaintenanceListener writing =
        new MaintenanceListener() {
          @Override
          public void onPage(MaintenanceProgress progress) {
            if (progress.phase() == MaintenancePhase.COPIES) {
              if (pages.incrementAndGet() >= 1_000) {
                Thread.currentThread().interrupt();
              }
              store.likePost(LikePost.of(PostId.of("p1"), UserId.of("u1")));
              store.unlikePost(PostId.of("p1"), UserId.of("u1"));
            }
          }
        };

    MaintenanceReport report =
        blog.rebuild().source(RebuildSource.CHANGE_FEED).listener(writing).build().rebuild();

    assertThat(report.isClean()).isTrue();
    blog.changeFeed().buildStepped().drain();
    assertThat(blog.verified().isClean()).isTrue();
  }

  private boolean rebuiltIn(int operations, RebuildSource source) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(operations);
    BlogDatabase mortal =
        blog.databaseBuilder()
            .listener(
                report -> {
                  if (left.getAndDecrement() <= 0) {
                    throw new Killed();
                  }
                })
            .build();
    try {
      blog.rebuild(mortal).source(source).pageSize(5).build().rebuild();
      return true;
    } catch (Killed e) {
      return false;
    }
  }

  @Test
  void rebuildingOnlyTheFrontPageTakesAFewRequests() throws InterruptedException {
    AtomicInteger operations = new AtomicInteger();
    BlogDatabase counting =
        blog.databaseBuilder().listener(report -> operations.incrementAndGet()).build();
    MaintenanceReport report =
        blog.rebuild(counting).views(Set.of(LibraryView.FRONT_PAGE)).build().rebuild();

    assertThat(report.isClean()).isTrue();
    assertThat(report.scanned()).isEqualTo(1);
    assertThat(operations).hasValueLessThan(10);
    assertThatThrownBy(() -> blog.rebuild().views(Set.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
