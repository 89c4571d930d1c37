package dev.cosmosblog.spring.sample;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application, started as by its main method, with a web server on a free port. */
final class RunningApplication implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  final ConfigurableApplicationContext context;

  RunningApplication(String... properties) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--server.port=0",
                "--spring.jmx.enabled=false",
                "--management.endpoint.health.show-details=always",
                "--management.endpoints.web.exposure.include=health,metrics,cosmosblog",
                "--cosmosblog.change-feed.poll-interval=100ms"));
    for (String property : properties) {
      arguments.add("--" + property);
    }
    context = SpringApplication.run(BlogApplication.class, arguments.toArray(String[]::new));
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request);
  }

  DocumentContext json(String path) throws IOException, InterruptedException {
    return JsonPath.parse(get(path).body());
  }

  HttpResponse<String> post(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString("{}"));
    request.header("Content-Type", "application/json");
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request);
  }

  URI uri(String path) {
    String port = context.getEnvironment().getProperty("local.server.port");
    return URI.create("http://127.0.0.1:" + port + path);
  }

  static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    context.close();
  }
}
