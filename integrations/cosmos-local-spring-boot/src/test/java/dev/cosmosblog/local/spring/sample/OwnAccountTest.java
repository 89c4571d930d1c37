package dev.cosmosblog.local.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.spring.AutoConfigureLocalCosmos;
import dev.cosmosblog.local.spring.LocalCosmosProperties;
import dev.cosmosblog.store.BlogStore;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** A test of an application whose developer keeps data between two runs, on a port of their own. */
@SpringBootTest(
    properties = {
      "cosmosblog.local.directory=target/data-of-the-developer",
      "cosmosblog.local.port=4711",
      "cosmosblog.change-feed.auto-startup=false"
    })
@AutoConfigureLocalCosmos
class OwnAccountTest {
  @Autowired LocalCosmosProperties settings;
  @Autowired LocalCosmos account;
  @Autowired BlogStore blog;

  @Test
  void theAccountOfATestSharesNeitherDirectoryNorPortWithTheDeveloper() {
    assertThat(settings.directory()).isNull();
    assertThat(account.port()).isNotEqualTo(4711);
    assertThat(blog.recentPosts(1)).isEmpty();
  }
}
