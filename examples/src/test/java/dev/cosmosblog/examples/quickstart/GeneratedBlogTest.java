package dev.cosmosblog.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.store.command.LikePost;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class GeneratedBlogTest {
  @Property(tries = 50)
  void itHasTheArticlesDistribution(@ForAll int seed, @ForAll @IntRange(min = 1, max = 130) int n) {
    GeneratedBlog blog = new GeneratedBlog(seed, n);
    assertThat(blog.postCount()).isBetween(5 * n, 50 * n);
    assertThat(blog.plans())
        .allSatisfy(
            plan -> {
              assertThat(plan.comments()).isBetween(0, 25);
              assertThat(plan.likes()).isBetween(0, Math.min(n, 100));
            });
  }

  @Property(tries = 10)
  void theSameSeedGivesTheSameBlog(@ForAll int seed) {
    GeneratedBlog one = new GeneratedBlog(seed, 3);
    GeneratedBlog other = new GeneratedBlog(seed, 3);
    assertThat(one.users()).containsExactlyElementsOf(other.users().toList());
    assertThat(one.posts()).containsExactlyElementsOf(other.posts().toList());
    assertThat(one.comments()).containsExactlyElementsOf(other.comments().toList());
    assertThat(one.likes()).containsExactlyElementsOf(other.likes().toList());
  }

  @Property(tries = 10)
  void nobodyLikesAPostTwice(@ForAll int seed) {
    GeneratedBlog blog = new GeneratedBlog(seed, 5);
    List<LikePost> likes = blog.likes().toList();
    assertThat(likes).hasSize(blog.likeCount());
    assertThat(likes.stream().map(like -> like.postId() + " " + like.userId()))
        .doesNotHaveDuplicates();
  }
}
