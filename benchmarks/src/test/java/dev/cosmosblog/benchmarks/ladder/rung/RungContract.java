package dev.cosmosblog.benchmarks.ladder.rung;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Every rung returns the same for the same blog, once its copies have followed, whether the blog
 * was written by commands or loaded.
 */
interface RungContract {
  /** One rung that was written by commands, and one that was loaded. */
  List<Rung> rungs();

  @Test
  default void usersAreFoundByTheirLastName() {
    for (User user : ContractBlog.USERS) {
      all(rung -> rung.findUser(user.id()))
          .forEach(
              found ->
                  assertThat(found)
                      .map(value -> ((User) value).username())
                      .contains(user.username()));
    }
    all(rung -> rung.findUser(UserId.of("nobody"))).forEach(found -> assertThat(found).isEmpty());
  }

  @Test
  default void aPostHasItsAuthorsNameAndItsCounts() {
    for (Post post : ContractBlog.posts()) {
      all(rung -> rung.findPost(post.id()))
          .forEach(
              found ->
                  assertThat(found.orElseThrow())
                      .as("but for the edits, which only our rung counts")
                      .usingRecursiveComparison()
                      .ignoringFields("version", "updatedAt")
                      .isEqualTo(post));
    }
    all(rung -> rung.findPost(PostId.of("none"))).forEach(found -> assertThat(found).isEmpty());
  }

  @Test
  default void aUsersPostsAreShortAndTheNewestFirst() {
    for (User user : ContractBlog.USERS) {
      List<PostSummary> posts =
          ContractBlog.newest(Integer.MAX_VALUE).stream()
              .filter(post -> post.userId().equals(user.id()))
              .toList();
      all(rung -> rung.postsOf(user.id())).forEach(found -> assertThat(found).isEqualTo(posts));
    }
  }

  @Test
  default void commentsHaveTheirAuthorsNamesTheNewestFirst() {
    for (Post post : ContractBlog.posts()) {
      all(rung -> rung.commentsOf(post.id()))
          .forEach(found -> assertThat(found).isEqualTo(ContractBlog.commentsOf(post.id())));
    }
  }

  @Test
  default void likesHaveTheLikersNamesTheNewestFirst() {
    for (Post post : ContractBlog.posts()) {
      all(rung -> rung.likesOf(post.id()))
          .forEach(found -> assertThat(found).isEqualTo(ContractBlog.likesOf(post.id())));
    }
  }

  @Test
  default void theNewestPostsAreShortAndTheNewestFirst() {
    for (int count : new int[] {1, 4, 100}) {
      all(rung -> rung.recentPosts(count))
          .forEach(found -> assertThat(found).isEqualTo(ContractBlog.newest(count)));
    }
  }

  private <T> List<T> all(Function<Rung, ? extends T> question) {
    return rungs().stream().<T>map(question).toList();
  }
}
