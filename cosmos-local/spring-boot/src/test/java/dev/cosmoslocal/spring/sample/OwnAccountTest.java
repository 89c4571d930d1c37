package dev.cosmoslocal.spring.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.store.BlogStore;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.spring.AutoConfigureLocalCosmos;
import dev.cosmoslocal.spring.LocalCosmosProperties;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** A test of an application whose developer keeps data between two runs, on a port of their own. */
@SpringBootTest(
    properties = {
      "cosmos-local.directory=target/data-of-the-developer",
      "cosmos-local.port=4711",
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
