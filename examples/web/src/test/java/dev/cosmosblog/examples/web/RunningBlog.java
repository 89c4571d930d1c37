package dev.cosmosblog.examples.web;

import dev.cosmosblog.store.BlogStore;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.context.ConfigurableApplicationContext;

/** The example, started once for all tests on any free port. */
final class RunningBlog implements AutoCloseable {
  private final ConfigurableApplicationContext application =
      WebExample.start(Map.of("server.port", 0));

  /** Returns a page's URL. */
  String url(String path) {
    return WebExample.address(application) + path.substring(1);
  }

  /** Returns the store, to write beside the browser. */
  BlogStore store() {
    return application.getBean(BlogStore.class);
  }

  @Override
  public void close() {
    application.close();
  }

  /** Gives tests the blog. */
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
