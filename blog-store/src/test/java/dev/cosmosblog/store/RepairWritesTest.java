package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemOperationType;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.kernel.RepairWrites.MissingFields;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A repair writes only over what it has compared. */
class RepairWritesTest {
  private static final PostSummaryItem SUMMARY = MockedContainers.storedPost().summary();
  private static final PendingItem PENDING =
      PendingItem.of(
          TestItems.comment("c1", "post-1").at(TestItems.DATE).hidden().build(), "pending");
  private static final Slug SLUG = Slug.of("a-slug");
  private static final VersionedName NAME = new VersionedName("Anna", 5);
  private static final UserId ANN = MockedContainers.ANN;

  private final MockedContainers blog = new MockedContainers().writesAreDone();
  private final CosmosContainer listings = mock();
  private RepairWrites repairs;

  @BeforeEach
  void theBlogHasAnArchive() {
    when(listings.getId()).thenReturn("listings");
    blog.writesAreDone(listings);
    BlogDatabase database =
        blog.database(
            settings -> settings.containers(blog.users, blog.posts, blog.frontPage, listings));
    repairs = Kernel.of(database).repairs(report -> {});
  }

  private static StoredItem item(String type) {
    Map<String, Object> item =
        new HashMap<>(Map.of("id", type + "-1", "userId", "user-ann", "_etag", Responses.ETAG));
    item.put("postId", type.equals(ItemType.POST) ? "post-1" : "of-post");
    item.put("bucket", "2026-11");
    item.put("type", type);
    return StoredItem.of(item);
  }

  private static MissingFields typed(String type) {
    StoredItem item = item("untyped");
    return new MissingFields(item, Optional.of(type), Optional.empty(), Optional.empty());
  }

  static Stream<Arguments> writes() {
    return Stream.of(
        write("createCopy", to -> to.createCopy(SUMMARY)),
        write("replaceCopy", to -> to.replaceCopy(item(ItemType.POST), SUMMARY)),
        write("createEntry", to -> to.createEntry(ListingItem.of(SUMMARY, "2026-11"))),
        write(
            "replaceEntry",
            to -> to.replaceEntry(item(ItemType.POST), ListingItem.of(SUMMARY, "2026-11"))),
        write("createPending", to -> to.createPending(PENDING)),
        write("replacePending", to -> to.replacePending(item(ItemType.POST), PENDING)),
        write("setPosts", to -> to.setPosts(item(ItemType.TAG), 2)),
        write("setNameInEntry", to -> to.setNameInEntry(item(ItemType.POST), NAME)),
        write("removeEntriesNote", to -> to.removeEntriesNote(item(ItemType.POST))),
        write("delete", to -> to.delete(BlogContainer.USERS, item(ItemType.POST))),
        write("setCounts", to -> to.setCounts(item(ItemType.POST), new PostCounts(1, 2))),
        write("setName", to -> to.setName(item(ItemType.COMMENT), NAME)),
        write("moveLikes", to -> to.moveLikes(List.of(MissingFields.none(item(ItemType.LIKE))))),
        write("dropLike", to -> to.dropLike(item(ItemType.LIKE))),
        write("reserve", to -> to.reserve("Ann", ANN)),
        write("reserve a slug", to -> to.reserve(SLUG, MockedContainers.POST)),
        write("reassign", to -> to.reassign(item(ItemType.USERNAME), "Ann", ANN)),
        write(
            "reassign a slug", to -> to.reassign(item(ItemType.SLUG), SLUG, MockedContainers.POST)),
        write("copyUser", to -> to.copyUser(item(ItemType.USER))),
        write("fillUser", to -> to.fillUser(typed(ItemType.USER))),
        write("fillPost", to -> to.fillPost(typed(ItemType.POST), null)),
        write("fill", to -> to.fill(List.of(typed(ItemType.LIKE)))));
  }

  private static Arguments write(String name, Predicate<RepairWrites> write) {
    return Arguments.of(name, write);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("writes")
  @Invariant("I4")
  void aWriteReportsWhetherTheItemWasUnchanged(String name, Predicate<RepairWrites> write) {
    assertThat(write.test(repairs)).isTrue();

    CosmosBatchResponse refused = Responses.batchFailedAt(0, 412, 0);
    for (CosmosContainer container : List.of(blog.users, blog.posts, listings)) {
      doThrow(CosmosFailure.of(409)).when(container).createItem(any(), any(), any());
      doThrow(CosmosFailure.of(412)).when(container).replaceItem(any(), any(), any(), any());
      doThrow(CosmosFailure.of(412)).when(container).deleteItem(any(), any(), any());
      doThrow(CosmosFailure.of(412)).when(container).patchItem(any(), any(), any(), any(), any());
      doReturn(refused).when(container).executeCosmosBatch(any());
    }
    assertThat(write.test(repairs)).as("another writer came first").isFalse();
  }

  /** Items that become comments or likes are counted in the transaction that gives them a type. */
  @ParameterizedTest
  @CsvSource({"comment, 2", "like, 2", "hiddenComment, 1"})
  @Invariant("I1")
  void aCountedItemIsFilledTogetherWithTheCountOfItsPost(String type, int operations) {
    repairs.fill(List.of(typed(type)));

    CosmosBatch batch = blog.sentBatch();
    assertThat(batch.getOperations())
        .hasSize(operations)
        .extracting(CosmosItemOperation::getOperationType)
        .containsOnly(CosmosItemOperationType.PATCH);
  }
}
