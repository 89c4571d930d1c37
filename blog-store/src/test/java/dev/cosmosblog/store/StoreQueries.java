package dev.cosmosblog.store;

import com.azure.cosmos.models.FeedRange;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.ItemScan;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Every query that the store sends, by what it asks for, about one user and one post. */
final class StoreQueries {
  static final UserId USER = UserId.of("user-000");
  static final PostId POST = PostId.of("post-000-0");

  private static final PageRequest PAGE = PageRequest.first(3);
  private static final String ALL = FeedRange.forFullRange().toString();
  private static final ItemPlace PLACE = ItemPlace.ofPost(POST.value());

  private StoreQueries() {}

  static Map<String, Consumer<StoreFixture>> firstPages() {
    Map<String, Consumer<StoreFixture>> queries = new LinkedHashMap<>();
    queries.put("a user's posts", store -> store.build().postsOf(USER, PAGE));
    queries.put("a post's comments", store -> store.build().commentsOf(POST, PAGE));
    queries.put(
        "the oldest comments",
        store -> store.build().commentsOf(POST, PAGE, CommentOrder.OLDEST_FIRST));
    queries.put("a post's likes", store -> store.build().likesOf(POST, PAGE));
    for (BlogContainer container : List.of(BlogContainer.USERS, BlogContainer.POSTS)) {
      queries.put("all of " + container, scan(container, Optional.empty()));
      queries.put("the rest of " + container, scan(container, Optional.of("post-001-0")));
    }
    queries.put("items of an id", store -> store.items().usersOfId(ALL, POST.value(), 10));
    queries.put("a partition", store -> store.items().partition(PLACE, 5));
    queries.put("counts", store -> store.items().count(POST.value()));
    queries.put("a user's likes", store -> store.items().likes(POST.value(), USER.value(), 5));
    queries.put("the newest posts", store -> store.items().newestPosts(5));
    queries.put("a new feed", store -> store.copies().updateFrontPage(List.of(), Set.of(), 5));
    queries.put(
        "who carries a name",
        store -> store.copies().eachWithOlderName(USER, new VersionedName("New", 5), some -> {}));
    queries.put("what belongs to a post", store -> store.copies().purge(POST));
    return queries;
  }

  static Map<String, Consumer<StoreFixture>> secondPages() {
    Map<String, Consumer<StoreFixture>> queries = new LinkedHashMap<>();
    queries.put(
        "more of a user's posts",
        store -> store.build().postsOf(USER, after(store.build().postsOf(USER, PAGE))));
    for (CommentOrder order : CommentOrder.values()) {
      queries.put(
          "more comments, " + order,
          store ->
              store
                  .build()
                  .commentsOf(POST, after(store.build().commentsOf(POST, PAGE, order)), order));
    }
    queries.put(
        "more likes",
        store -> store.build().likesOf(POST, after(store.build().likesOf(POST, PAGE))));
    return queries;
  }

  private static PageRequest after(Page<?> page) {
    return PAGE.after(page.next().orElseThrow());
  }

  private static Consumer<StoreFixture> scan(BlogContainer container, Optional<String> after) {
    return store -> store.items().scan(new ItemScan(container, ALL, after, 10));
  }
}
