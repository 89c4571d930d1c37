package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.config.CachedRead;
import dev.cosmoslocal.LocalCosmos;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The headers that tell a dedicated gateway the maximum staleness of a cached response. */
class IntegratedCacheContractTest {
  private static final String PREFIX = "x-ms-dedicatedgateway-";
  private static final Set<String> OF_THE_CONNECTION =
      Set.of("connection", "content-length", "host", "transfer-encoding", "upgrade");

  /** The headers that came with reads of items, with their container's name before them. */
  private final Set<String> headers = Collections.synchronizedSet(new LinkedHashSet<>());

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void eachReadStatesItsStalenessOrBypassesTheCache() throws IOException {
    ExecutorService threads = Executors.newCachedThreadPool();
    HttpServer gateway =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (LocalCosmos account = LocalCosmos.start()) {
      gateway.setExecutor(threads);
      gateway.createContext("/", exchange -> forward(exchange, URI.create(account.endpoint())));
      gateway.start();
      CosmosClientBuilder client =
          new CosmosClientBuilder()
              .endpoint("http://127.0.0.1:" + gateway.getAddress().getPort() + "/")
              .key(account.key())
              .gatewayMode()
              .endpointDiscoveryEnabled(false);
      try (BlogDatabase database =
          BlogDatabase.builder()
              .connect(client, "blog")
              .integratedCache(CachedRead.FRONT_PAGE, Duration.ofSeconds(20))
              .build()
              .provision()) {
        BlogStore store = BlogStore.on(database);
        store.recentPosts(3);
        store.findPost(PostId.of("missing"));
      }
    } finally {
      gateway.stop(0);
      threads.shutdownNow();
    }

    assertThat(headers)
        .contains("feed: max-age: 20000", "posts: bypass-cache: true", "feed: bypass-cache: true")
        .doesNotContain("posts: max-age: 20000");
  }

  private void forward(HttpExchange exchange, URI account) throws IOException {
    try (exchange) {
      URI uri = exchange.getRequestURI();
      byte[] body = exchange.getRequestBody().readAllBytes();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(account.resolve(uri))
              .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> copy(name, values.get(0), uri, request));
      HttpResponse<byte[]> answer = send(request.build());
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                  exchange.getResponseHeaders().put(name, values);
                }
              });
      byte[] content = answer.body();
      exchange.sendResponseHeaders(answer.statusCode(), content.length == 0 ? -1 : content.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(content);
      }
    }
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws IOException {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void copy(String name, String value, URI uri, HttpRequest.Builder request) {
    String known = name.toLowerCase(Locale.ROOT);
    if (!OF_THE_CONNECTION.contains(known)) {
      request.header(name, value);
    }
    if (known.startsWith(PREFIX) && uri.getPath().contains("/docs/")) {
      String container = uri.getPath().replaceAll(".*/colls/([^/]+)/.*", "$1");
      headers.add(container + ": " + known.substring(PREFIX.length()) + ": " + value);
    }
  }
}
