package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.FrontPageItem.Removed;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;

/** How many posts at once are read for the front page. */
class FrontPageRoundTripsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SIZE = 16;

  private final MockedContainers blog = new MockedContainers().writesAreDone();
  private final List<PostItem> posts = IntStream.range(0, SIZE).mapToObj(i -> post(i, 5)).toList();

  @BeforeEach
  void thePostsAreThere() {
    frontPageIs(FrontPageItem.of(SIZE, false, List.of()));
    posts.forEach(post -> blog.has(blog.posts, id(post), id(post), post));
    togetherAre(posts);
  }

  private static PostItem post(int i, long version) {
    String date = "2026-01-01T00:00:%02d.000Z".formatted(59 - i);
    return TestItems.post("post-" + i).at(date).version(version).build();
  }

  private static String id(PostItem post) {
    return String.valueOf(post.id());
  }

  private void frontPageIs(FrontPageItem page) {
    doAnswer(call -> Responses.item(page, 1)).when(blog.frontPage).readItem(any(), any(), any());
  }

  private void togetherAre(List<PostItem> found) {
    List<StoredItem> stored = new ArrayList<>();
    found.forEach(post -> stored.add(JSON.convertValue(post, StoredItem.class)));
    togetherIs(stored);
  }

  private void togetherIs(List<StoredItem> stored) {
    doAnswer(call -> Responses.page(null, stored)).when(blog.posts).readMany(any(), any());
  }

  private void update(List<PostItem> changed) {
    blog.patientRepositories()
        .frontPage()
        .update(changed.stream().map(PostItem::summary).toList(), Set.of(), SIZE);
  }

  private List<String> written() {
    ArgumentCaptor<Object> page = ArgumentCaptor.captor();
    verify(blog.frontPage).replaceItem(page.capture(), any(), any(), any());
    return ((FrontPageItem) page.getValue())
        .posts().stream().map(post -> post.id() + " " + post.version()).toList();
  }

  private void verifyReadByThemselves(int... numbers) {
    verify(blog.posts, times(numbers.length)).readItem(any(), any(), any());
    for (int i : numbers) {
      verify(blog.posts).readItem(eq("post-" + i), any(), any());
    }
  }

  @Test
  void sixteenNewPostsAreReadInOneRoundTrip() {
    update(posts);

    assertThat(written()).hasSize(SIZE).first().isEqualTo("post-0 5");
    verifyReadByThemselves();
    assertThat(blog.report().requests()).as("the front page, the posts, the write").isEqualTo(3);
  }

  @Test
  void fifteenNewPostsAreReadOneByOne() {
    update(posts.subList(0, 15));

    assertThat(written()).hasSize(15);
    verify(blog.posts, never()).readMany(any(), any());
    verify(blog.posts, times(15)).readItem(any(), any(), any());
  }

  /** Some were read from a lagging replica, and one has an invalid number. */
  @Test
  @Invariant("I4")
  void aPostThatTheRoundTripReturnsOutdatedIsReadAgain() {
    ObjectNode unreadable = JSON.valueToTree(posts.get(3));
    unreadable.put("version", "five");
    List<StoredItem> found = new ArrayList<>();
    posts.subList(4, SIZE).forEach(post -> found.add(JSON.convertValue(post, StoredItem.class)));
    found.add(JSON.convertValue(post(1, 4), StoredItem.class));
    found.add(JSON.convertValue(unreadable, StoredItem.class));
    found.add(
        JSON.convertValue(TestItems.post("post-2").version(6).deleted().build(), StoredItem.class));
    togetherIs(found);

    update(posts);

    verifyReadByThemselves(0, 1, 3);
    assertThat(written())
        .hasSize(SIZE - 1)
        .startsWith("post-0 5", "post-1 5", "post-3 5", "post-4 5");
  }

  @Test
  @Invariant("I4")
  void aPostThatTheRoundTripReturnsOlderThanWhenItLeftIsReadAgain() {
    Removed left = new Removed("post-7", MockedContainers.NOW.toEpochMilli(), 8L, 0);
    frontPageIs(
        new FrontPageItem(
            "newest", "feed", SIZE, false, List.of(), List.of(left), null, null, null));
    blog.has(blog.posts, "post-7", "post-7", post(7, 8));

    update(posts);

    verifyReadByThemselves(7);
    assertThat(written()).contains("post-7 8");
  }

  /** Posts that were read before the front page may be older than those on it. */
  @Test
  @Invariant("I4")
  void aWriterThatLostARaceReadsThePostsAfterTheFrontPage() {
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.frontPage)
        .replaceItem(any(), any(), any(), any());

    update(posts);

    InOrder order = inOrder(blog.frontPage, blog.posts);
    for (int i = 0; i < 2; i++) {
      order.verify(blog.frontPage).readItem(any(), any(), any());
      order.verify(blog.posts).readMany(any(), any());
      order.verify(blog.frontPage).replaceItem(any(), any(), any(), any());
    }
  }

  /** A post that neither read finds may have been lost: its entry stays. */
  @Test
  @Invariant("I9")
  void aRefillReadsTheEntriesThatAreNoLongerAmongTheNewestInOneRoundTrip() {
    frontPageIs(FrontPageItem.of(SIZE, true, posts.stream().map(PostItem::summary).toList()));
    doAnswer(call -> Responses.pages(List.of(Responses.page(null, List.<PostItem>of()))))
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());
    blog.hasNot(blog.posts, "post-0", "post-0");
    List<PostItem> found = new ArrayList<>(posts.subList(2, SIZE));
    found.add(TestItems.post("post-1").version(6).deleted().build());
    found.replaceAll(
        post ->
            id(post).equals("post-1") ? post : TestItems.post(post).version(9).deleted().build());
    togetherAre(found);

    update(List.of());

    verifyReadByThemselves(0);
    assertThat(written()).containsExactly("post-0 5");
  }

  /** The SDK would reject the request for all of them. */
  @Test
  void anEntryWithAnInvalidIdIsNotReadTogetherWithOthers() {
    String invalid = "an id/with a slash";
    String newest = "2027-01-01T00:00:00.000Z";
    Map<String, String> entry =
        Map.of("id", invalid, "postId", invalid, "type", "post", "creationDate", newest);
    List<PostSummaryItem> listed = new ArrayList<>();
    listed.add(JSON.convertValue(entry, PostSummaryItem.class));
    posts.subList(0, SIZE - 1).forEach(post -> listed.add(post.summary()));
    frontPageIs(FrontPageItem.of(SIZE, true, listed));
    doAnswer(call -> Responses.pages(List.of(Responses.page(null, List.<PostItem>of()))))
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());

    update(List.of());

    assertThat(written()).hasSize(SIZE - 1);
    verify(blog.posts, never()).readMany(any(), any());
    verify(blog.posts, times(SIZE - 1)).readItem(any(), any(), any());
  }
}
