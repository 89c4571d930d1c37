package dev.cosmosblog.local.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.spring.BlogAutoConfiguration;
import dev.cosmosblog.spring.BlogChangeFeedLifecycle;
import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The account in the process, in the context of an application. */
class LocalCosmosAutoConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  LocalCosmosAutoConfiguration.class, BlogAutoConfiguration.class))
          .withPropertyValues("cosmosblog.change-feed.poll-interval=100ms");

  @Test
  void theBlogRunsOnTheAccountInTheProcess() {
    runner.run(
        context -> {
          assertThat(context).hasNotFailed().hasSingleBean(LocalCosmos.class);
          BlogStore blog = context.getBean(BlogStore.class);
          User ann = blog.createUser("Ann").value();
          Post post = blog.createPost(ann, "Hello", "My first post").value();
          assertThat(
                  context
                      .getBean(BlogChangeFeedLifecycle.class)
                      .changeFeed()
                      .orElseThrow()
                      .awaitDrained(Duration.ofMinutes(1)))
              .isTrue();
          assertThat(blog.recentPosts(10)).extracting(PostSummary::id).containsExactly(post.id());
        });
  }
}
