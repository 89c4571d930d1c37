package dev.cosmosblog.examples.blog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

@Tag("slow")
class GeneratedBlogTest {
  @Property(tries = 10, seed = "1")
  void postsAndLikesHaveTheArticlesDistribution(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 130) int users) {
    GeneratedBlog blog = new GeneratedBlog(seed, users);
    assertThat(blog.size().posts()).isBetween(5 * users, 50 * users);
    assertThat(perPost(blog.likes(), LikePost::postId).values())
        .allMatch(likes -> likes <= Math.min(users, 100));
  }

  @Property(tries = 10, seed = "1")
  void commentsHaveTheArticlesDistribution(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 5) int users) {
    GeneratedBlog blog = new GeneratedBlog(seed, users);
    Map<PostId, Long> comments = perPost(blog.comments(), CreateComment::postId);
    assertThat(comments.values()).allMatch(ofOnePost -> ofOnePost <= 25);
    assertThat(comments.values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(blog.size().comments());
  }

  private static <C> Map<PostId, Long> perPost(Stream<C> commands, Function<C, PostId> post) {
    return commands.collect(Collectors.groupingBy(post, Collectors.counting()));
  }

  @Property(tries = 10, seed = "1")
  void theSameSeedGivesTheSameBlog(@ForAll int seed) {
    GeneratedBlog one = new GeneratedBlog(seed, 3);
    GeneratedBlog other = new GeneratedBlog(seed, 3);
    assertThat(one.users()).containsExactlyElementsOf(other.users().toList());
    assertThat(one.posts()).containsExactlyElementsOf(other.posts().toList());
    assertThat(one.comments()).containsExactlyElementsOf(other.comments().toList());
    assertThat(one.likes()).containsExactlyElementsOf(other.likes().toList());
  }

  @Property(tries = 10, seed = "1")
  void usersLikeAPostAtMostOnce(@ForAll int seed) {
    GeneratedBlog blog = new GeneratedBlog(seed, 5);
    List<LikePost> likes = blog.likes().toList();
    assertThat(likes).hasSize(blog.size().likes());
    assertThat(likes.stream().map(like -> like.postId() + " " + like.userId()))
        .doesNotHaveDuplicates();
  }
}
