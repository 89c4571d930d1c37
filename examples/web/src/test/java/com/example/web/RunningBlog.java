package com.example.web;

import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application, started once for all tests on a free port. */
final class RunningBlog implements AutoCloseable {
  private final ConfigurableApplicationContext application = start();

  /** Starts an application and waits until the sample blog and its copies are written. */
  static ConfigurableApplicationContext start(String... properties) {
    return SpringApplication.run(
        WebApplication.class,
        Stream.concat(Stream.of("server.port=0"), Stream.of(properties))
            .map(property -> "--" + property)
            .toArray(String[]::new));
  }

  /** Returns the URL of an application's front page. */
  static String address(ConfigurableApplicationContext application) {
    String port =
        Objects.requireNonNull(application.getEnvironment().getProperty("local.server.port"));
    return "http://localhost:" + port + "/";
  }

  /** Returns a page's URL. */
  String url(String path) {
    return address(application) + path.substring(1);
  }

  /** Returns the store, for writes outside of the browser. */
  BlogStore store() {
    return application.getBean(BlogStore.class);
  }

  /** Waits until the copies, the listings and the search index are up to date. */
  void awaitCopies() throws InterruptedException {
    application.getBean(Copies.class).awaitDrained(Duration.ofSeconds(30));
  }

  @Override
  public void close() {
    application.close();
  }

  /** Injects the running blog into tests. */
  static final class Extension implements ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(RunningBlog.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == RunningBlog.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(NAMESPACE)
          .computeIfAbsent(RunningBlog.class, first -> new RunningBlog(), RunningBlog.class);
    }
  }
}
