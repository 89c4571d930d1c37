package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Lists: their order, and that pages of any size make up the same list. */
interface PagingContract extends OnBlog {
  int ENTRIES = 23;

  /** Three entries share each date, so that the order within one millisecond shows. */
  private static Instant date(int i) {
    return Instant.parse("2026-11-20T10:00:00Z").plusMillis(i / 3);
  }

  private List<Comment> comments(PostId post) {
    UserId author = blog().newUser();
    List<Integer> shuffled = new ArrayList<>(IntStream.range(0, ENTRIES).boxed().toList());
    Collections.shuffle(shuffled, new Random(7));
    return shuffled.stream()
        .map(i -> comment(post, author, i))
        .sorted(Comparator.comparing(Comment::creationDate).thenComparing(c -> c.id().value()))
        .toList();
  }

  private Comment comment(PostId post, UserId author, int i) {
    CreateComment command =
        CreateComment.of(post, author, "No. " + i)
            .withId(CommentId.of("comment-" + (i * 7) % ENTRIES))
            .writtenAt(date(i));
    return blog().store().createComment(command).value();
  }

  private static <T> List<T> all(int size, Function<PageRequest, Page<T>> list) {
    List<T> entries = new ArrayList<>();
    Optional<ContinuationToken> next = Optional.empty();
    do {
      Page<T> page = list.apply(new PageRequest(size, next.orElse(null)));
      assertThat(page.items()).as("a page of %d", size).hasSizeLessThanOrEqualTo(size);
      entries.addAll(page.items());
      next = page.next();
    } while (next.isPresent());
    return entries;
  }

  private static List<Comment> reversed(List<Comment> comments) {
    List<Comment> newestFirst = new ArrayList<>(comments);
    Collections.reverse(newestFirst);
    return newestFirst;
  }

  @TestFactory
  default Stream<DynamicTest> pagesOfAnySizeMakeUpTheSameListOfComments() {
    PostId post = blog().newPost();
    List<Comment> oldestFirst = comments(post);
    BlogStore store = blog().store();
    return IntStream.of(1, 2, 3, 5, 22, 23, 24, 1000)
        .mapToObj(
            size ->
                dynamicTest(
                    "pages of " + size,
                    () -> {
                      assertThat(all(size, page -> store.commentsOf(post, page)))
                          .isEqualTo(reversed(oldestFirst));
                      assertThat(
                              all(
                                  size,
                                  page -> store.commentsOf(post, page, CommentOrder.OLDEST_FIRST)))
                          .isEqualTo(oldestFirst);
                    }));
  }

  @TestFactory
  default Stream<DynamicTest> pagesOfAnySizeMakeUpTheSameListOfLikes() {
    PostId post = blog().newPost();
    BlogStore store = blog().store();
    List<Like> likes = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      likes.add(0, store.likePost(LikePost.of(post, blog().newUser()).since(date(3 * i))).value());
    }
    store.createComment(CreateComment.of(post, blog().newUser(), "no like"));
    return IntStream.of(1, 3, 7, 100)
        .mapToObj(
            size ->
                dynamicTest(
                    "pages of " + size,
                    () ->
                        assertThat(all(size, page -> store.likesOf(post, page))).isEqualTo(likes)));
  }

  @Test
  default void theListCanGrowBetweenTwoPages() {
    PostId post = blog().newPost();
    List<Comment> newestFirst = reversed(comments(post));
    BlogStore store = blog().store();
    PageRequest first = PageRequest.first(10);
    Page<Comment> page = store.commentsOf(post, first);
    store.createComment(
        CreateComment.of(post, blog().newUser(), "newest").writtenAt(date(3 * ENTRIES)));
    Page<Comment> second = store.commentsOf(post, first.after(page.next().orElseThrow()));
    assertThat(second.items()).isEqualTo(newestFirst.subList(10, 20));
  }

  @Test
  default void aTokenOfAnotherListIsRefused() {
    PostId post = blog().newPost();
    comments(post);
    BlogStore store = blog().store();
    PageRequest first = PageRequest.first(1);
    ContinuationToken token = store.commentsOf(post, first).next().orElseThrow();
    PageRequest next = first.after(token);
    Class<InvalidInputException> refused = InvalidInputException.class;
    assertThatThrownBy(() -> store.likesOf(post, next)).isInstanceOf(refused);
    assertThatThrownBy(() -> store.commentsOf(post, next, CommentOrder.OLDEST_FIRST))
        .isInstanceOf(refused);
    assertThat(store.commentsOf(post, next).items()).hasSize(1);
  }
}
