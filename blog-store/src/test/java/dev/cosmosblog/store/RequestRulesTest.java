package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.POST;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mockingDetails;

import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemOperationType;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.invocation.Invocation;

/** Rules that every request of every command, query and copy keeps. */
class RequestRulesTest {
  private final MockedContainers blog = new MockedContainers().withAnn().writesAreDone();

  @BeforeEach
  void askForEverythingTwice() {
    blog.has(blog.posts, "post-1", "post-1", newer());
    blog.has(
        blog.frontPage,
        "newest",
        "feed",
        FrontPageItem.of(3, true, List.of(storedPost().summary())));
    String name = ReservationItem.idOfUsername("Ann");
    blog.has(blog.users, name, name, ReservationItem.ofUsername("Ann", ANN, MockedContainers.NOW));
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.hasNot(blog.posts, "like~user-ann", "post-1");
    doAnswer(call -> Responses.item(storedPost(), 10))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());
    for (var container : List.of(blog.users, blog.posts, blog.frontPage)) {
      doAnswer(call -> Responses.pages(List.of()))
          .when(container)
          .queryItems(any(SqlQuerySpec.class), any(), any());
    }
    askForEverything();
    askForEverything();
  }

  private void askForEverything() {
    BlogStore store = blog.store();
    store.createUser(CreateUser.named("Ann").withId(ANN));
    store.renameUser(ANN, "Eve");
    store.findUser(ANN);
    store.createPost(CreatePost.of(ANN, "", "").withId(POST));
    store.editPost(new EditPost(POST, "", ""));
    store.editPost(EditPost.of(POST).title("").ifVersion(0));
    store.findPost(POST);
    store.postsOf(ANN, PageRequest.first(3));
    store.createComment(CreateComment.of(POST, ANN, ""));
    store.commentsOf(POST, PageRequest.first(3));
    store.likePost(LikePost.of(POST, ANN));
    store.likesOf(POST, PageRequest.first(3));
    store.findLike(POST, ANN);
    store.recentPosts(3);
    blog.repositories().summaries().put(storedPost().summary());
    blog.repositories()
        .frontPage()
        .update(List.of(newer().summary()), Set.of(PostId.of("post-2")), 3);
    blog.repositories()
        .names()
        .eachStale(ANN, new VersionedName("Eve", 5), null, (found, next) -> {});
    blog.repositories()
        .names()
        .put(new AuthoredItem("c", "p", "post"), new VersionedName("Eve", 5));
  }

  private static PostItem newer() {
    return TestItems.post("post-1")
        .by("user-ann")
        .userVersion(4)
        .title("")
        .content("")
        .counts(2, 3)
        .at(MockedContainers.NOW_TEXT)
        .version(9)
        .build();
  }

  private Stream<Invocation> requests() {
    return Stream.of(blog.users, blog.posts, blog.frontPage)
        .flatMap(container -> mockingDetails(container).getInvocations().stream())
        .filter(call -> !call.getMethod().getName().equals("getId"));
  }

  private <T> List<T> sent(Class<T> type) {
    return requests()
        .flatMap(call -> Arrays.stream(call.getArguments()))
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  private static void areAllDifferentObjects(List<?> options) {
    assertThat(options).hasSizeGreaterThan(2);
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    assertThat(options).allMatch(seen::add);
  }

  @Test
  @Trap(8)
  void nothingIsEverUpserted() {
    assertThat(requests().map(call -> call.getMethod().getName()).distinct())
        .containsExactlyInAnyOrder(
            "readItem",
            "createItem",
            "replaceItem",
            "patchItem",
            "deleteItem",
            "queryItems",
            "executeCosmosBatch");
    assertThat(sent(CosmosBatch.class).stream().flatMap(batch -> batch.getOperations().stream()))
        .extracting(CosmosItemOperation::getOperationType)
        .containsOnly(CosmosItemOperationType.CREATE, CosmosItemOperationType.PATCH);
  }

  @Test
  @Trap(6)
  void noPatchIsSentWithoutACondition() {
    assertThat(sent(CosmosPatchItemRequestOptions.class))
        .hasSizeGreaterThan(4)
        .allMatch(o -> o.getFilterPredicate() != null || o.getIfMatchETag() != null);
  }

  @Test
  @Trap(16)
  void everyCallHasSeparateOptions() {
    areAllDifferentObjects(sent(CosmosItemRequestOptions.class));
    areAllDifferentObjects(sent(CosmosPatchItemRequestOptions.class));
    areAllDifferentObjects(sent(CosmosQueryRequestOptions.class));
  }

  @Test
  @Trap(17)
  void onlyTheEditOfAPostRequestsItsContent() {
    assertThat(sent(CosmosItemRequestOptions.class))
        .filteredOn(options -> !(options instanceof CosmosPatchItemRequestOptions))
        .isNotEmpty()
        .noneMatch(options -> Boolean.TRUE.equals(options.isContentResponseOnWriteEnabled()));
    assertThat(sent(CosmosPatchItemRequestOptions.class))
        .filteredOn(options -> Boolean.TRUE.equals(options.isContentResponseOnWriteEnabled()))
        .as("two edits of a post, each twice")
        .hasSize(4)
        .allMatch(options -> options.getFilterPredicate().startsWith(QueryTexts.IS_LIVE_POST));
  }

  @Test
  @Trap(17)
  void everyWriteStatesWhetherTheResponseHasContent() {
    assertThat(sent(CosmosItemRequestOptions.class))
        .allMatch(options -> options.isContentResponseOnWriteEnabled() != null);
  }

  @Test
  @Trap(4)
  void queriesContainNoValues() {
    assertThat(sent(SqlQuerySpec.class))
        .isNotEmpty()
        .allSatisfy(
            spec -> {
              assertThat(spec.getQueryText()).doesNotContain("'", "\"", "Eve", "user-ann");
              assertThat(spec.getQueryText()).doesNotContainPattern("[0-9]");
              assertThat(spec.getParameters()).isNotEmpty();
            });
  }
}
