package dev.cosmosblog.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.User;
import dev.cosmosblog.spring.BlogChangeFeedLifecycle;
import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.spring.AutoConfigureLocalCosmos;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@Tag("slow")
@SpringBootTest
@AutoConfigureLocalCosmos
class FrontPageOnEmulatorTest {
  @Autowired BlogStore blog;
  @Autowired BlogChangeFeedLifecycle changeFeed;

  @Test
  void aNewPostAppearsOnTheFrontPage() throws InterruptedException {
    User ann = blog.createUser("Ann").value();
    Post post = blog.createPost(ann, "Hello", "My first post").value();
    assertThat(changeFeed.awaitDrained(Duration.ofMinutes(1))).isTrue();
    assertThat(blog.recentPosts(10)).extracting(PostSummary::id).containsExactly(post.id());
  }
}
