package dev.cosmosblog.examples.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.examples.console.Run.Capture;
import dev.cosmosblog.examples.console.StopSignal;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.testsupport.Await;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountTest {
  private final Capture output = new Capture();

  @Test
  void itServesUntilItIsStopped() throws IOException {
    StopSignal signal = new StopSignal();
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () -> run(new Account(() -> signal, InputStream.nullInputStream()), "--port", "0"));
    assertThat(Await.until(() -> output.text().contains("account: key "))).isTrue();
    Endpoint endpoint = new Endpoint(URI.create(word("endpoint")), word("key"));
    try (BlogDatabase blog = endpoint.connect("blog", "test")) {
      blog.provision();
      assertThat(BlogStore.on(blog).createUser(CreateUser.named("Ada")).alreadyDone()).isFalse();
    }
    signal.stop();
    assertThat(code.join()).isZero();
    assertThat(output.text()).endsWith("account: stopped" + System.lineSeparator());
  }

  @Test
  void itTakesOrdersUntilTheirEnd() {
    String orders = "disturb\ncalm\nsplit blog\nsplit blog posts\ndance\n";
    InputStream input = new ByteArrayInputStream(orders.getBytes(StandardCharsets.UTF_8));
    int code =
        run(
            new Account(StopSignal::new, input),
            "--port",
            "0",
            "--faults",
            "3",
            "--orders",
            "stdin");
    assertThat(code).isZero();
    assertThat(output.text().lines().filter(line -> line.startsWith(Account.ANSWER)))
        .hasSize(5)
        .allMatch(line -> line.contains("\"429\":0") || line.contains(": "), "is an answer")
        .anyMatch(line -> line.contains("not understood: split DATABASE CONTAINER"))
        .anyMatch(line -> line.contains("refused: "))
        .anyMatch(line -> line.contains("not understood: disturb, calm"));
  }

  @Test
  void likeTheServiceItCanLoseWrites() {
    String orders = "failover 1000\nfailover\nfailover 3600000\n";
    InputStream input = new ByteArrayInputStream(orders.getBytes(StandardCharsets.UTF_8));
    Account account = new Account(StopSignal::new, input);
    assertThat(run(account, "--port", "0", "--service-conditions", "3", "--orders", "stdin"))
        .isZero();
    assertThat(output.text())
        .contains("{\"lost\":0}", "not understood: failover MILLISECONDS", "refused: ");
  }

  @Test
  void itTakesTheOptionsOfTheJar(@TempDir Path folder) throws IOException {
    StopSignal signal = new StopSignal();
    signal.stop();
    Account account = new Account(() -> signal, InputStream.nullInputStream());
    Path seed = Files.createDirectories(folder.resolve("seed").resolve("db"));
    Files.writeString(
        seed.resolve("c.jsonl"), "{\"container\":{\"partitionKey\":{\"paths\":[\"/pk\"]}}}\n");
    String[] words = {
      "--port=0",
      "--host=one.example",
      "--host=two.example",
      "--directory=" + folder.resolve("data"),
      "--durability=power-loss",
      "--enforce-throughput",
      "--key=a2V5",
      "--seed=" + folder.resolve("seed"),
      "--export=" + folder.resolve("export"),
      "--explorer"
    };
    assertThat(run(account, words)).isZero();
    assertThat(output.text()).contains("account: key as given", "account: explorer http://");
    assertThat(folder.resolve("export").resolve("db").resolve("c.jsonl")).exists();
    assertThat(folder.resolve("data").resolve("account.mv")).exists();
    assertThat(run(account, "--partitions", "1001")).isEqualTo(Example.MISUSED);
    assertThat(output.text()).contains("'--partitions': '1001' is no whole number from 1 to 1000");
  }

  @Test
  void ordersComeFromNowhereElse() {
    int code = run(new Account(StopSignal::new, InputStream.nullInputStream()), "--orders", "file");
    assertThat(code).isEqualTo(Example.MISUSED);
  }

  @Test
  void withACertificateItIsReachedByHttps(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("account.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    ProcessBuilder process = new ProcessBuilder(keytool, "-genkeypair", "-keyalg", "EC");
    process.command().addAll(List.of("-dname", "CN=localhost", "-storepass", "changeit"));
    process.command().addAll(List.of("-keystore", file.toString()));
    assertThat(process.start().waitFor()).isZero();
    StopSignal signal = new StopSignal();
    signal.stop();
    Account account = new Account(() -> signal, InputStream.nullInputStream());

    assertThat(run(account, "--port", "0", "--tls", file.toString())).isZero();
    assertThat(word("endpoint")).startsWith("https://127.0.0.1:");

    assertThat(run(account, "--tls", folder.resolve("none").toString())).isEqualTo(Example.MISUSED);
    assertThat(output.text()).contains("--tls: there is no file");

    Path foreign = Files.writeString(folder.resolve("foreign"), "no key store");
    assertThat(run(account, "--tls", foreign.toString())).isEqualTo(Example.MISUSED);
    assertThat(output.text()).contains("is no PKCS12 key store; make one");
  }

  private int run(Account account, String... words) {
    return Run.launch(account, output.screen(false), output.stream(), words);
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
