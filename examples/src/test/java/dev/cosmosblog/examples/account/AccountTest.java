package dev.cosmosblog.examples.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.blog.BlogConnection;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Programs;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.examples.console.Streams;
import dev.cosmosblog.examples.testing.Await;
import dev.cosmosblog.examples.testing.Run.Capture;
import dev.cosmosblog.store.CreateUser;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AccountTest {
  private final Capture output = new Capture();

  @Test
  void itServesUntilItIsStopped() throws IOException {
    StopSignal signal = new StopSignal();
    Streams streams = new Streams(output.screen(false), output.stream());
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () ->
                Programs.run(
                    new Account(() -> signal), List.of("--port", "0"), streams, () -> "usage"));
    assertThat(Await.until(() -> output.text().contains("account: key "))).isTrue();
    Endpoint endpoint = new Endpoint(URI.create(word("endpoint")), word("key"));
    try (BlogConnection blog = BlogConnection.open(endpoint, "blog", "test")) {
      blog.provision();
      assertThat(blog.store().createUser(CreateUser.named("Ada")).alreadyDone()).isFalse();
    }
    signal.stop();
    assertThat(code.join()).isZero();
    assertThat(output.text()).endsWith("account: stopped" + System.lineSeparator());
  }

  private String word(String what) {
    String prefix = "account: " + what + " ";
    return output
        .text()
        .lines()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .findFirst()
        .orElseThrow();
  }
}
