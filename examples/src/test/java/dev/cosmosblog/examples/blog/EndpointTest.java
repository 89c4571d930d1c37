package dev.cosmosblog.examples.blog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.examples.console.UsageException;
import java.net.URI;
import org.junit.jupiter.api.Test;

class EndpointTest {
  @Test
  void plainHttpIsAllowedOnlyOnThisMachine() {
    assertThat(new Endpoint(URI.create("http://127.0.0.1:8081/"), "AAAA")).isNotNull();
    assertThat(new Endpoint(URI.create("https://example.com/"), "AAAA")).isNotNull();
    assertThatThrownBy(() -> new Endpoint(URI.create("http://example.com/"), "AAAA"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("give an https endpoint");
  }

  @Test
  void anInvalidUrlIsRejected() {
    assertThatThrownBy(() -> new Endpoint(URI.create("example.com"), "AAAA"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("'example.com'");
  }

  @Test
  void theKeyIsNeverShown() {
    assertThat(new Endpoint(URI.create("https://example.com/"), "c2VjcmV0").toString())
        .isEqualTo("https://example.com/");
    assertThatThrownBy(() -> new Endpoint(URI.create("https://example.com/"), "secret!"))
        .isInstanceOf(UsageException.class)
        .hasMessage("The key is not Base64");
  }
}
